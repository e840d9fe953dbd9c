import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { CloseReason } from './Dialog.js'
import { deepActiveElement, focusIfPresent } from './focus.js'
import { lockScroll } from './lockScroll.js'

export interface ModalDialogParameters {
  dialog: RefObject<HTMLDialogElement | null>
  card: RefObject<HTMLDivElement | null>
  open: boolean
  request: (reason: CloseReason) => void
  returnFocusTo: (() => Element | null) | undefined
}

/** Opens and closes the native dialog with its owner's `open`, and gives back what it took: focus and scrolling. */
export function useModalDialog({ dialog, card, open, request, returnFocusTo }: ModalDialogParameters): void {
  const latest = useRef({ request, returnFocusTo })
  useLayoutEffect(() => {
    latest.current = { request, returnFocusTo }
  })
  // A layout effect: its clean-up runs before React takes the node out, while the focus is still inside.
  useLayoutEffect(() => {
    const node = dialog.current
    if (!open || !node) return
    const { ownerDocument: document } = node
    const opener = deepActiveElement(document)
    const unlock = lockScroll(document)
    const show = () => {
      if (!node.open) node.showModal()
      card.current?.focus({ preventScroll: true })
      node.scrollTop = 0 // a card taller than the window begins at its head
    }
    // A browser closes a dialog without asking when a close was refused before; whether it closes is the owner's decision.
    const onClose = () => {
      if (node.open) return // told late, of a closing before this opening
      show()
      latest.current.request('escape')
    }
    // Before it shows: showing puts the focus into it, for which the browser lays it out, and what is styled afterwards is laid out anew.
    const unfollow = followKeyboard(node)
    show()
    node.addEventListener('close', onClose)
    return () => {
      unfollow()
      node.removeEventListener('close', onClose)
      unlock()
      const active = deepActiveElement(document)
      node.close()
      if (active && active !== document.body && !node.contains(active))
        focusIfPresent(active) // moved on purpose: stays
      else if (!focusIfPresent(opener)) focusIfPresent(latest.current.returnFocusTo?.())
    }
  }, [open, dialog, card])
}

/** An on-screen keyboard covers the page's lower part without resizing it: the sheet is told how much. */
function followKeyboard(node: HTMLDialogElement): () => void {
  const window = node.ownerDocument.defaultView
  const viewport = window?.visualViewport
  if (!window || !viewport) return () => {}
  const measure = () => {
    // Zooming in makes the viewport smaller as well, and isn't a keyboard.
    const covered = viewport.scale === 1 ? window.innerHeight - viewport.height : 0
    node.style.setProperty('--foyer-keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  measure()
  viewport.addEventListener('resize', measure)
  return () => viewport.removeEventListener('resize', measure)
}
