import { estimateFee } from '../actions/send.js'
import { formatAmount } from '../chain/amount.js'
import { displayQuantity } from '../chain/display.js'
import type { FeeEstimate } from '../connector/family.js'
import { type ShownFee as FeeFigure, shownFee, shownWorth } from '../connector/figure.js'
import { shownName } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer, ShownKit } from '../foyer.js'
import type { SendAsset } from '../state/viewParams.js'
import type { Route } from '../state/viewState.js'
import { type Observable, roomOf } from '../store/observable.js'
import { mapped } from '../store/selected.js'
import type { Holding } from './form.js'
import type { SendDraft } from './machine.js'
import { acceptWarnings, typeRecipient } from './recipient.js'
import {
  confirmSend,
  leaveReview,
  readFee,
  reviewSend,
  type SendOutcome,
  type Send as SendState,
  sendOf,
  sendRoomOf,
} from './sendRoom.js'

/** A send as a view shows it, with what it does. */
export interface Send extends SendState {
  /** The worth of the amount, such as `$12.50`; undefined where no price is known. */
  readonly worth: string | undefined
  /** The balance of the chosen asset, such as `1.234 ETH`; undefined where it isn't known. */
  readonly available: string | undefined
  /** The fee of the previewed transfer, as it is shown. */
  readonly feeShown: ShownFee | undefined
  /** Chooses what is sent. */
  readonly setAsset: (asset: SendAsset) => void
  /** As it is typed or pasted, in whichever locale. */
  readonly setAmount: (text: string) => void
  /** An address, a name or a payment link. */
  readonly setRecipient: (text: string) => void
  /** All there is; of the network's coin what the fee leaves. */
  readonly takeMax: () => void
  /** Agrees to send despite the warnings about the recipient. */
  readonly accept: () => void
  /** Freezes what is sent. @throws SendIncompleteError */
  readonly review: () => void
  /** Has the wallet send what was frozen, once. */
  readonly confirm: () => Promise<SendOutcome | undefined>
  /** Forgets an outcome that was read. */
  readonly leave: () => void
  /** Estimates the cost again. */
  readonly retryFee: () => void
}

/** A fee as it is shown, and whether there is enough for it. */
export interface ShownFee extends FeeFigure {
  /** Whether the balance of the coin may not cover it. */
  readonly short: boolean
}

/** Presents a send, from the form to the wallet. @example const { worth, review } = presentSend({ foyer, shown: foyer }).get() */
export function presentSend({ foyer, shown }: ShownKit): Observable<Send> {
  const actions = actionsOf(foyer)
  const locale = shown.options.locale.tag
  return mapped(sendOf(shown), (send) => ({ ...send, ...figuresOf(locale, send), ...actions }))
}

function actionsOf(foyer: Foyer) {
  return {
    setAsset: (asset: SendAsset) => chooseAsset(foyer, asset),
    setAmount: (text: string) => typeAmount(foyer, text),
    setRecipient: (text: string) => typeRecipient(foyer, text),
    takeMax: () => void takeMax(foyer),
    accept: () => acceptWarnings(foyer),
    review: () => void reviewSend(foyer),
    confirm: () => confirmSend(foyer),
    leave: () => leaveReview(foyer),
    retryFee: () => void readFee(foyer),
  }
}

function figuresOf(
  locale: string,
  { holding, amount, phase, fee, coin }: SendState,
): Pick<Send, 'worth' | 'available' | 'feeShown'> {
  return {
    worth: holding && amount?.status === 'ready' ? worthOf({ value: amount.value, of: holding, locale }) : undefined,
    available: holding?.value === undefined ? undefined : shownAmount({ value: holding.value, of: holding, locale }),
    feeShown:
      fee.status === 'ready' && 'draft' in phase
        ? feeOf(locale, { fee: fee.fee, draft: phase.draft, coin })
        : undefined,
  }
}

interface Valued<Known extends keyof Holding> {
  readonly value: bigint
  readonly of: Pick<Holding, 'decimals' | Known>
  /** BCP 47, of the language that the visitor reads. */
  readonly locale: string
}

/** Returns the worth of an amount. */
export const worthOf = ({ value, of: { decimals, price }, locale }: Valued<'price'>): string | undefined =>
  shownWorth({ amount: { value, decimals }, price, locale })

/** Writes an amount of something, as a list shows it. */
export function shownAmount({ value, of: { decimals, symbol }, locale }: Valued<'symbol'>): string {
  return displayQuantity({ quantity: { value, decimals }, symbol: shownName(symbol), locale })
}

interface Costs extends Pick<Send, 'coin'> {
  readonly fee: FeeEstimate
  readonly draft: Pick<SendDraft, 'asset' | 'amount'>
}

function feeOf(locale: string, { fee, draft: { asset, amount }, coin }: Costs): ShownFee {
  const { value, most, decimals, symbol } = fee
  const needed = most + (asset.type === 'coin' ? amount : 0n)
  return {
    ...shownFee({ fee: { value, decimals }, symbol, price: coin?.price, locale }),
    short: coin?.value !== undefined && coin.value < needed,
  }
}

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
