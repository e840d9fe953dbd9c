import type { ReactNode } from 'react'
import { part } from './part.js'

export interface TagProps {
  variant?: 'shade' | 'success' | 'main' | 'warn' | 'bad' | undefined
  children: ReactNode
}

/** One or two words about the thing it stands beside. */
export function Tag({ variant = 'shade', children }: TagProps): ReactNode {
  return (
    <span {...part({ name: 'tag', states: { variant } })} dir="auto">
      {children}
    </span>
  )
}
