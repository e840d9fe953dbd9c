import type { ReactNode } from 'react'

/** Shows a failure, announced as it comes. */
export function Failure({ children }: { readonly children: string | undefined }): ReactNode {
  if (!children) return null
  return (
    <p className="failure" role="alert">
      {children}
    </p>
  )
}
