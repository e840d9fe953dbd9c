import { alertFor } from '../api/alertFor.js'
import type { Api } from '../api/createApi.js'
import { eventId } from '../api/eventId.js'
import type { FoyerContext } from '../foyer.js'
import { accountOf } from '../store/selectors.js'
import type { TimedEvent } from './event.js'

/**
 * Tells the operator's server what happened, one event a call, where the project wants to know [S7.29–S7.32].
 * A refusal for the origin (403) is told the developer once, until an event goes through again [S8.22].
 */
export function createEventSender({
  kit: { store, update },
  api,
}: {
  readonly kit: FoyerContext
  readonly api: Api
}): (event: TimedEvent) => Promise<void> {
  let wanted: Promise<boolean> | undefined
  let refused = false
  const isWanted = () => {
    wanted ??= api.analyticsConfig().catch((error: unknown) => {
      wanted = undefined // the next event asks again
      throw error
    })
    return wanted
  }
  return async ({ data, timestamp }) => {
    if (typeof window === 'undefined' || data.event === 'MODAL_CREATED' || !(await isWanted())) return
    const { href, hostname, origin } = window.location
    const { address } = accountOf(store.getState())
    const props = { type: 'track', ...data, ...(address ? { address } : {}) } as const
    try {
      await api.sendEvent({ body: { eventId: eventId(), url: href, domain: hostname, timestamp, props } })
      refused = false
    } catch (error) {
      const key = alertFor(error)
      if (!key || refused) throw error
      refused = true
      update(() => ({ alert: { key, values: { origin } } }))
    }
  }
}
