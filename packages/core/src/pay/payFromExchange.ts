import type { Api } from '../api/project.js'
import { formatAccountId } from '../chain/caip.js'
import { sleep } from '../clock/sleep.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { PayError, type PayErrorCode } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { isWebAddress } from '../links/walletLink.js'
import type { Definition } from '../query/definition.js'
import type { PayExchange, PayExchangesResult, PayStatusResult, PayUrlResult } from '../wire/payments.js'
import { type CheckedPayRequest, checkPayRequest, type PayAsset, type PayRequest, payAssetId } from './payAsset.js'
import { endPayment, type PayRun, payRoomOf, showPayment } from './payRoom.js'

export interface AvailableExchangesParameters {
  /** From 0. */
  readonly page?: number | undefined
  /** Only those that pay with it; all unless said. */
  readonly asset?: Pick<PayAsset, 'networkId' | 'asset'> | undefined
  /** Decimal, in whole units of the asset. */
  readonly amount?: string | undefined
  /** Only these, by id. */
  readonly include?: readonly string[] | undefined
  /** All but these, by id. */
  readonly exclude?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

export interface WatchedExchanges extends Omit<AvailableExchangesParameters, 'asset' | 'signal'> {
  /** The asset's CAIP-19 id, as `payAssetId` says it. */
  readonly asset?: string | undefined
}

/** The exchanges that a visitor can pay from, to be watched. */
export const exchangesToPayFrom: Definition<
  WatchedExchanges,
  PayExchangesResult,
  WatchedExchanges,
  PayExchangesResult
> = {
  subject: (_, wanted) => wanted,
  key: ({ page, asset, amount, include, exclude }) => ['payExchanges', page, asset, amount, include, exclude],
  freshMs: 60_000,
  read: ({ context, subject, signal }) => listExchanges(context, { ...subject, signal }),
  data: ([listed]) => listed,
}

/**
 * The exchanges that a visitor can pay from; none where the host named no server.
 *
 * @throws PayError `pay_no_exchanges` · `pay_wrong_family` · `pay_invalid_asset` · AbortedError
 * @example
 * const { exchanges } = await availableExchanges(foyer, { asset: baseUSDC, amount: '12.5' })
 */
export async function availableExchanges(
  foyer: Foyer,
  { asset, ...wanted }: AvailableExchangesParameters = {},
): Promise<PayExchangesResult> {
  return listExchanges(contextOf(foyer), { ...wanted, asset: asset && payAssetId(asset) })
}

async function listExchanges(
  context: FoyerContext,
  {
    page = 0,
    asset,
    amount,
    include,
    exclude,
    signal,
  }: WatchedExchanges & { readonly signal?: AbortSignal | undefined },
): Promise<PayExchangesResult> {
  if (!context.api) return { exchanges: [], total: 0 }
  return asked({
    code: 'pay_no_exchanges',
    context,
    ask: ({ payExchanges }, server) =>
      payExchanges(server, { page, asset, amount, includeOnly: include, exclude, signal }),
  })
}

export interface PayUrlParameters extends Pick<PayRequest, 'asset' | 'recipient' | 'amount'> {
  readonly exchangeId: string
  readonly signal?: AbortSignal | undefined
}

/**
 * The page of an exchange where the visitor pays, and the session by which {@link exchangeBuyStatus} follows the payment.
 *
 * @throws PayError `pay_asset_not_supported` · `pay_no_url`, and what the request itself is refused for · AbortedError
 * @example
 * const { url, sessionId } = await payUrl(foyer, { exchangeId, asset: baseUSDC, amount: '12.5', recipient })
 */
export async function payUrl(
  foyer: Foyer,
  { exchangeId, signal, ...request }: PayUrlParameters,
): Promise<PayUrlResult> {
  const { assetId, asset, recipient, amount } = checkPayRequest(request)
  const account = formatAccountId({ networkId: asset.networkId, address: recipient })
  const code = 'pay_no_url'
  const result = await asked({
    code,
    context: contextOf(foyer),
    ask: (calls, server) => calls.payUrl(server, { exchangeId, asset: assetId, amount, recipient: account, signal }),
  })
  // The visitor is sent there: nothing but a page of the web [F29].
  if (!isWebAddress(result.url)) throw new PayError({ code, why: 'the server’s answer is no web address.' })
  return result
}

export interface ExchangeBuyStatusParameters {
  readonly exchangeId: string
  readonly sessionId: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads the status of a payment from an exchange. The operator's server says SUCCESS only for one that the network shows.
 *
 * @throws PayError `pay_no_status` · AbortedError
 * @example
 * const { status, txHash } = await exchangeBuyStatus(foyer, { exchangeId, sessionId })
 */
export async function exchangeBuyStatus(
  foyer: Foyer,
  parameters: ExchangeBuyStatusParameters,
): Promise<PayStatusResult> {
  return asked({
    code: 'pay_no_status',
    context: contextOf(foyer),
    ask: ({ payStatus }, server) => payStatus(server, parameters),
  })
}

interface WatchedStatus extends Omit<ExchangeBuyStatusParameters, 'signal'> {
  /** The polling interval until it is final. */
  readonly everyMs: number
}

/** The status of a payment from an exchange, to be watched. */
export const exchangeStatus: Definition<WatchedStatus, PayStatusResult, WatchedStatus, PayStatusResult> = {
  subject: (_, session) => session,
  key: ({ exchangeId, sessionId }) => ['payStatus', exchangeId, sessionId],
  freshMs: 0,
  pollMs: ({ input: { everyMs }, answers: [known] }) => !isFinal(known) && everyMs,
  read: ({ foyer, subject: { exchangeId, sessionId }, signal }) =>
    exchangeBuyStatus(foyer, { exchangeId, sessionId, signal }),
  data: ([known]) => known,
}

const isFinal = (known: PayStatusResult | undefined): boolean =>
  known?.status === 'SUCCESS' || known?.status === 'FAILED'

type Calls = Awaited<ReturnType<FoyerContext['queries']>>

async function asked<Answer>({
  code,
  context: { api, queries },
  ask,
}: {
  readonly code: PayErrorCode
  readonly context: Pick<FoyerContext, 'api' | 'queries'>
  readonly ask: (calls: Calls, server: Api) => Promise<Answer>
}): Promise<Answer> {
  if (!api) throw new PayError({ code, why: 'the host named no server: set `api`.' })
  try {
    const [calls, server] = await Promise.all([queries(), api()])
    return await ask(calls, server)
  } catch (cause) {
    if (cause instanceof AbortedError) throw cause
    const isUnsupported = cause instanceof Error && cause.message.includes('is not supported')
    throw new PayError({ code: isUnsupported ? 'pay_asset_not_supported' : code, cause })
  }
}

/** The polling interval of the status. */
const everyMs = 4000

/** As much of a browser's window as leads to an exchange. */
export interface PayWindow {
  readonly location: { assign(url: string): void }
  open(url: string, target: string): PayTab | null
}

export interface PayTab {
  opener: unknown
  readonly location: { replace(url: string): void }
  close(): void
}

export interface PayFromExchangeParameters {
  readonly exchange: PayExchange
  /** The page's own unless said. */
  readonly page?: PayWindow | undefined
}

/**
 * Pays from an account at an exchange: its page is opened within the press, so that no browser blocks it, and the payment followed until the server has
 * seen its end. How that goes is said by `payState`.
 *
 * @throws PayError `pay_not_started` where nothing is to be paid, or a payment is under way
 * @example
 * payFromExchange(foyer, { exchange })
 */
export function payFromExchange(foyer: Foyer, { exchange, page = globalThis.window }: PayFromExchangeParameters): void {
  const room = payRoomOf(foyer)
  const { request } = room.state.get()
  if (!request) throw new PayError({ code: 'pay_not_started', why: 'open it first.' })
  const run = room.begin({ way: { type: 'exchange', exchange }, step: 'opening' })
  if (!run) throw new PayError({ code: 'pay_not_started', why: 'a payment is under way.' })
  // The address is known only later: a tab that was opened then would be blocked.
  const target = openTarget({ page, isTab: request.openInNewTab !== false })
  showPayment(foyer)
  void pay({ foyer, request, run, exchange, target })
}

function openTarget({ page, isTab }: { readonly page: PayWindow; readonly isTab: boolean }) {
  if (!isTab) return { go: (url: string) => page.location.assign(url), giveUp: () => {} }
  // Null where the browser blocks it: then the view's link leads there.
  const tab = page.open('', '_blank')
  // It can't reach back.
  if (tab) tab.opener = null
  return { go: (url: string) => tab?.location.replace(url), giveUp: () => tab?.close() }
}

interface ExchangePayment extends PayFromExchangeParameters {
  readonly foyer: Foyer
  readonly request: CheckedPayRequest
  readonly run: PayRun
  readonly target: ReturnType<typeof openTarget>
}

async function pay({ foyer, request, run, exchange, target }: ExchangePayment): Promise<void> {
  const exchangeId = exchange.id
  try {
    const { url, sessionId } = await payUrl(foyer, { ...request, exchangeId, signal: run.signal })
    if (run.signal.aborted) return target.giveUp()
    run.move({ step: 'following', url, sessionId })
    target.go(url)
    await follow({ foyer, run, exchangeId, sessionId })
  } catch (cause) {
    target.giveUp()
    if (run.signal.aborted) return
    const error = cause instanceof PayError ? cause : new PayError({ code: 'pay_failed', cause })
    contextOf(foyer).report(error)
    endPayment({ foyer, run, end: { status: 'failed', error } })
  }
}

/** Asks for the status every 4 s until it is final. A question without an answer is asked again: the visitor may have paid. */
async function follow({
  foyer,
  run,
  ...session
}: Pick<ExchangePayment, 'foyer' | 'run'> & Omit<ExchangeBuyStatusParameters, 'signal'>): Promise<void> {
  const { signal } = run
  const { clock } = contextOf(foyer)
  for (;;) {
    await sleep({ clock, ms: everyMs, signal })
    const answer = await exchangeBuyStatus(foyer, { ...session, signal }).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof PayError)) throw error
      return undefined
    })
    run.move({ isStale: answer === undefined })
    const { status, txHash: hash } = answer ?? {}
    if (status === 'SUCCESS') return endPayment({ foyer, run, hash, end: { status: 'completed' } })
    if (status === 'FAILED') {
      const error = new PayError({ code: 'pay_failed', why: 'the exchange says that nothing was paid.' })
      return endPayment({ foyer, run, hash, end: { status: 'failed', error } })
    }
  }
}

/** Leaves a payment from an exchange, or one that failed, for another way. One that a wallet was asked for can't be left. */
export function leavePayment(foyer: Foyer): void {
  const room = payRoomOf(foyer)
  const { payment } = room.state.get()
  if (!payment) return
  room.dispatch({ type: 'left', id: payment.id })
  if (room.state.get().payment === undefined) room.stop()
}
