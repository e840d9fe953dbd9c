import type { ReactNode } from 'react'
import { XIcon } from './icons/icons.js'
import { part } from './part.js'

export interface ProgressRingProps {
  /** `waiting` turns; `failed` stands still and carries a cross; `idle` shows the picture alone. */
  state: 'waiting' | 'failed' | 'idle'
  /** The picture that is waited for: a {@link WalletImage} of size `lg`, or a {@link NetworkImage}. */
  children: ReactNode
  /** Follows the picture's outline. */
  shape?: 'square' | 'circle' | undefined
}

/** A line that runs around a picture while something is awaited. What is awaited is said in words beside it. */
export function ProgressRing({ state, children, shape = 'square' }: ProgressRingProps): ReactNode {
  return (
    <span {...part({ name: 'progress-ring', states: { state, shape } })}>
      <svg viewBox="0 0 96 96" aria-hidden="true" focusable="false">
        <rect x="1.5" y="1.5" width="93" height="93" rx={shape === 'circle' ? 46.5 : 27} pathLength="100" />
      </svg>
      {children}
      {state === 'failed' ? (
        <span data-look="disc" {...part({ name: 'badge', states: { kind: 'error' } })}>
          <XIcon />
        </span>
      ) : null}
    </span>
  )
}
