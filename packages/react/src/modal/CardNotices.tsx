import { InfoIcon, part, VisuallyHidden } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { usePiece } from '../piece.js'
import { type ModalScope, useModal } from './modalContext.js'
import { Needed } from './ViewSlot.js'

/** The place beside the card: it comes with the other views, as does what has something to say there. */
export function BesidePlace({ foyer, say, views }: Pick<ModalScope, 'foyer' | 'say' | 'views'>): ReactNode {
  const piece = usePiece(views.beside)
  return piece.status === 'ready' ? <piece.content foyer={foyer} say={say} /> : null
}

/** The alerts for the developer, in a place of their own between the head and the view: they cover neither. */
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
