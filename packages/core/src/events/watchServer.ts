import type { FoyerContext } from '../context.js'
import type { EventSender } from './createEventSender.js'

/**
 * What the operator's server is asked and sent, from the first opening on and never before: whether the page's origin is allowed
 * [S5.5], and what happened, where the host turned analytics on [S7.31]. @returns stops
 */
export function watchServer(kit: FoyerContext): () => void {
  const { api, queries, onEvent, options, report, onError } = kit
  if (!api) return () => {}
  let checked = false
  const check = async () => {
    if (checked) return
    checked = true
    try {
      await (await queries()).checkOrigin({ kit, api: await api() })
    } catch (error) {
      checked = false // the next opening asks again
      throw error
    }
  }
  let sending: Promise<EventSender> | undefined
  const sender = () => {
    sending ??= Promise.all([queries(), api()]).then(
      ([{ createEventSender }, open]) => createEventSender({ kit, api: open }),
      (error: unknown) => {
        sending = undefined
        throw error
      },
    )
    return sending
  }
  const { analytics } = options.features
  const stopEvents = onEvent((event) => {
    if (event.data.event === 'MODAL_OPEN') check().catch(report)
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
