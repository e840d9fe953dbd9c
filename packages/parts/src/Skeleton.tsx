import type { ReactNode } from 'react'
import { part } from './part.js'

export type SkeletonShape = 'text' | 'row' | 'image' | 'avatar' | 'button' | 'code'

export interface SkeletonProps {
  /**
   * The shape of what will stand here: a line of text, a row of a list, a wallet's or an account's image, a button, a
   * code to scan or another picture as wide.
   */
  shape?: SkeletonShape | undefined
}

/** The real layout, before its content is there. */
export function Skeleton({ shape = 'text' }: SkeletonProps): ReactNode {
  return <span aria-hidden="true" {...part({ name: 'skeleton', states: { shape } })} />
}
