import type { ReactNode } from 'react'
import { WarningIcon } from '../icons/icons.js'

export interface Warning {
  readonly text: string
  /** A reason to look, and none to stop. */
  readonly isMild: boolean
}

/** Warnings that the visitor reads before approving. */
export function Warnings({
  warnings,
  label = 'Warnings',
}: {
  readonly warnings: readonly Warning[]
  readonly label?: string | undefined
}): ReactNode {
  if (warnings.length === 0) return null
  return (
    <ul className="warnings" aria-label={label}>
      {warnings.map(({ text, isMild }) => (
        <li key={text} data-level={isMild ? 'careful' : 'deliberate'}>
          <WarningIcon />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
