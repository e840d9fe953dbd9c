import { sendTransfer } from '../actions/send.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { PayError } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { accountOf } from '../store/selectors.js'
import { push } from '../view/navigate.js'
import { reportUnexpected } from '../view/shownAttempt.js'
import { currentRoute } from '../view/viewState.js'
import { assetOf, type CheckedPayRequest } from './payAsset.js'
import { endPayment, type PayRun, payRoomOf, showPayment } from './payRoom.js'

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
  const run = room.begin({ way: { type: 'wallet', name: connection.wallet?.name ?? connection.connector.name } })
  if (!run) throw new PayError({ code: 'pay_not_started', why: 'a payment is under way.' })
  showPayment(foyer)
  void pay({ foyer, request, run, choice: { account: address, connectorId: connection.connector.id } })
}

async function pay({
  foyer,
  request,
  run,
  choice,
}: {
  readonly foyer: Foyer
  readonly request: CheckedPayRequest
  readonly run: PayRun
  readonly choice: { readonly account: string; readonly connectorId: string }
}): Promise<void> {
  const context = contextOf(foyer)
  const { family, asset, recipient: to, exact } = request
  const { networkId } = asset
  try {
    const { runTransaction } = await context.queries()
    run.signal.throwIfAborted()
    const tracked = await runTransaction(context, {
      attempt: { kind: 'pay', networkId, address: choice.account },
      async prepare({ id, signal }) {
        run.move({ attemptId: id })
        const { connection } = accountOf(foyer.store.getState(), family)
        if (connection?.approvedNetworks?.includes(networkId) === false)
          throw new PayError({ code: 'pay_invalid_config', why: 'the wallet didn’t agree to the asset’s network.' })
        if (connection?.networks[family] !== networkId) await foyer.switchNetwork({ networkId, signal })
      },
      // The wallet is asked for exactly what the visitor was shown.
      send({ signal }) {
        const transfer = { to, asset: assetOf(asset), amount: exact.value }
        return sendTransfer(foyer, { ...choice, ...transfer, family, networkId, signal })
      },
    })
    if (tracked?.status !== 'mined')
      throw new PayError({ code: 'pay_failed', why: 'whether the network has it isn’t known.' })
    endPayment({ foyer, run, hash: tracked.minedHash, end: { status: 'completed' } })
  } catch (cause) {
    if (run.signal.aborted) return
    const error = cause instanceof FoyerError ? cause : new PayError({ code: 'pay_failed', cause })
    // What becomes of one that was sent is reported by who follows it.
    if (payRoomOf(foyer).state.get().payment?.step !== 'mining') reportUnexpected(context, error)
    endPayment({ foyer, run, end: { status: 'failed', error } })
  }
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
