import { html } from 'hono/html'
import { frame, outcome, type Piece, short } from '../page/frame.js'
import type { Payout } from '../payout/payout.js'
import type { DeskOrder } from './deskOrder.js'
import type { Offer, Ware } from './seller.js'
import { testCards } from './testCards.js'

const note = 'A test desk on this machine: its cards exist nowhere, its coins are worth nothing.'

/** What the server has signed, to be handed on from page to page. */
export interface Signed {
  readonly order: string
  readonly timestamp: string
  readonly signature: string
}

const hidden = (signed: Signed): Piece =>
  html`${Object.entries(signed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`

export interface BuyPageParameters {
  signed: Signed
  order: DeskOrder
  wares: readonly Ware[]
  currencies: readonly string[]
  chosen: { readonly ware: string; readonly amount: string; readonly currency: string }
  /** an offer and its id, why there is none, or nothing yet */
  offer: { readonly id: string; readonly offer: Offer } | string | null
}

export function buyPage({ signed, order, wares, currencies, chosen, offer }: BuyPageParameters): Piece {
  const body = html`
    <form method="get" action="/">
      ${hidden(signed)}
      <label class="field"
        >Coin
        <span class="select"><select name="ware">
          ${wares.map(
            ({ id, symbol, chainName }) =>
              html`<option value="${id}" ${id === chosen.ware ? 'selected' : ''}>${symbol} on ${chainName}</option>`,
          )}
        </select></span></label
      >
      <div class="pair">
        <label class="field"
          >You pay
          <input type="text" name="amount" inputmode="decimal" autocomplete="off" maxlength="20" value="${chosen.amount}" ${typeof offer === 'string' ? html`aria-describedby="wrong" aria-invalid="true"` : ''}
        /></label>
        <label class="field"
          >Currency
          <span class="select"><select name="currency">
            ${currencies.map(
              (id) => html`<option value="${id}" ${id === chosen.currency ? 'selected' : ''}>${id}</option>`,
            )}
          </select></span></label
        >
      </div>
      ${typeof offer === 'string' ? html`<p class="wrong" id="wrong" role="alert">${offer}</p>` : ''}
      <button class="${offer === null || typeof offer === 'string' ? '' : 'quiet'}">Show the price</button>
    </form>
    ${offer === null || typeof offer === 'string' ? '' : checkout({ signed, order, ...offer })}
  `
  return frame({ title: 'Buy', subtitle: 'Card desk of the local stack', note, body })
}

function checkout({ signed, order, id, offer }: { signed: Signed; order: DeskOrder; id: string; offer: Offer }): Piece {
  const { paymentTotal, paymentSubtotal, purchaseAmount, coinbaseFee, networkFee } = offer
  const rows = [
    ['For the coins', paymentSubtotal],
    ['Desk’s fee', coinbaseFee],
    ['Network fee', networkFee],
  ] as const
  return html`
    <section aria-label="What you get">
      <h2>You get</h2>
      <p class="big" data-part="purchase-amount">${purchaseAmount.amount} <small>${purchaseAmount.currency}</small></p>
      <dl>
        ${rows.map(([name, { amount, currency }]) => html`<div><dt>${name}</dt><dd>${amount} ${currency}</dd></div>`)}
        <div><dt>Goes to</dt><dd>${short(order.address)}</dd></div>
      </dl>
    </section>
    <form method="post" action="/pay">
      ${hidden(signed)}
      <input type="hidden" name="offer" value="${id}" />
      <fieldset>
        <legend>Pay with a test card</legend>
        ${testCards.map(
          (card, index) =>
            html`<label class="row"
              ><input type="radio" name="card" value="${card.id}" ${index === 0 ? 'checked' : ''} /><span
                >${card.name}<small>${card.number}</small></span
              ></label
            >`,
        )}
      </fieldset>
      <button>Pay ${paymentTotal.amount} ${paymentTotal.currency}</button>
    </form>
  `
}

export interface PurchasePageParameters {
  payout: Payout
  /** lets the visitor try again */
  signed: Signed | undefined
}

export function purchasePage({ payout: { order, step }, signed }: PurchasePageParameters): Piece {
  const rows = html`<dl>
    <div><dt>Coins</dt><dd>${order.label}</dd></div>
    <div><dt>Goes to</dt><dd>${short(order.to)}</dd></div>
    ${step.status === 'paid' ? html`<div><dt>Transaction</dt><dd>${short(step.txHash)}</dd></div>` : ''}
  </dl>`
  const again =
    step.status === 'failed' && signed
      ? html`<a class="button" href="/?${new URLSearchParams({ ...signed }).toString()}">Try again</a>`
      : ''
  const said =
    step.status === 'paid'
      ? outcome({ tone: 'ok', said: 'Bought', more: 'The coins are in the wallet. This window can be closed.' })
      : step.status === 'failed'
        ? outcome({ tone: 'bad', said: 'Not bought', more: `${step.reason} Nothing was charged or sent.` })
        : outcome({ tone: 'wait', said: 'Sending the coins', more: 'This page looks again every second.' })
  return frame({ title: 'Buy', subtitle: 'Card desk of the local stack', note, body: html`${said} ${rows} ${again}` })
}

export function wrongPage({ said, more }: { said: string; more: string }): Piece {
  return frame({
    title: 'Buy',
    subtitle: 'Card desk of the local stack',
    note,
    body: outcome({ tone: 'bad', said, more }),
  })
}
