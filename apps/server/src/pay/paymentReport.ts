import * as v from 'valibot'
import { TxHash } from '../onramp/purchases.js'

/**
 * An exchange's report of a payment, the body of a signed message (`Foyer-Timestamp`, `Foyer-Signature`). It may be sent
 * again as often as needed, each time with a `delivery` of its own.
 */
export interface PaymentReport {
  /** The message's own id: a UUID. */
  readonly delivery: string
  readonly sessionId: string
  readonly status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  /** Needed for a success. */
  readonly txHash?: string | undefined
}

export const PaymentReport: v.GenericSchema<unknown, PaymentReport> = v.pipe(
  v.strictObject({
    delivery: v.pipe(v.string(), v.uuid()),
    sessionId: v.pipe(v.string(), v.uuid()),
    status: v.picklist(['IN_PROGRESS', 'SUCCESS', 'FAILED']),
    txHash: v.optional(TxHash),
  }),
  v.check(({ status, txHash }) => status !== 'SUCCESS' || txHash !== undefined, 'a success must name its transaction'),
)
