import type { ReactNode } from 'react'
import { part } from './part.js'

/** Text for those who listen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }): ReactNode {
  return <span {...part({ name: 'visually-hidden' })}>{children}</span>
}
