import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { WebhookRefusedError } from './refusals.js'

/** The secret that an operator shares with an on-ramp or an exchange. */
export const WebhookSecret = v.pipe(
  v.string(),
  v.minLength(32, 'must have 32 characters at least'),
  v.maxLength(256, 'must have 256 characters at most'),
)

/** The furthest that a message's time may be from ours, in seconds. */
export const signatureHoldsSeconds = 300

/** A message as it came, before anything of it is believed. */
export interface WebhookMessage {
  readonly header: (name: string) => string | undefined
  /** as it was sent, byte by byte */
  readonly body: string
  /** where it was sent to, as the sender knows it: below `PUBLIC_URL` */
  readonly url: string
  /** milliseconds since 1970 */
  readonly now: number
}

export interface VerifyWebhook {
  message: WebhookMessage
  secret: string
}

export interface SignParameters {
  secret: string
  /** The purpose of the signature, so that none can serve for another use: `order`, `webhook`. */
  purpose: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** @returns HMAC-SHA256 over purpose, time and body, in hex */
export function signBody({ secret, purpose, timestamp, body }: SignParameters): string {
  return createHmac('sha256', secret).update(`${purpose}.${timestamp}.${body}`).digest('hex')
}

export interface SignedAddress extends Pick<SignParameters, 'secret' | 'purpose'> {
  /** of the page that a visitor is sent to */
  url: string
  /** milliseconds since 1970 */
  now: number
  content: Readonly<Record<string, unknown>>
}

/** The time for which an order or a payment can be paid. */
const holdsSeconds = 3_600

/**
 * Writes the address of a desk's or an exchange's page, which can't be changed on the way:
 * `{url}?{purpose}={base64url of JSON}&timestamp={seconds}&signature={HMAC of "{purpose}.{timestamp}.{content}"}`.
 */
export function signedAddress({ url, secret, purpose, now, content }: SignedAddress): string {
  const timestamp = Math.floor(now / 1000)
  const written = { ...content, expiresAt: timestamp + holdsSeconds }
  const body = Buffer.from(JSON.stringify(written)).toString('base64url')
  const target = new URL(url)
  target.searchParams.set(purpose, body)
  target.searchParams.set('timestamp', String(timestamp))
  target.searchParams.set('signature', signBody({ secret, purpose, timestamp, body }))
  return target.href
}

/**
 * Accepts a message of a desk or an exchange that signs as we do: `Foyer-Timestamp` in seconds, `Foyer-Signature` in hex, at most five
 * minutes ago or ahead. No refusal of any kind says what was wrong.
 * @throws {@link WebhookRefusedError}
 */
export function verifyWebhook({ message, secret }: VerifyWebhook): void {
  const timestamp = message.header('foyer-timestamp') ?? ''
  accept({
    seconds: readSeconds(timestamp),
    signature: readHex(message.header('foyer-signature') ?? ''),
    signed: `webhook.${timestamp}.${message.body}`,
    secret,
    message,
  })
}

/** Names of headers, with one space between. */
const signedHeaders = /^[-\w]{1,64}(?: [-\w]{1,64}){0,15}$/

/**
 * Accepts a message of Coinbase: `X-Hook0-Signature: t={seconds},h={names},v1={hex}` over the time, the names of headers, their values
 * and the body.
 * @returns the message's id: of what was signed, however the header writes it
 * @throws {@link WebhookRefusedError}
 * @see https://docs.cdp.coinbase.com/webhooks/verify-signatures
 */
export function verifyHook0({ message, secret }: VerifyWebhook): string {
  const { t = '', h = '', v1 = '' } = readFields(message.header('x-hook0-signature') ?? '')
  if (!signedHeaders.test(h)) throw new WebhookRefusedError()
  const values = h.split(' ').map((name) => message.header(name) ?? '')
  const signed = `${t}.${h}.${values.join('.')}.${message.body}`
  accept({ seconds: readSeconds(t), signature: readHex(v1), signed, secret, message })
  return uuidOf(signed)
}

/**
 * Accepts a message of Meld: `Meld-Signature`, base64url over the time of `Meld-Signature-Timestamp`, the address and the body.
 * @throws {@link WebhookRefusedError}
 * @see https://docs.meld.io/docs/webhook-authentication
 */
export function verifyMeld({ message, secret }: VerifyWebhook): void {
  const timestamp = message.header('meld-signature-timestamp') ?? ''
  const said = message.header('meld-signature') ?? ''
  const signature = Buffer.from(/^[-\w]{43}=?$/.test(said) ? said : '', 'base64url')
  const seconds = v.is(v.pipe(v.string(), v.isoTimestamp()), timestamp) ? Date.parse(timestamp) / 1000 : Number.NaN
  accept({ seconds, signature, signed: `${timestamp}.${message.url}.${message.body}`, secret, message })
}

interface Accept extends VerifyWebhook {
  seconds: number
  signature: Buffer
  signed: string
}

function accept({ seconds, signature, signed, secret, message: { now } }: Accept): void {
  const wanted = createHmac('sha256', secret).update(signed).digest()
  const isSigned = signature.length === wanted.length && timingSafeEqual(wanted, signature)
  const isFresh = Math.abs(now / 1000 - seconds) <= signatureHoldsSeconds
  if (!isSigned || !isFresh) throw new WebhookRefusedError()
}

const readSeconds = (text: string) => (/^\d{1,12}$/.test(text) ? Number(text) : Number.NaN)

/** @returns nothing for what is no HMAC-SHA256 */
const readHex = (text: string) => Buffer.from(/^[0-9a-f]{64}$/i.test(text) ? text : '', 'hex')

/** @throws {@link WebhookRefusedError} for what isn't `name=value`, and for a name that comes twice */
function readFields(header: string): Readonly<Record<string, string>> {
  const fields = header.split(',').map((each) => /^([a-z]\w{0,15})=([^=]+)$/.exec(each))
  const entries = fields.flatMap((field) => (field === null ? [] : [[field[1] ?? '', field[2] ?? ''] as const]))
  const isOnce = new Set(entries.map(([name]) => name)).size === header.split(',').length
  if (!isOnce) throw new WebhookRefusedError()
  return Object.fromEntries(entries)
}

/** A body as JSON; one that isn't counts as an empty text, which no report is. */
export function readBody({ body }: WebhookMessage): unknown {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), body)
  return parsed.success ? parsed.output : ''
}

/** The UUID that stands for any text, such as a sender's own name of a message: always the same. @see RFC 9562, version 8 */
export function uuidOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
