import { parseAccountId, parseFungible } from '@foyer/core/chain'
import { limits } from '@foyer/core/wire'
import * as v from 'valibot'

/**
 * A provider's report of a purchase, the body of a signed message (`Foyer-Timestamp`, `Foyer-Signature`). It may be sent
 * again as often as needed, each time with a `delivery` of its own.
 */
export interface PurchaseReport {
  /** The message's own id: a UUID. */
  readonly delivery: string
  /** The purchase's, at the provider. */
  readonly id: string
  /** The project that the order names. */
  readonly projectId: string
  /** CAIP-10. */
  readonly recipient: string
  /** CAIP-19, of the recipient's network. */
  readonly asset: string
  /** Decimal, in whole units of the asset. */
  readonly amount: string
  readonly payment: { readonly amount: string; readonly currency: string }
  readonly status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  /** Needed for a success. */
  readonly txHash?: string | undefined
}

const decimal = v.pipe(v.string(), v.maxLength(limits.decimal), v.regex(/^\d+(?:\.\d+)?$/, 'must be a decimal number'))

/** Whether an id is one that its parser takes. */
const parsesWith = (parse: (text: string) => unknown) => (text: string) => {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

/** Its own kind of transaction hash: 32 bytes in hex. */
export const TxHash: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be a transaction hash'),
)

export const PurchaseReport: v.GenericSchema<unknown, PurchaseReport> = v.pipe(
  v.strictObject({
    delivery: v.pipe(v.string(), v.uuid()),
    id: v.pipe(v.string(), v.regex(/^[-\w]{1,64}$/)),
    projectId: v.pipe(v.string(), v.maxLength(limits.projectId)),
    recipient: v.pipe(
      v.string(),
      v.maxLength(limits.accountId),
      v.check(parsesWith(parseAccountId), 'must be a CAIP-10 id'),
    ),
    asset: v.pipe(v.string(), v.maxLength(limits.caip19), v.check(parsesWith(parseFungible), 'must be a CAIP-19 id')),
    amount: decimal,
    payment: v.strictObject({ amount: decimal, currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) }),
    status: v.picklist(['IN_PROGRESS', 'SUCCESS', 'FAILED']),
    txHash: v.optional(TxHash),
  }),
  v.check(({ status, txHash }) => status !== 'SUCCESS' || txHash !== undefined, 'a success must name its transaction'),
)
