import { contextOf, type FoyerContext } from '@foyer/core/internal'

import { Dialog } from '@foyer/parts'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { keepFocus, openerPlace } from './returnFocus.js'

import type { FrameProps } from './Shell.js'

/** Above the page: a dialog, which gives the focus back to what opened it, or to what has taken its place. */
export function ModalFrame({ foyer, children, ...frame }: FrameProps): ReactNode {
  const heir = useRef<() => Element | null>(undefined)
  return (
    <>
      <OpenerWatch open={frame.open} heir={heir} clock={contextOf(foyer).clock} />
      <Dialog {...frame} returnFocusTo={() => heir.current?.() ?? null}>
        {children}
      </Dialog>
    </>
  )
}

interface OpenerWatchProps {
  readonly open: boolean
  readonly heir: RefObject<(() => Element | null) | undefined>
  readonly clock: FoyerContext['clock']
}

/** Stands before the dialog, so that it sees who has the focus before the dialog takes it. */
function OpenerWatch({ open, heir, clock }: OpenerWatchProps): ReactNode {
  const stop = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    const { activeElement: opener, body } = document
    if (!open) return
    stop.current?.()
    heir.current = opener && opener !== body ? openerPlace(opener) : undefined
    return () => {
      if (heir.current) stop.current = keepFocus({ heir: heir.current, document, clock })
    }
  }, [open, heir, clock])
  useEffect(() => () => stop.current?.(), [])
  return null
}
