import { alertSentences } from '@foyer/core'
import { AlertBar, Snackbar } from '@foyer/parts'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useModal } from './modalContext.js'
import { createShownAlert } from './shownAlert.js'
import { createShownSnackbar } from './shownSnackbar.js'

/** The short words at the card's top: the visitor's, and the developer's. */
export function CardNotices(): ReactNode {
  const { foyer, say } = useModal()
  const snackbars = useMemo(() => createShownSnackbar(foyer), [foyer])
  const alerts = useMemo(() => createShownAlert(foyer), [foyer])
  const snackbar = useSyncExternalStore(snackbars.subscribe, snackbars.get)
  const alert = useSyncExternalStore(alerts.subscribe, alerts.get)
  const word = useMemo(() => snackbar && { variant: snackbar.variant, text: say(snackbar.message) }, [snackbar, say])
  const warning = useMemo(
    () => alert && { variant: 'error' as const, text: say(alertSentences[alert.key].short) },
    [alert, say],
  )
  return (
    <>
      <Snackbar message={word} />
      <AlertBar message={warning} closeLabel={say('shell.dismiss')} onClose={alerts.dismiss} />
    </>
  )
}
