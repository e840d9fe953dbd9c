import type { Foyer, Snackbar } from '@foyer/core'
import { snackbarGapMs, snackbarStayMs } from '@foyer/core/view'

export interface ShownSnackbar {
  get(): Snackbar | undefined
  subscribe(listener: () => void): () => void
}

/**
 * The one snackbar that is shown now: a new one takes the place of the old after a gap, and each goes by itself but the one that
 * says that something is under way [S9.31].
 */
export function createShownSnackbar({ store, context: { clock, update } }: Foyer): ShownSnackbar {
  const listeners = new Set<() => void>()
  let wanted: Snackbar | undefined
  let shown: Snackbar | undefined
  let stopClock: (() => void) | undefined
  let stopWatching: (() => void) | undefined

  const show = (next: Snackbar | undefined) => {
    if (shown === next) return
    shown = next
    for (const listener of [...listeners]) listener()
  }
  const wait = ({ ms, run }: { readonly ms: number; readonly run: () => void }) => {
    stopClock?.()
    stopClock = clock.setTimeout(run, ms)
  }
  const enter = () => {
    show(wanted)
    const entered = wanted
    if (!entered || entered.variant === 'loading') return
    wait({
      ms: snackbarStayMs,
      run: () => update(({ snackbar }) => (snackbar === entered ? { snackbar: undefined } : {})),
    })
  }
  const follow = () => {
    const { snackbar } = store.getState()
    if (snackbar === wanted) return
    wanted = snackbar
    stopClock?.()
    if (!shown || !wanted) return enter()
    show(undefined)
    wait({ ms: snackbarGapMs, run: enter })
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
  }
}
