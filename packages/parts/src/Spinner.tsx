import type { ReactNode } from 'react'
import { part } from './part.js'
import { VisuallyHidden } from './VisuallyHidden.js'

export interface SpinnerProps {
  /** Said to those who listen; without it the spinner is decoration. */
  label?: string | undefined
}

/** A quiet turning arc in the colour of its text. */
export function Spinner({ label }: SpinnerProps): ReactNode {
  return (
    <span {...part({ name: 'spinner' })}>
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle cx="10" cy="10" r="7.5" strokeOpacity="0.24" />
        <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
      </svg>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </span>
  )
}
