import type { FoyerContext } from '../foyer.js'
import { onDemand } from '../loading/onDemand.js'

/**
 * What the operator's server is asked and told, from the first opening on and never before: whether the page's origin is allowed
 * [S5.5], and what happened, where the host turned analytics on [S7.31]. @returns stops
 */
export function watchServer(kit: FoyerContext): () => void {
  const { api, store, options, report } = kit
  if (!api) return () => {}
  const origin = onDemand({
    chunk: 'origin',
    load: async () => (await import('../config/checkOrigin.js')).checkOrigin({ kit, api: await api() }),
  })
  const sender = onDemand({
    chunk: 'events',
    load: async () => (await import('../events/createEventSender.js')).createEventSender({ kit, api: await api() }),
  })
  return store.subscribe(({ lastEvent }, before) => {
    if (!lastEvent || lastEvent === before.lastEvent) return
    if (lastEvent.data.event === 'MODAL_OPEN') origin().catch(report) // once: what was loaded stays
    if (options.features.analytics) {
      sender()
        .then((send) => send(lastEvent))
        .catch(report)
    }
  })
}
