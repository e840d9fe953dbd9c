import { ApiError, refusal } from '@foyer/service/errors/ApiError'

/** A message's signature or time isn't right, or the sender is unknown. */
export class WebhookRefusedError extends refusal({
  code: 'webhook_refused',
  status: 401,
  name: 'signature',
  description: "The message isn't signed as agreed, or its time is too far off.",
}) {}

/** A message came a second time. */
export class WebhookReplayedError extends refusal({
  code: 'webhook_replayed',
  status: 409,
  name: 'delivery',
  description: 'This message was taken before. Give a new one an id of its own and sign it anew.',
}) {}

/** A success was reported that the network doesn't show, or not yet. */
export class PaymentNotSeenError extends refusal({
  code: 'payment_not_seen',
  status: 409,
  name: 'txHash',
  description: "The network doesn't show this transaction yet. Report it again later.",
  headers: { 'Retry-After': '2' },
}) {}

/** The transaction that was reported isn't this payment, or has already counted for another. */
export class PaymentMismatchError extends ApiError {
  constructor({ description }: { description: string }) {
    super({ code: 'payment_mismatch', status: 422, name: 'txHash', description })
  }
}
