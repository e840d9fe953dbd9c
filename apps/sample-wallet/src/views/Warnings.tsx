import { WarningIcon } from '@foyer/parts'
import type { ReactNode } from 'react'

/** Warnings that the visitor reads before approving. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }): ReactNode {
  if (warnings.length === 0) return null
  return (
    <ul className="warnings" aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning}>
          <WarningIcon />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  )
}
