import { type Alert, alertSentences, type Foyer } from '@foyer/core'
import { contextOf, remedyOf } from '@foyer/core/internal'
import { alertDelayMs } from '@foyer/core/view'
import { AlertBar, type AlertBarMessage } from '@foyer/parts'
import { type ReactNode, useMemo } from 'react'
import { useObservable } from '../useObservable.js'
import { type Modal, useModal } from './modalContext.js'
import { createDelayed, type Delayed } from './shownSnackbar.js'

/** The alert of what the developer has to put right, and how. */
export default function DeveloperAlert(): ReactNode {
  const { foyer, say } = useModal()
  const alerts = useMemo(() => createShownAlert(foyer), [foyer])
  const alert = useObservable(alerts)
  const warning = useMemo(() => alert && alertMessage({ alert, say }), [alert, say])
  return <AlertBar message={warning} closeLabel={say('alert.dismiss')} onClose={alerts.dismiss} />
}

function alertMessage({ alert, say }: Pick<Modal, 'say'> & { readonly alert: Alert }): AlertBarMessage {
  const remedy = say(remedyOf(alert), { network: '', origin: '', relay: '', ...alert.values })
  return { text: say(alertSentences[alert.key].short), remedy, details: alert.details }
}

export interface ShownAlert extends Delayed<Alert> {
  dismiss(): void
}

/**
 * The alert that the developer is shown, only while `debug` is on: a moment after the modal has opened, so that it isn't lost in its
 * coming [S9.33]. The console and `onError` have it by then.
 */
export function createShownAlert(foyer: Foyer): ShownAlert {
  const shown = createDelayed({
    foyer,
    wantedOf: ({ alert }) => alert,
    onChange({ wanted, show, after }) {
      show(undefined)
      if (wanted && foyer.options.debug) after({ ms: alertDelayMs, run: () => show(wanted) })
    },
  })
  return { ...shown, dismiss: () => contextOf(foyer).update(() => ({ alert: undefined })) }
}
