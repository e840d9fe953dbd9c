import { html } from 'hono/html'
import { frame, outcome, type Piece, short } from '../page/frame.js'
import type { Payout, PayoutOrder } from '../payout/payout.js'

const frameOf = (body: Piece): Piece =>
  frame({
    title: 'Pay',
    subtitle: 'Exchange of the local stack',
    note: 'A test exchange on this machine: what it pays with is worth nothing.',
    body,
  })

export interface PayPageParameters {
  /** what the server has signed, handed on */
  signed: Readonly<Record<string, string>>
  order: PayoutOrder
  balance: string
  isEnough: boolean
}

export function payPage({ signed, order, balance, isEnough }: PayPageParameters): Piece {
  const [amount = '', symbol = ''] = order.label.split(' ')
  return frameOf(html`
    <section aria-label="What is paid">
      <p class="big">${amount} <small>${symbol}</small></p>
      <dl>
        <div><dt>Goes to</dt><dd>${short(order.to)}</dd></div>
        <div><dt>Network</dt><dd>${order.label.split(' on ')[1]}</dd></div>
        <div><dt>In your account</dt><dd>${balance}</dd></div>
      </dl>
    </section>
    <form method="post" action="/pay">
      ${Object.entries(signed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${
        isEnough
          ? html`<button name="answer" value="pay">Pay ${amount} ${symbol}</button>`
          : html`<p class="wrong" role="alert">There isn’t enough in your account for this payment.</p>`
      }
      <button class="quiet" name="answer" value="cancel">Cancel</button>
    </form>
  `)
}

export function outcomePage({ payout: { order, step } }: { payout: Payout }): Piece {
  const said =
    step.status === 'paid'
      ? outcome({ tone: 'ok', said: 'Paid', more: 'This window can be closed.' })
      : step.status === 'failed'
        ? outcome({ tone: 'bad', said: 'Not paid', more: `${step.reason} Nothing was sent.` })
        : outcome({ tone: 'wait', said: 'Paying', more: 'This page looks again every second.' })
  return frameOf(html`${said}
    <dl>
      <div><dt>Payment</dt><dd>${order.label}</dd></div>
      <div><dt>Goes to</dt><dd>${short(order.to)}</dd></div>
      ${step.status === 'paid' ? html`<div><dt>Transaction</dt><dd>${short(step.txHash)}</dd></div>` : ''}
    </dl>`)
}

export function wrongPage({ said, more }: { said: string; more: string }): Piece {
  return frameOf(outcome({ tone: 'bad', said, more }))
}
