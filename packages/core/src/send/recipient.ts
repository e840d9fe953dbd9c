import { type Addresses, addresses } from '../actions/read.js'
import { formatAmount } from '../chain/amount.js'
import { sleep } from '../clock/sleep.js'
import type { PaymentRequest } from '../connector/family.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { HttpError } from '../errors/http.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { networkOf } from '../state/selectors.js'
import { roomOf } from '../store/observable.js'
import { limits } from '../wire/limits.js'
import type { NameRecord } from '../wire/name.js'
import { type FoundRecipient, holdingOf, type RecipientFault, type SameAddress } from './form.js'
import { sendRoomOf } from './sendRoom.js'

/** The time that the recipient's field must be left alone before a name is looked up. */
const settleMs = 500

/**
 * Sets the recipient: an address, a name that the operator's server knows, or a payment link, which fills in what else it says. The last text counts.
 *
 * @example typeRecipient(foyer, 'alice.foyer.id')
 */
export function typeRecipient(foyer: Foyer, text: string): void {
  const room = sendRoomOf(foyer)
  const { lookup } = room
  lookup.stop()
  lookup.number += 1
  const { number } = lookup
  const stopping = new AbortController()
  lookup.stop = () => stopping.abort()
  room.dispatch({ type: 'recipientTyped', text, lookup: number })
  if (text.trim() === '') return
  read({ foyer, text, number, signal: stopping.signal }).catch((error: unknown) => {
    if (error instanceof AbortedError) return
    contextOf(foyer).report(error)
    room.dispatch({ type: 'recipientRead', lookup: number, found: 'unreached' })
  })
}

async function read({
  foyer,
  text,
  number,
  signal,
}: {
  readonly foyer: Foyer
  readonly text: string
  readonly number: number
  readonly signal: AbortSignal
}): Promise<void> {
  const room = sendRoomOf(foyer)
  const network = networkOf(foyer.store.getState())
  const rules = await addresses(foyer, { networkId: network?.caipNetworkId })
  if (!network || signal.aborted) return
  const first = readRecipient({ text, network, rules })
  const settle = () => sleep({ clock: contextOf(foyer).clock, ms: settleMs, signal })
  // An address is taken at once; what is none yet may become one with the next letter.
  if (first.type === 'name' || first.type === 'fault') await settle()
  const reading = first.type === 'name' ? await findName({ foyer, network, signal, name: first.name }) : first
  switch (reading.type) {
    case 'found':
      room.dispatch({ type: 'recipientRead', lookup: number, found: reading.recipient })
      break
    case 'payment':
      return takePayment({ foyer, number, request: reading.request, isSame: rules.isSame })
    default:
      return room.dispatch({
        type: 'recipientRead',
        lookup: number,
        found: reading.type === 'fault' ? reading.fault : 'address',
      })
  }
  const { address, name } = reading.recipient
  if (name !== undefined) return
  const known = await findNameOf({ foyer, network, signal, address })
  if (known.name !== undefined) room.dispatch({ type: 'recipientNamed', address, ...known, name: known.name })
}

/** Fills in what a payment link asks for. */
function takePayment({
  foyer,
  number,
  request: { to, asset, amount },
  isSame,
}: {
  readonly foyer: Foyer
  readonly number: number
  readonly isSame: SameAddress
  readonly request: PaymentRequest
}): void {
  const room = sendRoomOf(foyer)
  const network = networkOf(foyer.store.getState())
  const holding =
    network && holdingOf({ asset, tokens: room.send.get().holdings.tokens, coin: network.nativeCurrency, isSame })
  if (holding && (asset.type === 'token' || amount !== undefined)) room.dispatch({ type: 'assetChosen', asset })
  if (holding && amount !== undefined)
    room.dispatch({ type: 'amountTyped', text: formatAmount({ value: amount, decimals: holding.decimals }) })
  room.dispatch({ type: 'recipientRead', lookup: number, found: holding ? { address: to } : 'token' })
}

/** Agrees to send to the recipient despite its warnings. Another recipient is warned of anew. @example acceptWarnings(foyer) */
export function acceptWarnings(foyer: Foyer): void {
  const room = sendRoomOf(foyer)
  const { recipient } = room.send.get().form
  if (recipient.status === 'found') room.dispatch({ type: 'warningAccepted', address: recipient.address })
}

/** The reading of a text in the recipient's field. */
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
  const { api, queries, report } = contextOf(foyer)
  const [server, { resolveName }] = await Promise.all([api?.(), queries()])
  if (!server) return { type: 'fault', fault: 'address' }
  try {
    const asked = name.toLowerCase()
    const [record] = await knownOr(foyer, asked, async () => {
      const found = await resolveName(server, { name: asked, signal })
      return found ? [found] : []
    })
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
  const [server, { namesOf }] = await Promise.all([context.api?.(), context.queries()])
  if (!server) return {}
  try {
    const sender = foyer.account(network.chainNamespace).address
    const records = await knownOr(foyer, `${sender} ${address}`, async () =>
      namesOf(server, { address, sender, signal }),
    )
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

/** The time for which an answer on a name or an address counts [S9.9]. */
const freshMs = 5 * 60_000

/** As many as a visitor types in a while. */
const most = 50

type Records = readonly NameRecord[]

/** The server's latest answers about names: kept while the kit runs. A failure isn't kept, and a name without an owner is asked anew, as it may have one by then. */
class KnownNames {
  readonly #answers = new Map<string, { readonly at: number; readonly records: Records }>()
  readonly end: () => void = () => this.#answers.clear()

  recall(key: string, now: number): Records | undefined {
    const answer = this.#answers.get(key)
    return answer && now - answer.at < freshMs ? answer.records : undefined
  }

  keep(key: string, at: number, records: Records): void {
    this.#answers.delete(key)
    this.#answers.set(key, { at, records })
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > most && oldest !== undefined) this.#answers.delete(oldest)
  }
}

/**
 * Asks for the records of a name or an address, unless it is known what they are.
 *
 * @param key - distinguishes what is asked from all else
 * @throws what asking throws
 */
async function knownOr(foyer: Foyer, key: string, ask: () => Promise<Records>): Promise<Records> {
  const context = contextOf(foyer)
  const names = roomOf(context, { Room: KnownNames, kit: foyer })
  const known = names.recall(key, context.clock.now())
  if (known) return known
  const records = await ask()
  if (records.length > 0) names.keep(key, context.clock.now(), records)
  return records
}
