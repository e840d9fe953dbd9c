import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { WebhookRefusedError } from './refusals.js'

/** What an operator shares with an on-ramp or an exchange. */
export const WebhookSecret: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.minLength(32, 'must have 32 characters at least'),
  v.maxLength(256, 'must have 256 characters at most'),
)

/** How far a message's time may be from ours, in seconds. */
export const signatureHoldsSeconds = 300

export interface SignParameters {
  secret: string
  /** What the signature is for, so that none can serve for another use: `order`, `webhook`. */
  purpose: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** @returns HMAC-SHA256 over purpose, time and body, in hex */
export function signBody({ secret, purpose, timestamp, body }: SignParameters): string {
  return createHmac('sha256', secret).update(`${purpose}.${timestamp}.${body}`).digest('hex')
}

export interface VerifyParameters {
  secret: string
  /** The headers `Foyer-Timestamp` and `Foyer-Signature`. */
  timestamp: string | undefined
  signature: string | undefined
  body: string
  /** milliseconds since 1970 */
  now: number
}

/**
 * Accepts a message that was signed with the secret, at most five minutes ago or ahead. The refusal doesn't say which of the two is wrong.
 * @throws {@link WebhookRefusedError}
 */
export function verifyWebhook({ secret, timestamp, signature, body, now }: VerifyParameters): void {
  if (!/^\d{1,12}$/.test(timestamp ?? '') || !/^[0-9a-f]{64}$/.test(signature ?? '')) throw new WebhookRefusedError()
  const wanted = Buffer.from(signBody({ secret, purpose: 'webhook', timestamp: Number(timestamp), body }), 'hex')
  const isSigned = timingSafeEqual(wanted, Buffer.from(signature ?? '', 'hex'))
  const isFresh = Math.abs(now / 1000 - Number(timestamp)) <= signatureHoldsSeconds
  if (!isSigned || !isFresh) throw new WebhookRefusedError()
}
