import { type Detail, Skeleton } from '@foyer/parts'
import type { SentReceipt } from '../../headless/receipt.js'
import type { Say } from '../../headless/say.js'
import { Fee, TransactionHash } from './values.js'

/** The rows of every receipt: how it stands, what was paid, when, and which it is. */
export function receiptDetails({
  receipt: { state, notice, reason, block, fee, when, hash },
  say,
}: {
  readonly receipt: SentReceipt
  readonly say: Say
}): readonly Detail[] {
  const confirmed = block === undefined ? say('receipt.confirmed') : say('receipt.confirmedIn', { block })
  const ended = notice ? say(notice) : confirmed
  const paid = fee ? <Fee {...fee} /> : state === 'pending' ? <Skeleton /> : say('receipt.feeUnknown')
  const rows: readonly (Detail | undefined)[] = [
    {
      id: 'status',
      term: say('receipt.status'),
      value: state === 'pending' ? say('receipt.pending') : ended,
      explanation: reason,
    },
    { id: 'fee', term: say('receipt.fee'), value: paid },
    when === undefined ? undefined : { id: 'time', term: say('receipt.time'), value: when },
    hash === ''
      ? undefined
      : {
          id: 'transaction',
          term: say('receipt.transaction'),
          value: <TransactionHash>{hash}</TransactionHash>,
        },
  ]
  return rows.filter((row) => row !== undefined)
}
