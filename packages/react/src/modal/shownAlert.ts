import { type Alert, alertSentences, type Foyer } from '@foyer/core'
import { type Sentences, say } from '@foyer/core/messages'
import { alertDelayMs } from '@foyer/core/view'
import { KitAlertError } from './KitAlertError.js'

export interface ShownAlert {
  /** The alert that stands in the bar. */
  get(): Alert | undefined
  subscribe(listener: () => void): () => void
  dismiss(): void
}

/**
 * The alert that the developer is shown: a moment after the modal has opened, so that it isn't lost in its coming [S9.33], and only
 * while `debug` is on. The console and the host's `onError` get the longer sentence in any case, once.
 */
export function createShownAlert({
  foyer: { store, options, context },
  sentences,
  told,
}: {
  readonly foyer: Foyer
  readonly sentences: Sentences
  /** The alerts that the console and the host have heard of. */
  readonly told: WeakSet<Alert>
}): ShownAlert {
  const listeners = new Set<() => void>()
  let wanted: Alert | undefined
  let shown: Alert | undefined
  let stopClock: (() => void) | undefined
  let stopWatching: (() => void) | undefined

  const tell = (alert: Alert) => {
    if (told.has(alert)) return
    told.add(alert)
    const { long } = alertSentences[alert.key]
    const message = say(sentences, long, { network: '', origin: '', family: '', ...alert.values })
    console.error(message)
    context.report(new KitAlertError({ alert: alert.key, message }))
  }
  const show = (next: Alert | undefined) => {
    if (shown === next) return
    shown = next
    for (const listener of [...listeners]) listener()
  }
  const follow = () => {
    const { alert } = store.getState()
    if (alert === wanted) return
    wanted = alert
    stopClock?.()
    show(undefined)
    if (!alert) return
    stopClock = context.clock.setTimeout(() => {
      tell(alert)
      if (options.debug) show(alert)
    }, alertDelayMs)
  }

  return {
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        stopWatching = store.subscribe(follow)
        follow()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopWatching?.()
        stopClock?.()
        wanted = undefined
        shown = undefined
      }
    },
    dismiss: () => context.update(() => ({ alert: undefined })),
  }
}
