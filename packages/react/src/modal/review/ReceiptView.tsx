import type { ViewProps } from '@foyer/core'
import { roundDown, shortenAddress } from '@foyer/core/chain'
import { figureOf, type SentReceipt } from '@foyer/core/internal'
import { goBack } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { Button, CheckIcon, ClockIcon, type Detail, Details, Link, part, Skeleton, Spinner, XIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import { useReceipt } from '../../headless/transactions.js'
import { type Modal, useModal } from '../modalContext.js'
import { Fee, Sum, type SumProps, TransactionHash, WholeAddress } from './Review.js'

/** The outcome of a transaction that was sent here. */
export default function ReceiptView(sent: ViewProps<'Receipt'>): ReactNode {
  const modal = useModal()
  const { foyer, say } = modal
  const receipt = useReceipt(sent)
  const { state, tracked } = receipt
  const to = tracked?.transfer?.to
  return (
    <Receipt
      state={state}
      title={say(state === 'done' ? done[sent.kind] : titles[state])}
      sum={sumOf(modal, { ...sent, tracked })}
      details={[
        { id: 'recipient', term: say('receipt.recipient'), value: to && <WholeAddress>{to}</WholeAddress> },
        ...receiptDetails(say, receipt),
      ]}
      explorerUrl={receipt.explorerUrl}
      onDone={() => goBack(foyer)}
    />
  )
}

const done = { send: 'receipt.sent', swap: 'receipt.swapped', revoke: 'receipt.revoked' } as const

const titles = { pending: 'receipt.started', held: 'receipt.held', failed: 'receipt.failed' } as const

/** Returns the sum that went, and to whom or for what. */
function sumOf(
  { foyer, say }: Modal,
  { name = '', tracked }: ViewProps<'Receipt'> & Pick<SentReceipt, 'tracked'>,
): SumProps | undefined {
  const { swap, transfer, received } = tracked ?? {}
  if (swap) {
    const { sold, bought } = swap
    const came = { value: received ?? bought.amount, decimals: bought.decimals }
    const amount = came.decimals <= 6 ? came : roundDown({ amount: came, decimals: 6 })
    const { whole, rest } = figureOf({ amount, locale: foyer.options.locale.tag })
    const values = { amount: `${whole}${rest}`, symbol: shownName(bought.symbol) }
    const note = say(received === undefined ? 'receipt.atLeast' : 'receipt.for', values)
    return { amount: { value: sold.amount, decimals: sold.decimals }, unit: shownName(sold.symbol), sign: '−', note }
  }
  if (!transfer) return name === '' ? undefined : { unit: shownName(name) }
  const { asset, amount: value, decimals, symbol = '', to } = transfer
  const short = shortenAddress({ address: to })
  const note = say('receipt.to', { name: name === '' ? short : `${shownName(name)} · ${short}` })
  if (asset.type === 'nft') return { unit: `#${asset.tokenId}`, note }
  return decimals === undefined ? undefined : { amount: { value, decimals }, unit: shownName(symbol), sign: '−', note }
}

export interface ReceiptProps {
  readonly state: SentReceipt['state']
  /** The outcome, in a word or two. */
  readonly title: string
  readonly sum: SumProps | undefined
  readonly details: readonly Detail[]
  /** Its page at the network's explorer. */
  readonly explorerUrl: string | undefined
  readonly onDone: () => void
}

/** Draws how a signed request ended, whichever it was. */
export function Receipt({ state, title, sum, details, explorerUrl, onDone }: ReceiptProps): ReactNode {
  const { say } = useModal()
  const Mark = marks[state]
  return (
    <div data-look="stack" {...part({ name: 'receipt', states: { state } })}>
      <span aria-hidden="true" data-look="disc" {...part({ name: 'receipt-mark', states: { state } })}>
        <Mark />
      </span>
      <p role={state === 'failed' ? 'alert' : 'status'} data-look="centred" {...part({ name: 'receipt-title' })}>
        {title}
      </p>
      {sum ? <Sum {...sum} /> : null}
      <Details partName="receipt-details" details={details} />
      {explorerUrl === undefined ? null : (
        <Link variant="accent" href={explorerUrl} newTabHint={say('shell.opensNewTab')} arrow partName="explorer">
          {say('receipt.explorer')}
        </Link>
      )}
      <Button partName="done" onClick={onDone}>
        {say('receipt.done')}
      </Button>
    </div>
  )
}

const marks = { pending: Spinner, held: ClockIcon, done: CheckIcon, failed: XIcon }

/** The rows of every receipt: how it stands, what was paid, when, and which it is. */
export function receiptDetails(say: Say, receipt: SentReceipt): readonly Detail[] {
  const { state, notice, reason, block, fee, when, hash } = receipt
  const confirmed = block === undefined ? say('receipt.confirmed') : say('receipt.confirmedIn', { block })
  const stands = state === 'pending' ? say('receipt.pending') : notice ? say(notice) : confirmed
  const paid = fee ? <Fee {...fee} /> : state === 'pending' ? <Skeleton /> : say('receipt.feeUnknown')
  const which = hash === '' ? undefined : <TransactionHash>{hash}</TransactionHash>
  return [
    { id: 'status', term: say('receipt.status'), value: stands, explanation: reason },
    { id: 'fee', term: say('receipt.fee'), value: paid },
    { id: 'time', term: say('receipt.time'), value: when },
    { id: 'transaction', term: say('receipt.transaction'), value: which },
  ]
}
