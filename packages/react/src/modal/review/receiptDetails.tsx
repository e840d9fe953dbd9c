import type { SentReceipt } from '@foyer/core/internal'
import { type Detail, Skeleton } from '@foyer/parts'
import type { Say } from '../../headless/say.js'
import { Fee, TransactionHash } from './values.js'

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
