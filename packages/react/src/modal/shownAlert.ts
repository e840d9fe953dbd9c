import type { Alert, Foyer } from '@foyer/core'
import { alertDelayMs } from '@foyer/core/view'

export interface ShownAlert {
  /** The alert that stands in the bar. */
  get(): Alert | undefined
  subscribe(listener: () => void): () => void
  dismiss(): void
}

/**
 * The alert that the developer is shown, only while `debug` is on: a moment after the modal has opened, so that it isn't lost in its
 * coming [S9.33]. The kit itself has told the console and the host by then.
 */
export function createShownAlert({ store, options, context }: Foyer): ShownAlert {
  const listeners = new Set<() => void>()
  let wanted: Alert | undefined
  let shown: Alert | undefined
  let stopClock: (() => void) | undefined
  let stopWatching: (() => void) | undefined

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
    if (alert && options.debug) stopClock = context.clock.setTimeout(() => show(alert), alertDelayMs)
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
