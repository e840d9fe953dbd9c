import type { Foyer, FoyerState, Snackbar } from '@foyer/core'
import { contextOf, type Observable, observable } from '@foyer/core/internal'
import { snackbarGapMs, snackbarStayMs } from '@foyer/core/view'

/** Something of the kit's state as the modal shows it: delayed after it is set, and hidden before the next one is shown. */
export type Delayed<T> = Observable<T | undefined>

/** One change of what is to be shown. */
export interface DelayedChange<T> {
  readonly wanted: T | undefined
  readonly shown: T | undefined
  readonly show: (next: T | undefined) => void
  /** Runs something after a delay; what was scheduled before is cancelled. */
  readonly after: (scheduled: { readonly ms: number; readonly run: () => void }) => void
}

/** Watches the state while it has a subscriber. `onChange` decides when a change is shown. */
export function createDelayed<T>({
  foyer,
  wantedOf,
  onChange,
}: {
  readonly foyer: Foyer
  readonly wantedOf: (state: FoyerState) => T | undefined
  readonly onChange: (change: DelayedChange<T>) => void
}): Delayed<T> {
  const { store, clock } = contextOf(foyer)
  let wanted: T | undefined
  let stopClock: (() => void) | undefined
  const after: DelayedChange<T>['after'] = ({ ms, run }) => {
    stopClock?.()
    stopClock = clock.setTimeout(run, ms)
  }
  const follow = () => {
    const next = wantedOf(store.getState())
    if (next === wanted) return
    wanted = next
    stopClock?.()
    onChange({ wanted, shown: shown.get(), show: shown.set, after })
  }
  const shown = observable<T | undefined>(undefined, () => {
    const stopWatching = store.subscribe(follow)
    follow()
    return () => {
      stopWatching()
      stopClock?.()
      wanted = undefined
      shown.set(undefined)
    }
  })
  return shown
}

/**
 * The one snackbar that is shown now: a new one takes the place of the old after a gap, and each goes by itself but the one that
 * says that something is under way [S9.31].
 */
export function createShownSnackbar(foyer: Foyer): Delayed<Snackbar> {
  return createDelayed({
    foyer,
    wantedOf: ({ snackbar }) => snackbar,
    onChange({ wanted, shown, show, after }) {
      const enter = () => {
        show(wanted)
        if (!wanted || wanted.variant === 'loading') return
        after({ ms: snackbarStayMs, run: () => leave({ foyer, snackbar: wanted }) })
      }
      if (!shown || !wanted) return enter()
      show(undefined)
      after({ ms: snackbarGapMs, run: enter })
    },
  })
}

/** Takes a snackbar out of the state, unless another has come meanwhile. */
function leave({ foyer, snackbar }: { readonly foyer: Foyer; readonly snackbar: Snackbar }): void {
  contextOf(foyer).update((state) => (state.snackbar === snackbar ? { snackbar: undefined } : {}))
}
