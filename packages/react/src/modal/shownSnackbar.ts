import type { Foyer, Snackbar } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { snackbarGapMs, snackbarStayMs } from '@foyer/core/view'
import { createShown, type Shown } from './createShown.js'

/**
 * The one snackbar that is shown now: a new one takes the place of the old after a gap, and each goes by itself but the one that
 * says that something is under way [S9.31].
 */
export function createShownSnackbar(foyer: Foyer): Shown<Snackbar> {
  return createShown({
    foyer,
    wantedOf: ({ snackbar }) => snackbar,
    turn({ wanted, shown, show, after }) {
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
