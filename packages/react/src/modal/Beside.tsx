import { type ReactNode, useEffect, useRef } from 'react'
import type { ModalScope } from './modalContext.js'
import { ShownSnackbar } from './ShownSnackbar.js'
import { sharePage } from './sharing/sharePage.js'

/** What stands beside the card while it's shown: the short word to the visitor; and what has the modal share the page, which comes with the other views. */
export function Beside({ foyer, say }: Pick<ModalScope, 'foyer' | 'say'>): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const root = place.current?.getRootNode()
    const dialog = place.current?.closest('dialog')
    // In the page's flow it's a part of the page.
    if (!dialog || !(root instanceof ShadowRoot) || !(root.host instanceof HTMLElement)) return
    return sharePage({ foyer, dialog, host: root.host })
  }, [foyer])
  return (
    <>
      <span ref={place} hidden />
      <ShownSnackbar foyer={foyer} say={say} />
    </>
  )
}
