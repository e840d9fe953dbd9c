import type { ReactNode } from 'react'
import { part } from './part.js'

export interface VisuallyHiddenProps {
  children: ReactNode
}

/** Text for those who listen. */
export function VisuallyHidden({ children }: VisuallyHiddenProps): ReactNode {
  return <span {...part({ name: 'visually-hidden' })}>{children}</span>
}
