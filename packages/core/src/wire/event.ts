import * as v from 'valibot'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

/** The rooms a failure can come from. */
export const telemetryCategories = [
  'API_ERROR',
  'DATA_PARSING_ERROR',
  'SECURE_SITE_ERROR',
  'INTERNAL_SDK_ERROR',
] as const

export type TelemetryCategory = (typeof telemetryCategories)[number]

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest))

/** A failure in the kit: flat, without `properties`. */
const telemetryProps = v.object({
  type: v.literal('error'),
  event: v.picklist(telemetryCategories),
  errorType: text(limits.eventName),
  errorMessage: text(limits.eventText),
  stackTrace: text(limits.stackTrace),
})
export type TelemetryProps = Output<typeof telemetryProps>

/** An event in the kit, for a project that wants to know. */
const trackProps = v.object({
  type: v.picklist(['track', 'error']),
  /** Such as `MODAL_OPEN`. */
  event: v.pipe(text(limits.eventName), v.regex(/^[A-Z0-9_]+$/)),
  properties: v.optional(v.pipe(v.record(text(limits.eventName), v.unknown()), v.maxEntries(limits.eventProperties))),
  /** The active account's plain address. */
  address: v.optional(text(limits.address)),
})
export type TrackProps = Output<typeof trackProps>

/** The body of an event: analytics or error telemetry [S7.32]. */
export const EventBody = v.object({
  /** UUID v4. */
  eventId: v.pipe(v.string(), v.uuid()),
  url: text(limits.url),
  domain: text(limits.domain),
  /** Milliseconds since 1970 for analytics, ISO 8601 for telemetry. */
  timestamp: v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.isoTimestamp())]),
  props: v.union([telemetryProps, trackProps]),
})
export type EventBody = Output<typeof EventBody>

/** Takes an event [S7.31]. */
export const eventCall = { id: 'sendEvent', method: 'post', path: '/e', body: EventBody } as const satisfies Call

/** The texts that may not leave in a report, and what stands in their place [F28]. Each is looked for in linear time, because the text is untrusted. */
const secrets: readonly (readonly [shape: RegExp, name: string])[] = [
  [/(?<![^\s@"'<>])[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}/gi, '[e-mail]'],
  [/\beyJ[\w.-]{5,}/g, '[token]'],
  [/\b[a-z]{3,8}(?:[\s,]+[a-z]{3,8}\b){11,}/g, '[words]'],
  [/\b0x[0-9a-f]{8,}/gi, '[hex]'],
  [/\b[0-9a-f]{32,}\b/gi, '[hex]'],
  [/\b(?:bc|tb|bcrt)1[0-9a-z]{20,}/gi, '[address]'],
  [/\b[1-9A-HJ-NP-Za-km-z]{26,}\b/g, '[address]'],
  [/(?<![\d.:])\d{6}(?![\d.:])/g, '[code]'],
  [/[?#][^\s)"']+/g, '[query]'],
]

/** Takes out of a text what looks like an e-mail, a token, a phrase, a key, an address, a code or a query. */
export function redact(text: string): string {
  return secrets.reduce((rest, [shape, name]) => rest.replace(shape, name), text)
}
