import type { PlainSentenceKey } from '../messages/sentences.js'
import { type ErrorFacts, FoyerError } from './FoyerError.js'

export type PayErrorCode = PayError['code']

interface PayErrorKind {
  readonly text: string
  readonly notice?: PlainSentenceKey
}

/** What can go wrong with a payment, by its stable code: the text for the developer, and the visitor's sentence where one can act. */
const kinds: Readonly<Record<PayErrorCode, PayErrorKind>> = {
  pay_invalid_config: { text: 'Invalid payment configuration' },
  pay_invalid_recipient: { text: 'Invalid recipient address' },
  pay_invalid_asset: { text: 'Invalid asset specified' },
  pay_invalid_amount: { text: 'Invalid payment amount' },
  pay_unknown: { text: 'Unknown payment error occurred', notice: 'pay.failed' },
  pay_not_started: { text: 'Unable to initiate payment', notice: 'pay.exchangeFailed' },
  pay_wrong_family: { text: 'Invalid chain namespace' },
  pay_failed: { text: 'Unable to process payment', notice: 'pay.failed' },
  pay_no_exchanges: { text: 'Unable to get exchanges', notice: 'pay.exchangesFailed' },
  pay_asset_not_supported: {
    text: 'Asset not supported by the selected exchange',
    notice: 'pay.assetNotSupported',
  },
  pay_no_url: { text: 'Unable to get payment URL', notice: 'pay.exchangeFailed' },
  pay_no_status: { text: 'Unable to get buy status', notice: 'pay.statusUnknown' },
}

/** A payment, or a question about one, came to nothing. */
export class PayError extends FoyerError {
  override readonly name = 'PayError'
  readonly code:
    | 'pay_invalid_config'
    | 'pay_invalid_recipient'
    | 'pay_invalid_asset'
    | 'pay_invalid_amount'
    | 'pay_unknown'
    | 'pay_not_started'
    | 'pay_wrong_family'
    | 'pay_failed'
    | 'pay_no_exchanges'
    | 'pay_asset_not_supported'
    | 'pay_no_url'
    | 'pay_no_status'

  constructor({
    code,
    why,
    facts,
    cause,
  }: {
    readonly code: PayErrorCode
    /** One sentence for the developer: what is wrong, and what to do. */
    readonly why?: string | undefined
    readonly facts?: ErrorFacts | undefined
    readonly cause?: unknown
  }) {
    const { text, notice } = kinds[code]
    super(why === undefined ? text : `${text}: ${why}`, { facts, notice, cause })
    this.code = code
  }
}
