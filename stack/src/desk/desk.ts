import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { parseUnits } from 'viem'
import { createPages } from '../page/createPages.js'
import type { PayoutOrder } from '../payout/payout.js'
import type { Payouts } from '../payout/payouts.js'
import { readSigned } from '../payout/signedRequest.js'
import { DeskOrder } from './deskOrder.js'
import { buyPage, purchasePage, type Signed, wrongPage } from './deskPages.js'
import type { Offer, Seller, Ware } from './seller.js'
import { testCards } from './testCards.js'

export interface CreateDeskParameters {
  payouts: Payouts
  seller: Seller
  secret: string
  /** milliseconds since 1970 */
  now: () => number
  log: (line: string) => void
}

/** An offer that was shown; it holds for ten minutes, and until the desk is ended. */
interface Shown {
  readonly offer: Offer
  readonly ware: Ware
  readonly orderId: string
  readonly until: number
}

const offerHoldsMs = 600_000
const mostOffers = 1_000

/** The desk's pages. */
export function createDesk({ payouts, seller, secret, now, log }: CreateDeskParameters): Hono {
  const offers = new Map<string, Shown>()
  const pages = createPages()
  const open = (parameters: Readonly<Record<string, string>>) => {
    const order = readSigned({ secret, purpose: 'order', schema: DeskOrder, parameters })
    const { order: text = '', timestamp = '', signature = '' } = parameters
    const signed: Signed = { order: text, timestamp, signature }
    return order && order.expiresAt * 1000 > now() ? { order, signed } : null
  }
  pages.get('/', async (c) => {
    const opened = open(c.req.query())
    if (!opened) return refuseOrder(c)
    const { order } = opened
    const bought = boughtBy({ payouts, orderId: order.id })
    if (bought) return c.redirect(`/purchase/${bought.order.id}`, 303)
    const { wares, currencies } = await wanted({ seller, order })
    const chosen = choose({ query: c.req.query(), order, wares, currencies })
    const ware = wares.find(({ id }) => id === chosen.ware)
    const offerOf = { ...chosen, projectId: order.projectId }
    const answer = ware && chosen.amount !== '' ? await seller.offer({ ...offerOf, ware }) : null
    if (!ware) return c.html(buyPage({ ...opened, wares, currencies, chosen, offer: 'Nothing is for sale here.' }))
    if (answer === null || typeof answer === 'string') {
      return c.html(buyPage({ ...opened, wares, currencies, chosen, offer: answer }))
    }
    const id = randomUUID()
    forget({ offers, now: now() })
    offers.set(id, { offer: answer, ware, orderId: order.id, until: now() + offerHoldsMs })
    return c.html(buyPage({ ...opened, wares, currencies, chosen, offer: { id, offer: answer } }))
  })
  pages.post('/pay', async (c) => {
    const form = await readForm(c)
    const opened = open(form)
    const card = testCards.find(({ id }) => id === form.card)
    if (!opened || !card) return refuseOrder(c)
    const { order } = opened
    const before = payouts.get(form.offer ?? '') ?? boughtBy({ payouts, orderId: order.id })
    if (before) return c.redirect(`/purchase/${before.order.id}`, 303)
    const shown = offers.get(form.offer ?? '')
    if (!shown || shown.until < now() || shown.orderId !== order.id) {
      return c.html(wrongPage({ said: 'This price holds no more', more: 'Go back and look at the price again.' }), 409)
    }
    // Gone before anything waits: two presses at once are one purchase.
    for (const [id, { orderId }] of offers) if (orderId === order.id) offers.delete(id)
    const payout = toPayout({ id: form.offer ?? '', order, shown })
    if (card.declined === undefined) await payouts.pay(payout)
    else await payouts.refuse({ order: payout, reason: card.declined })
    return c.redirect(`/purchase/${payout.id}?${new URLSearchParams({ ...opened.signed })}`, 303)
  })
  pages.get('/purchase/:id', (c) => {
    const payout = payouts.get(c.req.param('id'))
    if (!payout)
      return c.html(wrongPage({ said: 'There is no such purchase', more: 'Open the desk from your wallet.' }), 404)
    const isOpen = payout.step.status === 'accepted' || payout.step.status === 'signed'
    const opened = open(c.req.query())
    return c.html(purchasePage({ payout, signed: opened?.signed }), 200, isOpen ? { Refresh: '1' } : {})
  })
  pages.onError((error, c) => {
    log(`a page failed: ${error.name}`)
    return c.html(
      wrongPage({ said: 'The server doesn’t answer', more: 'Nothing was bought. Try again in a moment.' }),
      502,
    )
  })
  return pages
}

function refuseOrder(c: Context) {
  const more = 'It was changed on the way, or it is too old. Open the desk again from your wallet.'
  return c.html(wrongPage({ said: 'This order can’t be read', more }), 400)
}

/** An order is paid once; what was declined may be tried again. */
function boughtBy({ payouts, orderId }: { payouts: Payouts; orderId: string }) {
  return payouts.all.find(({ order, step }) => order.purpose === orderId && step.status !== 'failed')
}

async function readForm(c: Context): Promise<Readonly<Record<string, string>>> {
  const body = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

async function wanted({ seller, order }: { seller: Seller; order: DeskOrder }) {
  const { wares, currencies } = await seller.wares({ projectId: order.projectId })
  const some = wares.filter(({ symbol }) => order.assets.includes(symbol))
  return { wares: some.length > 0 ? some : wares, currencies }
}

interface Choose {
  query: Readonly<Record<string, string>>
  order: DeskOrder
  wares: readonly Ware[]
  currencies: readonly string[]
}

/** What the visitor has chosen, else what the wallet has, else the first there is. */
function choose({ query, order, wares, currencies }: Choose) {
  const near = wares.find(({ network, chainId }) => [network, `eip155:${chainId}`].includes(order.defaultNetwork ?? ''))
  return {
    ware: query.ware ?? near?.id ?? wares[0]?.id ?? '',
    amount: query.amount?.trim().replace(',', '.') ?? order.paymentAmount ?? '100',
    currency: query.currency ?? currencies[0] ?? '',
  }
}

function forget({ offers, now }: { offers: Map<string, Shown>; now: number }): void {
  for (const [id, { until }] of offers) if (until < now) offers.delete(id)
  const [oldest] = offers.keys()
  if (offers.size >= mostOffers && oldest !== undefined) offers.delete(oldest)
}

function toPayout({ id, order, shown }: { id: string; order: DeskOrder; shown: Shown }): PayoutOrder {
  const { ware, offer } = shown
  const { amount } = offer.purchaseAmount
  const networkId = `eip155:${ware.chainId}`
  return {
    id,
    chainId: ware.chainId,
    to: order.address,
    token: ware.token,
    amount: String(parseUnits(amount, ware.decimals)),
    label: `${amount} ${ware.symbol} on ${ware.chainName}`,
    purpose: order.id,
    report: {
      id,
      projectId: order.projectId,
      recipient: `${networkId}:${order.address}`,
      asset: ware.token === null ? `${networkId}/slip44:60` : `${networkId}/erc20:${ware.token}`,
      amount,
      payment: { amount: offer.paymentTotal.amount, currency: offer.paymentTotal.currency },
    },
  }
}
