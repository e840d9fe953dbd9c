import type { ReactNode } from 'react'

/** Words that are seen, and the fuller ones that are heard in their place. */
export function Spoken({ children, as }: { readonly children: string; readonly as: string }): ReactNode {
  return (
    <>
      <span data-part="button-label" aria-hidden="true">
        {children}
      </span>
      <span data-part="visually-hidden">{as}</span>
    </>
  )
}
