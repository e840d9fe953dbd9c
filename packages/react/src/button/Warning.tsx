import type { ReactNode } from 'react'

/** The wallet is on a network that the page doesn't have. The sheet draws it. */
export function Warning(): ReactNode {
  return <span data-part="warning" aria-hidden="true" />
}
