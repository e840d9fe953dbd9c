import { nativeBalance, tokenBalances } from '../actions/read.js'
import { estimateReviewed, type ReviewedRequest, sendReviewed } from '../actions/send.js'
import { familyTraits } from '../chain/families.js'
import type { Family } from '../chain/ids.js'
import type { FeeEstimate } from '../connector/family.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { PayError } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { accountOf } from '../state/selectors.js'
import { currentRoute } from '../state/viewState.js'
import { homeRoute } from '../view/connecting.js'
import { push } from '../view/navigate.js'
import { reportUnexpected } from '../view/views.js'
import { assetOf, type CheckedPayRequest, requestToPay } from './payAsset.js'
import { endPayment, type PayRun, payRoomOf, showPayment } from './payRoom.js'

/** The terms for a visitor to know before paying. What can't be had is left out. */
export interface PayTerms {
  /** US dollars for one whole unit of the asset, and of the network's own coin. */
  readonly price?: number | undefined
  readonly coinPrice?: number | undefined
  /** The account's balance of the asset, in its smallest unit. */
  readonly balance?: bigint | undefined
  /** The fee that the network is expected to take. */
  readonly fee?: FeeEstimate | undefined
  /** Nothing more is on its way. */
  readonly isReady: boolean
}

export interface PayTermsParameters {
  readonly request: CheckedPayRequest
  /** The paying account; without one only the prices are asked for. */
  readonly account: string | undefined
  readonly signal: AbortSignal
}

/**
 * Asks for what a payment takes: the server for prices, the chain for the rest. Each is emitted as it comes; none waits for another.
 *
 * @throws never: what fails is reported, and left out
 * @example await readPayTerms(foyer, { request, account, signal }, (terms) => console.log(terms.fee))
 */
export async function readPayTerms(
  foyer: Foyer,
  { request, account, signal }: PayTermsParameters,
  emit: (terms: PayTerms) => void,
): Promise<void> {
  const { api, queries, report } = contextOf(foyer)
  const { asset, family } = request
  const { networkId } = asset
  const wanted = assetOf(asset)
  let terms: PayTerms = { isReady: false }
  const found = async (work: () => Promise<Partial<PayTerms>>) => {
    try {
      const part = await work()
      terms = { ...terms, ...part }
      if (!signal.aborted) emit(terms)
    } catch (error) {
      if (!signal.aborted && !(error instanceof AbortedError)) report(error)
    }
  }
  const choice = { family, networkId, account, signal }
  const ofAccount = (address: string) => [
    found(async () => ({ fee: await estimateReviewed(foyer, requestToPay(request, { address }), signal) })),
    found(async () => {
      if (wanted.type !== 'token') return { balance: await nativeBalance(foyer, choice) }
      const [held] = await tokenBalances(foyer, { ...choice, tokens: [wanted.address] })
      return { balance: held?.value ?? 0n }
    }),
  ]
  const priced = found(async () => {
    const placeholder = familyTraits(family).nativeToken
    const coin = `${networkId}:${placeholder}`
    const own = wanted.type === 'token' ? `${networkId}:${wanted.address}` : coin
    const server = await api?.()
    if (!server || placeholder === undefined) return {}
    const { prices } = await queries()
    const { fungibles } = await prices(
      { ...server, network: () => networkId },
      { addresses: [...new Set([own, coin])], signal },
    )
    const priceOf = (address: string) => fungibles.find((each) => each.address === address)?.price || undefined
    return { price: priceOf(own), coinPrice: priceOf(coin) }
  })
  await Promise.all(account === undefined ? [priced] : [priced, ...ofAccount(account)])
  if (!signal.aborted) emit({ ...terms, isReady: true })
}

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
  const wallet = { address, connectorId: connection.connector.id }
  void pay({ foyer, run, family: request.family, request: requestToPay(request, wallet) })
}

async function pay({
  foyer,
  run,
  family,
  request,
}: {
  readonly foyer: Foyer
  readonly run: PayRun
  readonly family: Family
  readonly request: ReviewedRequest
}): Promise<void> {
  const context = contextOf(foyer)
  const { networkId, address } = request
  try {
    const { runTransaction } = await context.queries()
    run.signal.throwIfAborted()
    const tracked = await runTransaction(context, {
      attempt: { kind: 'pay', networkId, address },
      async prepare({ id, signal }) {
        run.move({ attemptId: id })
        const { connection } = accountOf(foyer.store.getState(), family)
        if (connection?.approvedNetworks?.includes(networkId) === false)
          throw new PayError({ code: 'pay_invalid_config', why: 'the wallet didn’t agree to the asset’s network.' })
        if (connection?.networks[family] !== networkId) await foyer.switchNetwork(networkId, { signal })
      },
      send: ({ signal }) => sendReviewed(foyer, request, signal),
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
  push(foyer, homeRoute({ connected: false }))
  const stop = store.subscribe((state) => {
    const { view } = state
    // Connecting closes the modal: whether it did, or the visitor, is said by the account.
    if (accountOf(state, family).connection) {
      if (view.open) return
      stop()
      foyer.open({ view: 'Pay' })
    } else if (!view.open || currentRoute(view).view === 'Pay') stop()
  })
  room.returnBy(stop)
}
