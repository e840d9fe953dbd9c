import type { ReactNode } from 'react'
import { WarningIcon } from './icons/icons.js'
import { part } from './part.js'

export interface ErrorStateProps {
  /** One sentence. */
  message: string
  /** The way on. */
  action?: ReactNode | undefined
}

/** What went wrong, in place, with a way on. */
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
