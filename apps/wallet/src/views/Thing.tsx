import type { ReactNode } from 'react'

export interface ThingProps {
  readonly icon: ReactNode
  readonly name: string
  readonly about: ReactNode
  readonly end: ReactNode
}

/** A line of a list of the page's: what it is, what it's for, and what can be done about it. */
export function Thing({ icon, name, about, end }: ThingProps): ReactNode {
  return (
    <li className="thing">
      <span className="badge">{icon}</span>
      <span className="what">
        <span className="name" dir="auto">
          {name}
        </span>
        <span className="small">{about}</span>
      </span>
      <span className="end">{end}</span>
    </li>
  )
}
