import type { ReactNode } from 'react'
import { part } from './part.js'

export interface SkeletonProps {
  /** What will stand here: a line of text, a row of a list, a wallet's image, a button. */
  shape?: 'text' | 'row' | 'image' | 'button' | undefined
}

/** The real layout, before its content is there. */
export function Skeleton({ shape = 'text' }: SkeletonProps): ReactNode {
  return <span aria-hidden="true" {...part({ name: 'skeleton', states: { shape } })} />
}
