import { InfoIcon, part, Snackbar, VisuallyHidden } from '@foyer/parts'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { type ModalScope, useModal } from './modalContext.js'
import { createShownSnackbar } from './shownSnackbar.js'
import { Needed } from './ViewSlot.js'

/** The short word to the visitor, beside the card: it covers nothing that could be pressed. */
export function ShownSnackbar({ foyer, say }: Pick<ModalScope, 'foyer' | 'say'>): ReactNode {
  const snackbars = useMemo(() => createShownSnackbar(foyer), [foyer])
  const snackbar = useSyncExternalStore(snackbars.subscribe, snackbars.get)
  const word = useMemo(() => snackbar && { ...snackbar, text: say(snackbar.message) }, [snackbar, say])
  return <Snackbar message={word} />
}

/** What the developer is alerted of, in a place of its own between the head and the view: it covers neither. */
export function AlertPlace(): ReactNode {
  const { foyer, state, views } = useModal()
  // Few visitors ever see it, so that it fetches its own code. It stays from the first alert on, so that it can leave as it came.
  const [alerted, setAlerted] = useState(false)
  if (!alerted && foyer.options.debug && state.alert) setAlerted(true)
  return alerted ? <Needed piece={views.alert} /> : null
}

/** Says that the network is gone. The live region stands there before, because only changes in it are announced. */
export function OfflineBar(): ReactNode {
  const { state, say } = useModal()
  return (
    <div role="status">
      {state.online ? null : (
        <p {...part({ name: 'offline-bar' })}>
          <InfoIcon />
          <span>{say('shell.offline')}</span>
        </p>
      )}
    </div>
  )
}

export interface TitleStatusProps {
  /** Undefined while it isn't known. */
  readonly title: string | undefined
}

/** Announces the view's title after a change; the first one is announced with the dialog's name. */
export function TitleStatus({ title }: TitleStatusProps): ReactNode {
  const [announced, setAnnounced] = useState({ title, moved: false })
  if (title !== undefined && announced.title !== title) setAnnounced({ title, moved: announced.title !== undefined })
  return (
    <VisuallyHidden>
      <span role="status">{announced.moved ? announced.title : null}</span>
    </VisuallyHidden>
  )
}
