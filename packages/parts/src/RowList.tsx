import { Children, type ReactNode } from 'react'
import { part } from './part.js'

export interface RowListProps {
  /** What the list is of, for those who listen. */
  label?: string | undefined
  /** Scrolls within itself when it grows beyond what a card should hold. */
  scrolls?: boolean | undefined
  children: ReactNode
}

/** Rows, one under the other. */
export function RowList({ label, scrolls = false, children }: RowListProps): ReactNode {
  return (
    <ul aria-label={label} {...part({ name: 'row-list', states: { scrolls } })}>
      {Children.map(children, (child) =>
        child === null || child === undefined || child === false ? null : <li>{child}</li>,
      )}
    </ul>
  )
}
