import type { ReactNode } from 'react'

/** The wallet is on a network that the page doesn't have. */
export function Warning(): ReactNode {
  return (
    <svg data-part="warning" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M10 3 2.5 16.5h15zM10 8v4m0 2.3v.1" />
    </svg>
  )
}
