import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { part } from '../part.js'
import { Card, DialogContext } from './Card.js'
import { deepActiveElement, focusIfPresent, tabTarget } from './focus.js'

/** The reason why a dialog should close. Whether it does is its owner's decision. */
export type CloseReason = 'escape' | 'backdrop' | 'close-button'

export interface DialogProps {
  open: boolean
  /** The id of the element that names the dialog: the header's title. */
  labelledBy: string
  /** The visitor asked to close, in one of three ways; nothing closes by itself. */
  onRequestClose: (reason: CloseReason) => void
  /** Refuses: the card shakes for `motion.shakeMs` (S9.32), or stands still as long under reduced motion. Its owner takes it back. */
  shaking?: boolean | undefined
  /** Returns the element that gets the focus on closing if the one that had it before is gone. */
  returnFocusTo?: (() => Element | null) | undefined
  /** The content beside the card and never over it: short notices. */
  beside?: ReactNode | undefined
  children: ReactNode
}

/**
 * The modal: a native `<dialog>` in the top layer, which makes the page behind inert. The focus goes to the card, stays
 * within, and returns to where it was; the page doesn't scroll meanwhile.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { open, labelledBy, onRequestClose, returnFocusTo } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const pressedBackdrop = useRef(false)
  useModalDialog({ dialog, card, open, request: onRequestClose, returnFocusTo })
  useLaidOut(card)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault() // else the browser asks once, and the second time closes without asking
      onRequestClose('escape')
    } else if (event.key === 'Tab' && card.current) {
      const target = tabTarget({ within: card.current, backwards: event.shiftKey })
      if (!target) return
      event.preventDefault()
      target.focus()
    }
  }
  // A press that begins in the card and ends outside (a selection, a drag) is no press on the backdrop.
  const onClick = (event: MouseEvent) => {
    if (pressedBackdrop.current && event.target === dialog.current) onRequestClose('backdrop')
  }

  return (
    <DialogContext.Provider value={onRequestClose}>
      <dialog
        ref={dialog}
        aria-labelledby={labelledBy}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          pressedBackdrop.current = event.target === dialog.current
        }}
        onClick={onClick}
        onCancel={(event) => {
          if (event.target !== dialog.current) return // a file chooser's own cancel rises up to here
          event.preventDefault()
          onRequestClose('escape')
        }}
        {...part({ name: 'dialog', states: { open } })}
      >
        <Card {...props} cardRef={card} />
        {props.beside}
      </dialog>
    </DialogContext.Provider>
  )
}

/** React takes what is drawn ahead out of the layout (`Activity`). A closed dialog isn't seen anyway, and what is laid out in it is shown sooner. */
function useLaidOut(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = card.current
    if (!node) return
    const observer = new MutationObserver(() => {
      for (const child of node.children) child.removeAttribute('style')
    })
    observer.observe(node, { childList: true })
    return () => observer.disconnect()
  }, [card])
}

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
    const show = () => {
      // The card has the focus with the opening itself: the dialog's first control would have it for a moment, and each change of it costs the first frame.
      if (card.current) card.current.autofocus = true
      if (!node.open) node.showModal()
      card.current?.focus({ preventScroll: true })
      node.scrollTop = 0 // a card taller than the window begins at its head
    }
    // A browser closes a dialog without asking when a close was refused before; whether it closes is the owner's decision.
    const onClose = () => {
      if (node.open) return // a late event of a closing before this opening
      show()
      latest.current.request('escape')
    }
    show()
    const unsettle = settle(node)
    node.addEventListener('close', onClose)
    return () => {
      unsettle()
      node.removeEventListener('close', onClose)
      const active = deepActiveElement(document)
      node.close()
      if (active && active !== document.body && !node.contains(active))
        focusIfPresent(active) // moved on purpose: stays
      else if (!focusIfPresent(opener)) focusIfPresent(latest.current.returnFocusTo?.())
    }
  }, [open, dialog, card])
}

/**
 * Starts what a dialog has while it's shown, once its first frame is surely painted: each has styles computed anew, and
 * isn't seen in that frame.
 */
function settle(node: HTMLDialogElement): () => void {
  let ends: (() => void)[] = []
  const timer = setTimeout(() => {
    ends = [followKeyboard(node), lockScroll(node.ownerDocument)]
  }, 100)
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

/** An on-screen keyboard covers the page's lower part without resizing it: the sheet's variable says how much. */
function followKeyboard(node: HTMLDialogElement): () => void {
  const window = node.ownerDocument.defaultView
  const viewport = window?.visualViewport
  if (!window || !viewport) return () => {}
  const measure = () => {
    // Zooming in makes the viewport smaller as well, and isn't a keyboard.
    const covered = viewport.scale === 1 ? Math.round(window.innerHeight - viewport.height) : 0
    // Nothing where there is none: every length in the dialog would be computed anew.
    node.style.setProperty('--foyer-keyboard', covered > 0 ? `${covered}px` : '')
  }
  measure()
  viewport.addEventListener('resize', measure)
  return () => viewport.removeEventListener('resize', measure)
}

/**
 * Keeps the page behind from scrolling, without a jump where its scroll bar was; returns what undoes exactly this.
 * A sheet of its own, not a style on the body: two kits on a page lock and unlock in any order, nothing of the host's is
 * overwritten, and a strict content policy has nothing to say.
 */
export function lockScroll(document: Document): () => void {
  const window = document.defaultView
  if (!window || !('adoptedStyleSheets' in document)) return () => {}
  const sheet = new window.CSSStyleSheet()
  sheet.replaceSync(`${scrolledBy(document, window)}{overflow:hidden!important}${inPlaceOfBar(document, window)}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }
}

/**
 * Returns the rule that keeps the page as wide as beside its scroll bar, by its own padding: a gutter would be a strip that no dialog covers. A page that keeps a gutter itself has it still.
 */
function inPlaceOfBar({ documentElement }: Document, window: Window): string {
  const bar = window.innerWidth - documentElement.clientWidth
  const { paddingRight, scrollbarGutter } = window.getComputedStyle(documentElement)
  if (bar <= 0 || scrollbarGutter?.includes('stable')) return ''
  return `html{box-sizing:border-box!important;padding-right:calc(${paddingRight || '0px'} + ${bar}px)!important}`
}

/**
 * Returns the element whose overflow is the window's own: the root, or a body that gives it up to a root that says nothing of it. A root that says something takes it back, and the body
 * would scroll by itself from then on, from its top.
 * @see https://drafts.csswg.org/css-overflow-3/#overflow-propagation
 */
function scrolledBy({ documentElement, body }: Document, window: Window): 'html' | 'body' {
  const [root, own] = [documentElement, body].map((each) => window.getComputedStyle(each))
  const isGiven = root?.overflow === 'visible' && own?.overflow !== 'visible'
  const isContained = [root, own].some((each) => each !== undefined && each.contain !== 'none' && each.contain !== '')
  return isGiven && !isContained ? 'body' : 'html'
}
