import { type Clock, systemClock } from '../clock/clock.js'
import { property, textOf } from '../errors/foreignError.js'
import { type EventBody, redact, type TelemetryCategory } from '../wire/event.js'
import { limits } from '../wire/limits.js'

/** At most this many reports [S8.43] … */
const most = 5
/** … in this many milliseconds, whenever they begin [S8.43]. */
const windowMs = 60_000

export interface TelemetryOptions {
  readonly send: (body: EventBody, signal: AbortSignal | undefined) => Promise<void>
  /** The page's address; `undefined` outside a browser, where nothing is sent. */
  readonly page: () => { readonly href: string } | undefined
  readonly clock?: Clock | undefined
  /** Makes a UUID v4. */
  readonly newId?: (() => string) | undefined
}

export interface ReportParameters {
  readonly category: TelemetryCategory
  readonly error: unknown
  readonly signal?: AbortSignal | undefined
}

export interface Telemetry {
  /** Sends the server a failure of the kit; drops those past five in a minute [S8.43]. @throws what `send` throws */
  report(failure: ReportParameters): Promise<void>
}

function textAt(value: unknown, name: string): string {
  const text = property(value, name)
  return typeof text === 'string' ? text : ''
}

/**
 * Cuts a text and redacts what is left of it, so that the work is bounded by the cut. What the cut goes through goes with it: half of a secret
 * doesn't look like one. That is the last run of letters, and the words before it, which may begin a phrase.
 */
function redactWithin({ text, most }: { readonly text: string; readonly most: number }): string {
  const kept = text.length > most ? withoutCutEnd(text.slice(0, most)) : text
  // A name may be longer than the secret in whose place it stands.
  return redact(kept).slice(0, most)
}

function withoutCutEnd(text: string): string {
  // Runs stand at even places, what parts them at odd ones.
  const parts = text.split(/([\s,]+)/)
  let end = parts.length - 2
  while (end > 0 && /^[a-z]{3,8}$/.test(parts[end - 1] ?? '')) end -= 2
  return parts.slice(0, Math.max(end, 0)).join('')
}

/** Sends the operator the kit's own failures, without what is the visitor's own [S7.32 S8.43] [F28]. */
export function createTelemetry({
  send,
  page,
  clock = systemClock,
  newId = () => eventId(),
}: TelemetryOptions): Telemetry {
  let sentAt: readonly number[] = []

  return {
    async report({ category, error, signal }) {
      const location = page()
      const now = clock.now()
      sentAt = sentAt.filter((at) => now - at < windowMs)
      if (!location || sentAt.length >= most) return
      sentAt = [...sentAt, now]

      const { origin, pathname, hostname } = new URL(location.href)
      const body: EventBody = {
        eventId: newId(),
        url: redactWithin({ text: origin + pathname, most: limits.url }), // its query and fragment may hold anything
        domain: hostname,
        timestamp: new Date(now).toISOString(),
        props: {
          type: 'error',
          event: category,
          errorType: redactWithin({ text: textAt(error, 'name') || 'UnknownError', most: limits.eventName }),
          errorMessage: redactWithin({ text: textOf(error) ?? '', most: limits.eventText }),
          stackTrace: redactWithin({ text: textAt(error, 'stack'), most: limits.stackTrace }),
        },
      }
      await send(body, signal)
    },
  }
}

/** A UUID v4 (RFC 9562 §5.4). `crypto.randomUUID` is missing on plain http, where a dapp is developed. */
export function eventId(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  const bytes = random(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
