import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { formatUnits, parseUnits } from 'viem'
import { createPages } from '../page/createPages.js'
import { grouped } from '../page/frame.js'
import type { PayoutOrder } from '../payout/payout.js'
import type { Payouts } from '../payout/payouts.js'
import { readSigned } from '../payout/signedRequest.js'
import type { MarketChain } from '../startChains.js'
import type { ExchangeAccount } from './account.js'
import { outcomePage, payPage, wrongPage } from './exchangePages.js'

/** What the server sends a visitor to the exchange with, signed. */
const ExchangePayment = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** CAIP-19 */
  asset: v.pipe(v.string(), v.regex(/^eip155:\d+\/(slip44:60|erc20:0x[0-9a-fA-F]{40})$/)),
  amount: v.pipe(v.string(), v.maxLength(80), v.regex(/^\d+(\.\d+)?$/)),
  /** CAIP-10 */
  recipient: v.pipe(v.string(), v.regex(/^eip155:\d+:0x[0-9a-fA-F]{40}$/)),
  /** seconds since 1970 */
  expiresAt: v.number(),
})
type ExchangePayment = v.InferOutput<typeof ExchangePayment>

export interface CreateExchangeParameters {
  payouts: Payouts
  account: ExchangeAccount
  chains: readonly MarketChain[]
  secret: string
  /** milliseconds since 1970 */
  now: () => number
  log: (line: string) => void
}

/** The exchange's pages. */
export function createExchange({ payouts, account, chains, secret, now, log }: CreateExchangeParameters): Hono {
  const pages = createPages()
  const open = (parameters: Readonly<Record<string, string>>) => {
    const payment = readSigned({ secret, purpose: 'payment', schema: ExchangePayment, parameters })
    if (!payment || payment.expiresAt * 1000 <= now()) return null
    const order = toPayout({ payment, chains })
    const { payment: text = '', timestamp = '', signature = '' } = parameters
    return order && { ...order, signed: { payment: text, timestamp, signature } }
  }
  pages.get('/', async (c) => {
    const opened = open(c.req.query())
    if (!opened) return refusePayment(c)
    const { order, decimals, symbol, signed } = opened
    if (payouts.get(order.id)) return c.redirect(`/payment/${order.id}`, 303)
    const held = await account.balance({ chainId: order.chainId, token: order.token })
    const balance = `${grouped(formatUnits(held, decimals))} ${symbol}`
    return c.html(payPage({ signed, order, balance, isEnough: held >= BigInt(order.amount) }))
  })
  pages.post('/pay', async (c) => {
    const form = await c.req.parseBody()
    const texts = Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    const opened = open(Object.fromEntries(texts))
    if (!opened) return refusePayment(c)
    const { order } = opened
    if (form.answer === 'pay') await payouts.pay(order)
    else await payouts.refuse({ order, reason: 'It was cancelled.' })
    return c.redirect(`/payment/${order.id}`, 303)
  })
  pages.get('/payment/:id', (c) => {
    const payout = payouts.get(c.req.param('id'))
    if (!payout)
      return c.html(wrongPage({ said: 'There is no such payment', more: 'Start it again where you came from.' }), 404)
    const isOpen = payout.step.status === 'accepted' || payout.step.status === 'signed'
    return c.html(outcomePage({ payout }), 200, isOpen ? { Refresh: '1' } : {})
  })
  pages.onError((error, c) => {
    log(`a page failed: ${error.name}`)
    return c.html(
      wrongPage({ said: 'The chain doesn’t answer', more: 'Nothing was paid. Try again in a moment.' }),
      502,
    )
  })
  return pages
}

function refusePayment(c: Context) {
  const more = 'It was changed on the way, or it is too old. Start it again where you came from.'
  return c.html(wrongPage({ said: 'This payment can’t be read', more }), 400)
}

/** @returns null for a chain or a token that isn't here, or an account on another chain */
function toPayout({ payment, chains }: { payment: ExchangePayment; chains: readonly MarketChain[] }) {
  const [network = '', asset = ''] = payment.asset.split('/')
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === network)
  const [, , to = ''] = payment.recipient.split(':')
  if (!chain || !payment.recipient.startsWith(`${network}:`) || !isHex(to)) return null
  const token = chain.tokens.find(({ address }) => asset.toLowerCase() === `erc20:${address.toLowerCase()}`)
  if (!token && asset !== 'slip44:60') return null
  const { symbol, decimals } = token ?? chain.nativeCurrency
  const order: PayoutOrder = {
    id: payment.id,
    chainId: chain.id,
    to,
    token: token?.address ?? null,
    amount: String(parseUnits(payment.amount, decimals)),
    label: `${payment.amount} ${symbol} on ${chain.name}`,
    purpose: payment.id,
    report: { sessionId: payment.id },
  }
  return { order, decimals, symbol }
}

const isHex = (text: string): text is `0x${string}` => text.startsWith('0x')
