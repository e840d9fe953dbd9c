import type { Alert, Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { alertDelayMs } from '@foyer/core/view'
import { createShown, type Shown } from './createShown.js'

export interface ShownAlert extends Shown<Alert> {
  dismiss(): void
}

/**
 * The alert that the developer is shown, only while `debug` is on: a moment after the modal has opened, so that it isn't lost in its
 * coming [S9.33]. The kit itself has told the console and the host by then.
 */
export function createShownAlert(foyer: Foyer): ShownAlert {
  const shown = createShown({
    foyer,
    wantedOf: ({ alert }) => alert,
    turn({ wanted, show, after }) {
      show(undefined)
      if (wanted && foyer.options.debug) after({ ms: alertDelayMs, run: () => show(wanted) })
    },
  })
  return { ...shown, dismiss: () => contextOf(foyer).update(() => ({ alert: undefined })) }
}
