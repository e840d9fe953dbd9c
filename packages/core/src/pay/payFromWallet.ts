import { sendTransfer } from '../actions/send.js'
import { ownError } from '../connection/failure.js'
import { contextOf } from '../context.js'
import { PayError } from '../errors/pay.js'
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
  void pay({ foyer, request, run, address, connectorId: connection.connector.id })
}

interface WalletPayment {
  readonly foyer: Foyer
  readonly request: CheckedPayRequest
  readonly run: PayRun
  readonly address: string
  readonly connectorId: string
}

async function pay({ foyer, request, run, address, connectorId }: WalletPayment): Promise<void> {
  const context = contextOf(foyer)
  const { family, asset, recipient: to, exact } = request
  const { networkId } = asset
  const choice = { family, networkId, account: address, connectorId }
  try {
    const { runTransaction } = await context.queries()
    run.signal.throwIfAborted()
    await runTransaction(context, {
      attempt: { kind: 'pay', networkId, address },
      async prepare({ id, signal }) {
        run.move({ attemptId: id })
        await goToNetwork({ foyer, request, signal })
      },
      // The wallet is asked for exactly what the visitor was shown.
      send: ({ signal }) => sendTransfer(foyer, { ...choice, to, asset: assetOf(asset), amount: exact.value, signal }),
      ended(tracked) {
        if (tracked?.status !== 'mined')
          throw new PayError({ code: 'pay_failed', why: 'whether the network has it isn’t known.' })
        endPayment({ foyer, run, hash: tracked.minedHash, end: { status: 'completed' } })
      },
    })
  } catch (cause) {
    if (run.signal.aborted) return
    const error = ownError(cause)
    // What becomes of one that was sent is said by who follows it.
    if (payRoomOf(foyer).state.get().payment?.step !== 'mining') reportUnexpected(context, error)
    endPayment({ foyer, run, end: { status: 'failed', error } })
  }
}

/** @throws PayError for a network that the wallet didn't agree to, and what switching throws */
async function goToNetwork({
  foyer,
  request: { family, asset },
  signal,
}: Pick<WalletPayment, 'foyer' | 'request'> & { readonly signal: AbortSignal }): Promise<void> {
  const { networkId } = asset
  const { connection } = accountOf(foyer.store.getState(), family)
  const { approvedNetworks: approved } = connection ?? {}
  if (approved && !approved.includes(networkId))
    throw new PayError({ code: 'pay_invalid_config', why: 'the wallet didn’t agree to the asset’s network.' })
  if (connection?.networks[family] !== networkId) await foyer.switchNetwork({ networkId, signal })
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
