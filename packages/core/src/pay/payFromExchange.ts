import { sleep } from '../clock/sleep.js'
import { contextOf } from '../context.js'
import { PayError } from '../errors/pay.js'
import type { Foyer } from '../foyer.js'
import type { PayExchange } from '../wire/payments.js'
import { exchangeBuyStatus, type PayUrlParameters, payUrl } from './exchanges.js'
import type { CheckedPayRequest } from './payAsset.js'
import { endPayment, type PayRun, payRoomOf, showPayment } from './payRoom.js'

/** How often the status is asked for. */
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

interface Target {
  readonly go: (url: string) => void
  readonly giveUp: () => void
}

function openTarget({ page, isTab }: { readonly page: PayWindow; readonly isTab: boolean }): Target {
  if (!isTab) return { go: (url) => page.location.assign(url), giveUp: () => {} }
  const tab = openTab(page)
  return { go: (url) => tab?.location.replace(url), giveUp: () => tab?.close() }
}

/** An empty tab that can't reach back; null where the browser blocks it: then the view's link leads there. */
function openTab(page: PayWindow): PayTab | null {
  const tab = page.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}

interface ExchangePayment extends PayFromExchangeParameters {
  readonly foyer: Foyer
  readonly request: CheckedPayRequest
  readonly run: PayRun
  readonly target: Target
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
    endPayment({ foyer, run, end: { status: 'failed', reason: 'failed', error } })
  }
}

/** Asks for the status every 4 s until it is final. A question without an answer is asked again: the visitor may have paid. */
async function follow({
  foyer,
  run,
  ...session
}: {
  readonly foyer: Foyer
  readonly run: PayRun
  readonly exchangeId: string
  readonly sessionId: string
}): Promise<void> {
  const { signal } = run
  const { clock } = contextOf(foyer)
  for (;;) {
    await sleep({ clock, ms: everyMs, signal })
    const { status, txHash: hash } = await statusOf({ foyer, signal, ...session })
    run.move({ isStale: status === undefined })
    if (status === 'SUCCESS') return endPayment({ foyer, run, hash, end: { status: 'completed' } })
    if (status === 'FAILED') {
      const error = new PayError({ code: 'pay_failed', why: 'the exchange says that nothing was paid.' })
      return endPayment({ foyer, run, hash, end: { status: 'failed', reason: 'failed', error } })
    }
  }
}

type Asked = { readonly foyer: Foyer; readonly signal: AbortSignal } & Pick<PayUrlParameters, 'exchangeId'> & {
    readonly sessionId: string
  }

async function statusOf({
  foyer,
  ...question
}: Asked): Promise<Partial<Awaited<ReturnType<typeof exchangeBuyStatus>>>> {
  try {
    return await exchangeBuyStatus(foyer, question)
  } catch (error) {
    if (question.signal.aborted || !(error instanceof PayError)) throw error
    return {}
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
