import { addresses } from '../actions/read.js'
import { estimateFee } from '../actions/send.js'
import { formatAmount } from '../chain/amount.js'
import { sleep } from '../clock/sleep.js'
import type { PaymentRequest } from '../connector/family.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import { networkOf } from '../state/selectors.js'
import type { Route } from '../state/viewState.js'
import { roomOf } from '../store/observable.js'
import { holdingOf, type SameAddress, type SendAsset } from './form.js'
import { findName, findNameOf, readRecipient } from './recipient.js'
import { sendRoomOf } from './sendRoom.js'

/** The time that the recipient's field must be left alone before a name is looked up. */
const settleMs = 500

/**
 * Chooses what is sent; the amount begins anew.
 *
 * @example chooseAsset(foyer, { type: 'token', address: '0xA0b8…' })
 */
export function chooseAsset(foyer: Foyer, asset: SendAsset): void {
  sendRoomOf(foyer).dispatch({ type: 'assetChosen', asset })
}

/** Sets the amount, as it was typed or pasted in whichever locale. @example typeAmount(foyer, '1.5') */
export function typeAmount(foyer: Foyer, text: string): void {
  sendRoomOf(foyer).dispatch({ type: 'amountTyped', text })
}

/**
 * Takes all there is of the chosen asset; of the network's coin as much as the fee leaves.
 *
 * @throws never: where the fee can't be had, `max` says so
 * @example await takeMax(foyer)
 */
export async function takeMax(foyer: Foyer): Promise<void> {
  const room = sendRoomOf(foyer)
  const { holding, form } = room.send.get()
  if (!holding) return
  const fill = (value: bigint) => {
    // Something else was chosen or typed meanwhile.
    const { max, form: now } = room.send.get()
    if (max !== 'busy' || now.asset !== form.asset) return
    if (value === 0n) return room.dispatch({ type: 'maxFailed', reason: 'nothing' })
    room.dispatch({ type: 'amountTyped', text: formatAmount({ value, decimals: holding.decimals }) })
  }
  room.dispatch({ type: 'maxAsked' })
  if (holding.asset.type !== 'coin') return fill(holding.value ?? 0n)
  const { recipient } = form
  const to = recipient.status === 'found' ? recipient.address : foyer.account().address
  try {
    const { maxAmount } = await estimateFee(foyer, { to: to ?? '', amount: holding.value ?? 0n })
    fill(maxAmount ?? 0n)
  } catch (error) {
    contextOf(foyer).report(error)
    room.dispatch({ type: 'maxFailed', reason: 'failed' })
  }
}

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

/** The entries of a kit's history whose form was filled in already: a visitor who comes back to one finds it as it was left. */
class FilledIn {
  readonly entries = new WeakSet<Route>()
}

/** Fills in what an entry of the modal's history was opened with, once a visit. */
export function fillIn(foyer: Foyer, entry: Route): void {
  const { entries } = roomOf(contextOf(foyer), { Room: FilledIn, kit: foyer })
  if (entry.view !== 'WalletSend' || entries.has(entry)) return
  entries.add(entry)
  const { asset, amount, to } = entry
  if (asset) chooseAsset(foyer, asset)
  if (amount !== undefined) typeAmount(foyer, amount)
  if (to !== undefined) typeRecipient(foyer, to)
}
