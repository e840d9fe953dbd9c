import { alertSentences } from '@foyer/core'
import { AlertBar } from '@foyer/parts'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useModal } from './modalContext.js'
import { createShownAlert } from './shownAlert.js'

/** What the developer has to put right, at the card's top. */
export default function DeveloperAlert(): ReactNode {
  const { foyer, say } = useModal()
  const alerts = useMemo(() => createShownAlert(foyer), [foyer])
  const alert = useSyncExternalStore(alerts.subscribe, alerts.get)
  const warning = useMemo(
    () => alert && { variant: 'error' as const, text: say(alertSentences[alert.key].short) },
    [alert, say],
  )
  return <AlertBar message={warning} closeLabel={say('shell.dismiss')} onClose={alerts.dismiss} />
}
