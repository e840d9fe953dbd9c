import type { ReactNode } from 'react'
import { part } from './part.js'

/** A line between two ways, with a word on it if there is one. */
export function Separator({ label }: { readonly label?: string | undefined }): ReactNode {
  if (label === undefined) return <hr data-look="line-3" {...part({ name: 'separator' })} />
  return (
    <div data-look="line-3" {...part({ name: 'separator' })}>
      {label}
    </div>
  )
}
