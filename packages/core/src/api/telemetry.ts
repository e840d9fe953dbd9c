import { type Clock, systemClock } from '../clock/clock.js'
import { property, textOf } from '../errors/causes.js'
import type { EventBody, TelemetryCategory } from '../wire/event.js'
import { limits } from '../wire/limits.js'
import { redact } from '../wire/redact.js'
import type { Api } from './createApi.js'
import { eventId } from './eventId.js'

/** At most this many reports [S8.43] … */
const most = 5
/** … in this many milliseconds, whenever they begin [S8.43]. */
const windowMs = 60_000

export interface TelemetryOptions {
  readonly api: Pick<Api, 'sendEvent'>
  /** The page's address; `undefined` outside a browser, where nothing is sent. */
  readonly page: () => { readonly href: string } | undefined
  readonly clock?: Clock | undefined
  /** Makes a UUID v4. */
  readonly newId?: (() => string) | undefined
}

export interface Telemetry {
  /** Tells the server of a failure of the kit; drops it in silence past five in a minute [S8.43]. @throws what `api.sendEvent` throws */
  report(failure: {
    readonly category: TelemetryCategory
    readonly error: unknown
    readonly signal?: AbortSignal | undefined
  }): Promise<void>
}

function textAt(value: unknown, name: string): string {
  const text = property(value, name)
  return typeof text === 'string' ? text : ''
}

/** Tells the operator of the kit's own failures, without what is the visitor's own [S7.32 S8.43] [F28]. */
export function createTelemetry({
  api,
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
        url: redact(origin + pathname).slice(0, limits.url), // its query and fragment may hold anything
        domain: hostname,
        timestamp: new Date(now).toISOString(),
        props: {
          type: 'error',
          event: category,
          errorType: (textAt(error, 'name') || 'UnknownError').slice(0, limits.eventName),
          errorMessage: redact(textOf(error) ?? '').slice(0, limits.eventText),
          stackTrace: redact(textAt(error, 'stack')).slice(0, limits.stackTrace),
        },
      }
      await api.sendEvent({ body, signal })
    },
  }
}
