import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../icons/viewIcons.js'

/** Content that is shown at a press. */
export function Fold({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <details className="fold" data-part="fold">
      <summary>
        <span>{label}</span>
        <ChevronDownIcon />
      </summary>
      <div className="folded">{children}</div>
    </details>
  )
}
