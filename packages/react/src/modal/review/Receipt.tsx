import type { SentReceipt } from '@foyer/core/internal'
import { Button, CheckIcon, type Detail, Details, Link, part, Skeleton, Spinner, XIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import { useModal } from '../modalContext.js'
import { Sum, type SumProps } from './Sum.js'
import { Fee, TransactionHash } from './values.js'

export interface ReceiptProps {
  readonly state: 'pending' | 'done' | 'failed'
  /** The outcome, in a word or two. */
  readonly title: string
  readonly sum: SumProps | undefined
  readonly details: readonly Detail[]
  /** Its page at the network's explorer. */
  readonly explorerUrl: string | undefined
  readonly onDone: () => void
}

/** The outcome of what was signed: one drawing for whatever it was. */
export function Receipt({ state, title, sum, details, explorerUrl, onDone }: ReceiptProps): ReactNode {
  const { say } = useModal()
  return (
    <div data-look="stack" {...part({ name: 'receipt', states: { state } })}>
      <span aria-hidden="true" data-look="disc" {...part({ name: 'receipt-mark', states: { state } })}>
        {state === 'pending' ? <Spinner /> : state === 'done' ? <CheckIcon /> : <XIcon />}
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
