import { Skeleton, VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'

export interface ViewSkeletonProps {
  /** What those who listen hear meanwhile. */
  readonly label?: string | undefined
}

/** Rows, before it's known which. */
export function ViewSkeleton({ label }: ViewSkeletonProps): ReactNode {
  return (
    <>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
      <Skeleton shape="row" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </>
  )
}
