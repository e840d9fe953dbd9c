import { type Asker, ask } from '../api/ask.js'
import { alertFor } from '../api/project.js'
import { createTelemetry, eventId } from '../api/telemetry.js'
import type { FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import type { TimedEvent } from '../events/event.js'
import { checkOrigin } from '../setup/developerAlerts.js'
import { accountOf } from '../state/selectors.js'
import { type EventBody, eventCall, type TelemetryCategory } from '../wire/event.js'
import { analyticsConfigCall } from '../wire/project.js'

export interface EventSender {
  /** Asks once whether the page's origin is allowed [S5.5]; after a failure, asks again. */
  checkOnce(): Promise<void>
  /** One event a call [S7.29–S7.32]. A refusal for the origin (403) alerts the developer once, until an event is accepted again [S8.22]. */
  sendEvent(event: TimedEvent): Promise<void>
  /** A failure of the kit itself, at most five a minute [S8.43]; the visitor's refusals and the network's troubles are none. Never rejects. */
  sendError(error: unknown): Promise<void>
}

/** Asks the operator's server whether the page's origin is allowed, and sends it what happened, where the project switched that on. */
export function createEventSender({ kit, api }: { readonly kit: FoyerContext; readonly api: Asker }): EventSender {
  const { store, update, clock, report } = kit
  const page = () => (typeof window === 'undefined' ? undefined : window.location)
  const send = async (body: EventBody, signal?: AbortSignal) => ask(api, eventCall, { body, signal })
  const telemetry = createTelemetry({ send, page, clock })
  /** The errors of sending an error: they aren't sent in their turn. */
  const own = new WeakSet<object>()
  let wanted: Promise<boolean> | undefined
  let refused = false
  const isWanted = () => {
    wanted ??= ask(api, analyticsConfigCall).then(
      ({ isAnalyticsEnabled }) => isAnalyticsEnabled,
      (error: unknown) => {
        wanted = undefined // the next event asks again
        throw error
      },
    )
    return wanted
  }
  return {
    checkOnce: originCheck({ kit, api }),
    async sendEvent({ data, timestamp }) {
      const location = page()
      if (!location || data.event === 'MODAL_CREATED' || !(await isWanted())) return
      const { href, hostname, origin } = location
      const { address } = accountOf(store.getState())
      const props = { type: 'track', ...data, ...(address ? { address } : {}) } as const
      try {
        await send({ eventId: eventId(), url: href, domain: hostname, timestamp, props })
        refused = false
      } catch (error) {
        const key = alertFor(error)
        if (!key) throw error
        if (refused) return
        refused = true
        update(() => ({ alert: { key, values: { origin } } }))
      }
    },
    async sendError(error) {
      const category = categoryOf(error)
      if (!category || (error instanceof Object && own.has(error))) return
      try {
        if (await isWanted()) await telemetry.report({ category, error })
      } catch (failure) {
        if (failure instanceof Object) own.add(failure)
        report(failure)
      }
    },
  }
}

function originCheck(parameters: Parameters<typeof checkOrigin>[0]): EventSender['checkOnce'] {
  let checked = false
  return async () => {
    if (checked) return
    checked = true
    try {
      await checkOrigin(parameters)
    } catch (error) {
      checked = false
      throw error
    }
  }
}

function categoryOf(error: unknown): TelemetryCategory | undefined {
  if (error instanceof InvalidResponseError) return 'DATA_PARSING_ERROR'
  return error instanceof FoyerError ? undefined : 'INTERNAL_SDK_ERROR'
}
