import type { ReactNode } from 'react'
import { part } from './part.js'

export interface EmptyStateProps {
  icon?: ReactNode | undefined
  /** What will be here. */
  title: string
  text?: string | undefined
  /** The first step. */
  action?: ReactNode | undefined
}

/** Nothing here yet, what will be, and how to begin. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps): ReactNode {
  return (
    <div {...part({ name: 'empty-state' })}>
      {icon ? <span {...part({ name: 'state-icon' })}>{icon}</span> : null}
      <p {...part({ name: 'state-title' })}>{title}</p>
      {text ? <p {...part({ name: 'state-text' })}>{text}</p> : null}
      {action}
    </div>
  )
}
