import { sendTransfer, waitForTransaction } from '../actions/send.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { PayError } from '../errors/pay.js'
import type { Foyer } from '../foyer.js'
import { accountOf } from '../store/selectors.js'
import { push } from '../view/navigate.js'
import { reportUnexpected } from '../view/shownAttempt.js'
import { currentRoute } from '../view/viewState.js'
import { assetOf, type CheckedPayRequest } from './payAsset.js'
import { endPayment, type PayFailure, type PayRun, payRoomOf, showPayment } from './payRoom.js'

/**
 * Pays from the connected wallet: goes to the asset's network, has the visitor approve the transfer, once, and waits until the network has it. How that goes
 * is said by `payState`.
 *
 * @throws PayError `pay_not_started` where nothing is to be paid, no wallet of the asset's family is connected, or a payment is under way
 * @example
 * payFromWallet(foyer)
 */
export function payFromWallet(foyer: Foyer): void {
  const room = payRoomOf(foyer)
  const { request } = room.state.get()
  if (!request) throw new PayError({ code: 'pay_not_started', why: 'open it first.' })
  const { connection, address } = accountOf(foyer.store.getState(), request.family)
  if (!connection || address === undefined)
    throw new PayError({ code: 'pay_not_started', why: 'no wallet is connected. Connect one first.' })
  const isThere = connection.networks[request.family] === request.asset.networkId
  const way = { type: 'wallet', name: connection.wallet?.name ?? connection.connector.name } as const
  const run = room.begin({ way, step: isThere ? 'confirming' : 'switching' })
  if (!run) throw new PayError({ code: 'pay_not_started', why: 'a payment is under way.' })
  showPayment(foyer)
  void pay({ foyer, request, run, address, connectorId: connection.connector.id, isThere })
}

interface WalletPayment {
  readonly foyer: Foyer
  readonly request: CheckedPayRequest
  readonly run: PayRun
  readonly address: string
  readonly connectorId: string
  readonly isThere: boolean
}

async function pay(payment: WalletPayment): Promise<void> {
  const { foyer, run } = payment
  // What the visitor may have paid by the time that something fails.
  let reason: PayFailure = 'failed'
  try {
    await goToNetwork(payment)
    run.move({ step: 'confirming' })
    const hash = await send(payment)
    reason = 'unclear'
    run.move({ step: 'mining', hash })
    const { networkId } = payment.request.asset
    const mined = await waitForTransaction(foyer, {
      family: payment.request.family,
      networkId,
      hash,
      signal: run.signal,
    })
    if (mined.status === 'reverted') {
      const error = new PayError({ code: 'pay_failed', why: 'the network reverted the transaction.' })
      return endPayment({ foyer, run, hash: mined.hash, end: { status: 'failed', reason: 'reverted', error } })
    }
    endPayment({ foyer, run, hash: mined.hash, end: { status: 'completed' } })
  } catch (cause) {
    if (run.signal.aborted) return
    reportUnexpected(contextOf(foyer), cause)
    const error = cause instanceof FoyerError ? cause : new PayError({ code: 'pay_failed', cause })
    endPayment({ foyer, run, end: { status: 'failed', reason: reasonOf({ cause, reason }), error } })
  }
}

/** @throws PayError for a network that the wallet didn't agree to, and what switching throws */
async function goToNetwork({ foyer, request, run, isThere }: WalletPayment): Promise<void> {
  const { networkId } = request.asset
  const approved = accountOf(foyer.store.getState(), request.family).connection?.approvedNetworks
  if (approved && !approved.includes(networkId))
    throw new PayError({ code: 'pay_invalid_config', why: 'the wallet didn’t agree to the asset’s network.' })
  if (!isThere) await foyer.switchNetwork({ networkId, signal: run.signal })
}

/** The wallet is asked for exactly what the visitor was shown. */
async function send({ foyer, request, run, address, connectorId }: WalletPayment): Promise<string> {
  const { family, asset, recipient: to, exact } = request
  const { networkId } = asset
  const choice = { family, networkId, account: address, connectorId, signal: run.signal }
  const { hash } = await sendTransfer(foyer, { ...choice, to, asset: assetOf(asset), amount: exact.value })
  return hash
}

/** Codes of answers that leave open whether the wallet has sent it. */
const unanswered: readonly string[] = [
  'request_timeout',
  'provider_disconnected',
  'chain_disconnected',
  'wallet_answer',
]

function reasonOf({ cause, reason }: { readonly cause: unknown; readonly reason: PayFailure }): PayFailure {
  if (!(cause instanceof FoyerError)) return reason
  if (cause.code === 'user_rejected') return 'declined'
  // Of one that was dropped, the node says that it never will be in a block.
  if (cause.code === 'transaction_dropped') return 'failed'
  return unanswered.includes(cause.code) || cause instanceof AbortedError ? 'unclear' : reason
}

/**
 * Has the visitor connect a wallet of the asset's family, and comes back to the payment once it is connected.
 *
 * @example
 * connectToPay(foyer)
 */
export function connectToPay(foyer: Foyer): void {
  const room = payRoomOf(foyer)
  const { request } = room.state.get()
  if (!request) return
  const { store } = foyer
  const { family } = request
  contextOf(foyer).update(() => ({ connectorFilter: family }))
  push(foyer, { view: 'Connect' })
  const leave = store.subscribe((state) => {
    const { view } = state
    // Connecting closes the modal: whether it did, or the visitor, is said by the account.
    if (accountOf(state, family).connection) {
      if (view.open) return
      stop()
      foyer.open({ view: 'Pay' })
    } else if (!view.open || currentRoute(view).view === 'Pay') stop()
  })
  const stop = () => leave()
  room.returnBy(stop)
}
