import { type Addresses, addresses } from '../actions/read.js'
import type { PaymentRequest } from '../connector/family.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { HttpError } from '../errors/http.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import type { queryClientOf } from '../query/queryClientOf.js'
import { limits } from '../wire/limits.js'
import type { NameRecord } from '../wire/name.js'
import type { FoundRecipient, RecipientFault } from './form.js'

/** What a text in the recipient's field turns out to be. */
export type RecipientReading =
  | { readonly type: 'found'; readonly recipient: FoundRecipient }
  | { readonly type: 'payment'; readonly request: PaymentRequest }
  | { readonly type: 'fault'; readonly fault: RecipientFault }
  /** It may be a name, which the operator's server knows. */
  | { readonly type: 'name'; readonly name: string }

/** Reads a text at once: an address, a payment link, or perhaps a name. */
export function readRecipient({
  text,
  network,
  rules: { parse, parsePaymentLink, hasWrongChecksum, hasWrongLength },
}: {
  readonly text: string
  readonly network: Network
  readonly rules: Addresses
}): RecipientReading {
  const request = parsePaymentLink(text)
  if (request) {
    const isElsewhere = request.networkId !== undefined && request.networkId !== network.caipNetworkId
    return isElsewhere ? { type: 'fault', fault: 'network' } : { type: 'payment', request }
  }
  const address = parse(text)
  if (address !== undefined)
    return hasWrongChecksum(address) ? { type: 'fault', fault: 'checksum' } : { type: 'found', recipient: { address } }
  const name = text.trim()
  if (hasWrongLength(name)) return { type: 'fault', fault: 'length' }
  if (hasWrongChecksum(name)) return { type: 'fault', fault: 'checksum' }
  return /^[^\s/:@]+\.[^\s/:@.]+$/u.test(name) && name.length <= limits.name
    ? { type: 'name', name }
    : { type: 'fault', fault: 'address' }
}

/** How long a name stands for what it stood for when it was asked [S9.9]. */
const nameFreshMs = 5 * 60_000

/** An answer of the last five minutes, else a new one. That there is none is asked anew: a name may be registered any moment. */
async function whileFresh<T>(
  { client, key }: { readonly client: ReturnType<typeof queryClientOf>; readonly key: readonly (string | undefined)[] },
  ask: () => Promise<T | null>,
): Promise<T | null> {
  const { data, dataUpdatedAt = 0 } = client.getQueryState<T>(key) ?? {}
  if (data !== undefined && Date.now() - dataUpdatedAt < nameFreshMs) return data
  const answer = await ask()
  if (answer !== null) client.setQueryData<T>(key, answer)
  return answer
}

interface Lookup {
  readonly foyer: Foyer
  readonly network: Network
  readonly signal: AbortSignal
}

/**
 * Looks a name up [S7.14]. Of its addresses that of the network counts, else the first that is one of the family.
 *
 * @throws AbortedError · ChunkLoadError
 */
export async function findName({
  foyer,
  network,
  signal,
  name,
}: Lookup & { readonly name: string }): Promise<RecipientReading> {
  const context = contextOf(foyer)
  const { api, queries, report } = context
  const [server, { resolveName, queryClientOf }] = await Promise.all([api?.(), queries()])
  if (!server) return { type: 'fault', fault: 'address' }
  try {
    const wanted = name.toLowerCase()
    const record = await whileFresh(
      { client: queryClientOf(context), key: ['name', network.caipNetworkId, wanted] },
      () => resolveName(server, { name: wanted, signal }),
    )
    const { parse } = await addresses(foyer, { networkId: network.caipNetworkId })
    const address = record && addressIn({ record, network, parse })
    if (!address) return { type: 'fault', fault: 'name' }
    return { type: 'found', recipient: { address, name: record.name, avatar: record.attributes[0]?.avatar } }
  } catch (error) {
    if (!(error instanceof FoyerError) || error.code !== 'name_service') throw error
    // That no account has the name is an answer.
    if (error.cause instanceof HttpError && error.cause.status < 500 && error.cause.status !== 429)
      return { type: 'fault', fault: 'name' }
    report(error)
    return { type: 'fault', fault: 'unreached' }
  }
}

function addressIn({
  record: { addresses: entries },
  network: { id },
  parse,
}: {
  readonly record: NameRecord
  readonly network: Network
  readonly parse: Addresses['parse']
}): string | undefined {
  // The coin type of an EVM network (ENSIP-11) [S9.21]; no other family's number is that large.
  const own = typeof id === 'number' ? entries[`${2 ** 31 + id}`] : undefined
  const known = own ? [own] : Object.values(entries)
  return known.map(({ address }) => parse(address)).find((address) => address !== undefined)
}

/**
 * The name that an address has, where it stands for that address too [S7.15]. A name that can't be had is none.
 *
 * @throws AbortedError · ChunkLoadError
 */
export async function findNameOf({
  foyer,
  network,
  signal,
  address,
}: Lookup & { readonly address: string }): Promise<Pick<FoundRecipient, 'name' | 'avatar'>> {
  const context = contextOf(foyer)
  const [server, { namesOf, queryClientOf }] = await Promise.all([context.api?.(), context.queries()])
  if (!server) return {}
  try {
    const sender = foyer.account(network.chainNamespace).address
    const records =
      (await whileFresh(
        { client: queryClientOf(context), key: ['names', network.caipNetworkId, sender, address] },
        async () => {
          const found = await namesOf(server, { address, sender, signal })
          return found.length > 0 ? found : null
        },
      )) ?? []
    const { isSame } = await addresses(foyer, { networkId: network.caipNetworkId })
    const record = records.find(({ addresses: entries }) =>
      Object.values(entries).some((each) => isSame(each.address, address)),
    )
    return record ? { name: record.name, avatar: record.attributes[0]?.avatar } : {}
  } catch (error) {
    if (!(error instanceof FoyerError) || error.code !== 'name_service') throw error
    context.report(error)
    return {}
  }
}
