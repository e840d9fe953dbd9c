import type { FoyerContext } from '../context.js'
import { onDemand } from '../loading/onDemand.js'

/**
 * What the operator's server is asked and sent, from the first opening on and never before: whether the page's origin is allowed
 * [S5.5], and what happened, where the host turned analytics on [S7.31]. @returns stops
 */
export function watchServer(kit: FoyerContext): () => void {
  const { api, queries, onEvent, options, report, onError } = kit
  if (!api) return () => {}
  const sender = onDemand({
    chunk: 'queries',
    async load() {
      const [{ createEventSender }, open] = await Promise.all([queries(), api()])
      return createEventSender({ kit, api: open })
    },
  })
  const { analytics } = options.features
  const stopEvents = onEvent((event) => {
    if (event.data.event === 'MODAL_OPEN')
      sender()
        .then(({ checkOnce }) => checkOnce())
        .catch(report)
    if (analytics)
      sender()
        .then(({ sendEvent }) => sendEvent(event))
        .catch(report)
  })
  const stopErrors = analytics
    ? onError((error) => {
        sender().then(({ sendError }) => sendError(error), noSender)
      })
    : noSender
  return () => {
    stopEvents()
    stopErrors()
  }
}

/** An error that can't be sent was reported already: reporting that as well would never end. */
function noSender(): void {}
