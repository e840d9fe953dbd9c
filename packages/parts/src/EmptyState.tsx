import type { ReactNode } from 'react'
import { WarningIcon } from './icons/icons.js'
import { part } from './part.js'

export interface EmptyStateProps {
  icon?: ReactNode | undefined
  /** The title of what will be here. */
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

export interface ErrorStateProps {
  /** One sentence. */
  message: string
  /** The way on. */
  action?: ReactNode | undefined
}

/** Shows an error in place, with a way on. */
export function ErrorState({ message, action }: ErrorStateProps): ReactNode {
  return (
    <div role="alert" {...part({ name: 'error-state' })}>
      <span {...part({ name: 'state-icon' })}>
        <WarningIcon />
      </span>
      <p {...part({ name: 'state-text' })}>{message}</p>
      {action}
    </div>
  )
}
