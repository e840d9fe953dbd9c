import type { ReactNode } from 'react'
import { WarningIcon } from '../icons/icons.js'

/** Warnings that the visitor reads before approving. */
export function Warnings({
  warnings,
  label = 'Warnings',
}: {
  readonly warnings: readonly string[]
  readonly label?: string | undefined
}): ReactNode {
  if (warnings.length === 0) return null
  return (
    <ul className="warnings" aria-label={label}>
      {warnings.map((warning) => (
        <li key={warning}>
          <WarningIcon />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  )
}
