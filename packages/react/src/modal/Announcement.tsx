import { contextOf } from '@foyer/core/internal'
import { VisuallyHidden } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { useModal } from './modalContext.js'

/** The time a live region is empty at first, in ms: screen readers announce only changes in one that they know. */
const knownMs = 200

/** Announces words that stand elsewhere in the view: the first ones too, once the region is known, and each change of them. */
export function Announcement({ children }: { readonly children: string | undefined }): ReactNode {
  const { clock } = contextOf(useModal().foyer)
  const [isKnown, setIsKnown] = useState(false)
  useEffect(() => clock.setTimeout(() => setIsKnown(true), knownMs), [clock])
  return (
    <VisuallyHidden>
      <span role="status">{isKnown ? children : null}</span>
    </VisuallyHidden>
  )
}
