import { type ReactNode, useState } from 'react'
import { useCloseRequest } from './dialog/Card.js'
import { IconButton } from './IconButton.js'
import { XIcon } from './icons/icons.js'
import { part } from './part.js'

/** Which way the visitor went: on, or back. */
export type Direction = 'next' | 'prev'

export interface HeaderProps {
  /** The id by which the title names its dialog. */
  titleId: string
  title: string
  /** The title is there for those who listen, but not drawn, where the left slot takes its place. */
  hideTitle?: boolean | undefined
  direction?: Direction | undefined
  /** Back, help, or the network; an empty slot keeps its room. */
  left?: ReactNode | undefined
  /** The accessible name of the closing button; without it there is no such button. */
  closeLabel?: string | undefined
}

/** The card's head. The title leaves while the next one comes in the direction of the route, 120 ms each (S9.34). */
export function Header(props: HeaderProps): ReactNode {
  const { titleId, title, hideTitle = false, direction = 'next', left, closeLabel } = props
  const close = useCloseRequest()
  const [titles, setTitles] = useState<{ now: string; former: string | undefined }>({ now: title, former: undefined })
  if (titles.now !== title) setTitles({ now: title, former: titles.now })
  return (
    <header {...part({ name: 'header', states: { titleless: hideTitle } })}>
      <div {...part({ name: 'header-left' })}>{left}</div>
      {/* The title that leaves is drawn by the sheet from an attribute: no second title for those who listen. */}
      <div key={title} data-former={titles.former} {...part({ name: 'header-title', states: { direction } })}>
        <h2 id={titleId} {...part({ name: hideTitle ? 'visually-hidden' : 'title' })} dir="auto" title={title}>
          {title}
        </h2>
      </div>
      <div {...part({ name: 'header-right' })}>
        {closeLabel === undefined ? null : (
          <IconButton partName="close" label={closeLabel} icon={<XIcon />} onClick={() => close?.('close-button')} />
        )}
      </div>
    </header>
  )
}
