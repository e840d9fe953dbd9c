import { Snackbar } from '@foyer/parts'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { useModal } from './modalContext.js'
import { createShownSnackbar } from './shownSnackbar.js'
import { useNeeded } from './useNeeded.js'

/** The short words at the card's top: the visitor's, and the developer's. */
export function CardNotices(): ReactNode {
  const { foyer, state, say } = useModal()
  const snackbars = useMemo(() => createShownSnackbar(foyer), [foyer])
  const snackbar = useSyncExternalStore(snackbars.subscribe, snackbars.get)
  const word = useMemo(() => snackbar && { variant: snackbar.variant, text: say(snackbar.message) }, [snackbar, say])
  // It stays from the first alert on, so that it can leave as it came.
  const [alerted, setAlerted] = useState(false)
  if (!alerted && foyer.options.debug && state.alert) setAlerted(true)
  return (
    <>
      <Snackbar message={word} />
      {alerted ? <AlertSlot /> : null}
    </>
  )
}

/** The developer's alert, which few visitors ever see, and so fetches its own code. */
function AlertSlot(): ReactNode {
  const { views, state } = useModal()
  const piece = useNeeded({ piece: views.alert, online: state.online })
  return piece.status === 'ready' ? <piece.content /> : null
}
