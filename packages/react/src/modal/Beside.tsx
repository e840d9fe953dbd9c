import { Snackbar } from '@foyer/parts'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useObservable } from '../useObservable.js'
import type { ModalScope } from './modalContext.js'
import { sharePage } from './sharing/sharePage.js'
import { createShownSnackbar } from './shownSnackbar.js'

/** The parts beside the card while it's shown: the short word to the visitor; and what has the modal share the page, which comes with the other views. */
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

/** The short word to the visitor, beside the card: it covers nothing that could be pressed. */
function ShownSnackbar({ foyer, say }: Pick<ModalScope, 'foyer' | 'say'>): ReactNode {
  const snackbars = useMemo(() => createShownSnackbar(foyer), [foyer])
  const snackbar = useObservable(snackbars)
  const word = useMemo(() => snackbar && { ...snackbar, text: say(snackbar.message) }, [snackbar, say])
  return <Snackbar message={word} />
}
