import type { NetworkId } from '../chain/ids.js'
import { actionsOf } from '../connection/reach.js'
import type { GrantedPermission, PermissionReading } from '../connector/permissions.js'
import { contextOf, type FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { Foyer } from '../foyer.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import { roomOf } from '../store/observable.js'
import type { SmartSession } from '../wire/smartSession.js'
import { permissions } from './readPermissions.js'
import { orAbsent } from './walletPermissions.js'

/** A permission of an account, by those who know of it. */
export interface AccountSession extends Pick<GrantedPermission, 'context' | 'networkId' | 'account'> {
  /** The address that may act, where it is known. */
  readonly to: string | undefined
  /** The state on its chain; undefined where that can't be read. */
  readonly reading: PermissionReading | undefined
  /** The entry of the operator's server, where it lists it. */
  readonly listed: SmartSession | undefined
}

/** The permissions of an account, those that have ended too as far as they are known. */
export interface AccountSessions {
  readonly sessions: readonly AccountSession[]
  /** Whether the wallet lists what it granted: else there may be others. */
  readonly known: boolean
}

type Named = Pick<AccountSession, 'context' | 'networkId' | 'account'> & { readonly to?: string | undefined }

/** The sessions listed on this page so far, so that what ends is seen as ended: a wallet leaves it out from then on. */
class SeenSessions {
  readonly #seen = new Map<string, Named>()

  add(all: readonly Named[]): void {
    for (const { context, networkId, account, to } of all)
      this.#seen.set(keyOf(context), { ...this.#seen.get(keyOf(context)), context, networkId, account, to })
  }

  of(account: string): readonly Named[] {
    return [...this.#seen.values()].filter((each) => each.account.toLowerCase() === account.toLowerCase())
  }

  end(): void {
    this.#seen.clear()
  }
}

const keyOf = (context: string): string => context.toLowerCase()
const seenBy = (foyer: Foyer): SeenSessions => roomOf(contextOf(foyer), { Room: SeenSessions, kit: foyer })

/** Has a permission listed that was just granted, whatever its wallet lists. */
export const noteGranted = (foyer: Foyer, granted: readonly GrantedPermission[]): void => seenBy(foyer).add(granted)

/** Shows the visitor what was just granted, by its contexts, where the host has permissions listed in the modal. */
export function showGranted(foyer: Foyer, contexts: readonly string[]): void {
  if (foyer.store.getState().features.smartSessions) foyer.open({ view: 'SmartSessionCreated', contexts })
}

/**
 * The permissions of the chosen account: what its wallet lists, what the operator's server lists of its network, and how each stands on its chain.
 *
 * @example
 * const stop = watch(foyer, accountSessions, {}, ({ data }) => console.log(data?.sessions))
 */
export const accountSessions: Definition<OfAccount, AccountSessions, AccountSubject, AccountSessions> = {
  subject: accountSubject,
  key: ({ network, address }) => ['sessions', network.caipNetworkId, address],
  freshMs: 5_000,
  pollMs: () => 15_000, // what is spent goes on without the visitor
  async read({ foyer, context, subject, signal }) {
    const { address, network } = subject
    const [byWallet, byServer] = await Promise.all([
      orAbsent(permissions(foyer, { family: network.chainNamespace, account: address, signal })),
      serversList(context, subject, signal),
    ])
    const seen = seenBy(foyer)
    const networkId = network.caipNetworkId
    seen.add([...byServer.map((each) => ({ context: each.context, networkId, account: address })), ...(byWallet ?? [])])
    const sessions = await Promise.all(
      seen.of(address).map(async ({ to, ...named }): Promise<AccountSession> => {
        const reading = await readingOf(context, { ...named, signal })
        const listed = byServer.find((each) => keyOf(each.context) === keyOf(named.context))
        return { ...named, to: reading?.to ?? to, reading, listed }
      }),
    )
    return { sessions, known: byWallet !== undefined }
  },
  data: ([known]) => known,
}

/** The server adds names and what has ended; without it the wallet's own list is all that there is. */
async function serversList(
  { api, queries, report }: FoyerContext,
  { address, network }: AccountSubject,
  signal: AbortSignal,
): Promise<readonly SmartSession[]> {
  try {
    const [server, { smartSessions }] = await Promise.all([api?.(), queries()])
    return server ? await smartSessions(server, { account: `${network.caipNetworkId}:${address}`, signal }) : []
  } catch (error) {
    if (signal.aborted || !(error instanceof FoyerError)) throw error
    report(error)
    return []
  }
}

/** Undefined where the family reads none, its network isn't configured, or no node answers. */
async function readingOf(
  context: FoyerContext,
  { networkId, context: handed, signal }: { networkId: NetworkId; context: string; signal: AbortSignal },
): Promise<PermissionReading | undefined> {
  const network = context.store.getState().networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network) return undefined
  const { readPermission } = await actionsOf(context, network.chainNamespace)
  try {
    return await readPermission?.({ network, context: handed, signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof FoyerError)) throw error
    context.report(error)
    return undefined
  }
}
