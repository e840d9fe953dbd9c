import type { Family } from '../chain/ids.js'
import type { FamilyAddresses } from '../connector/family.js'
import type { Account, FamilyProviders, LiveConnection, NonEmpty } from '../connector/live.js'
import type { FoyerContext } from '../context.js'
import { ProviderDisconnectedError } from '../errors/wallet.js'
import { keysOf } from '../store/keysOf.js'

/** The address parsers of a connection's families, as far as their code is there. */
const writers = new WeakMap<LiveConnection, Partial<Record<Family, FamilyAddresses['parseAddress']>>>()

/**
 * The accounts of a connection with their addresses as the kit keeps them, whatever way its wallet writes: of EVM with the checksum (ERC-55), without
 * which a text to sign in is refused.
 */
export function writtenAccounts(live: LiveConnection, accounts: NonEmpty<Account>): NonEmpty<Account>
export function writtenAccounts(live: LiveConnection, accounts: readonly Account[]): readonly Account[]
export function writtenAccounts(live: LiveConnection, accounts: readonly Account[]): readonly Account[] {
  return accounts.map((account) => ({
    ...account,
    address: writers.get(live)?.[account.namespace]?.(account.address) ?? account.address,
  }))
}

/** The providers that adapters made of connections by their channel. */
const made = new WeakMap<LiveConnection, Partial<FamilyProviders>>()

/** The providers of a connection that has only a channel, as far as they were made. */
export const madeProviders = (live: LiveConnection): Partial<FamilyProviders> => made.get(live) ?? {}

/**
 * Makes the family's own provider of a connection that has only a channel; the same one at every call.
 *
 * @returns undefined where the connection has no channel, or the family's adapter makes none
 * @throws ChunkLoadError
 */
export async function channelProvider(
  { adapters, adapterHost, store }: FoyerContext,
  { live, family }: { readonly live: LiveConnection; readonly family: Family },
): Promise<unknown> {
  const { channel } = live
  const known: unknown = Reflect.get(madeProviders(live), family)
  if (known !== undefined || !channel) return known
  const actions = await adapters.get(family)?.actions(adapterHost)
  writers.set(live, { ...writers.get(live), [family]: actions?.parseAddress })
  const others = madeProviders(live)
  const meanwhile: unknown = Reflect.get(others, family)
  if (meanwhile !== undefined) return meanwhile
  const provider = actions?.provider?.({ channel, connection: live, networks: () => store.getState().networks })
  if (provider !== undefined) made.set(live, { ...others, [family]: provider })
  return provider
}

/**
 * Makes what a new connection lacks of providers, so that they are there once it shows as connected. One that fails is reported.
 *
 * @throws ProviderDisconnectedError where the connection has ended meanwhile, as its end is only listened to once it is settled
 */
export async function openProviders(context: FoyerContext, live: LiveConnection): Promise<void> {
  if (!live?.channel) return
  let hasEnded = false
  const stopListening = live.listen((event) => {
    hasEnded ||= event.type === 'replaced' || (event.type === 'disconnected' && event.family === undefined)
  })
  await Promise.all(
    keysOf(live.networks)
      .filter((family) => Reflect.get(live.providers, family) === undefined)
      .map((family) => channelProvider(context, { live, family }).catch(context.report)),
  )
  stopListening()
  if (hasEnded) throw new ProviderDisconnectedError()
}
