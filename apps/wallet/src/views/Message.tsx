import { IconButton, XIcon } from '@foyer/parts'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { say } from '../messages/say.js'
import { Scroll } from './Scroll.js'

/** Whose page it is, at the top of each screen; the frame stands in a page that says so itself. */
export const Brand = createContext<ReactNode>(null)

/** A screen that says something, with what is to be done below it. */
export function Message({
  title,
  picture,
  children,
  note,
  actions,
  takesFocus = false,
  onClose,
}: {
  readonly title: string
  /** The focus goes to the title, so that it is read out; by whatever the screen before it was left. */
  readonly takesFocus?: boolean | undefined
  /** The picture of its subject, beside its words. */
  readonly picture?: ReactNode | undefined
  readonly children?: ReactNode | undefined
  /** The purpose of the actions. */
  readonly note?: string | undefined
  readonly actions?: ReactNode | undefined
  /** Gives the page below it back; without it there is no button for that. */
  readonly onClose?: (() => void) | undefined
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <main className="screen message">
      {useContext(Brand)}
      {onClose ? (
        <div className="close">
          <IconButton label={say('message.close')} icon={<XIcon />} onClick={onClose} />
        </div>
      ) : null}
      <header className="head">
        {picture ? <span className="sign">{picture}</span> : null}
        <h1 ref={heading} className="title" tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h1>
      </header>
      <Scroll role="status">{children}</Scroll>
      {actions ? (
        <div className="decision">
          {note ? <p className="small">{note}</p> : null}
          <div className="actions">{actions}</div>
        </div>
      ) : null}
    </main>
  )
}
