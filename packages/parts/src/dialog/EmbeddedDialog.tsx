import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { part } from '../part.js'
import { Card, DialogContext } from './Card.js'
import type { DialogProps } from './Dialog.js'
import { activeElementBeside, deepActiveElement } from './focus.js'

/**
 * The same card in the page's flow, where it's no dialog but a region of the page: no backdrop, no trap, no lock, and no focus taken from
 * elsewhere; one that was in it stays in it.
 */
export function EmbeddedDialog(props: Omit<DialogProps, 'returnFocusTo'>): ReactNode {
  const { open, labelledBy, onRequestClose } = props
  const region = useRef<HTMLElement>(null)
  useRegionFocus({ region, open })
  if (!open) return null
  return (
    <DialogContext.Provider value={onRequestClose}>
      <section
        ref={region}
        aria-labelledby={labelledBy}
        {...part({ name: 'dialog', states: { open, embedded: true } })}
      >
        <Card {...props} />
        {props.beside}
      </section>
    </DialogContext.Provider>
  )
}

/**
 * Keeps the focus in a region of the page when the control that had it goes, as the back button does: the view takes it. A visitor who is
 * elsewhere in the page, or has just gone there, is left alone.
 */
export function useRegionFocus({
  region,
  open,
}: {
  readonly region: RefObject<HTMLElement | null>
  readonly open: boolean
}): void {
  useEffect(() => {
    const node = region.current
    if (!open || !node) return
    const { ownerDocument: document } = node
    let last: Element | undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target
    }
    // What is about to be taken out may lose the focus first: whether it's still there is known a moment later.
    const onFocusOut = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last && last === target && canHold(last) && activeElementBeside(node) !== last) last = undefined
      })
    const observer = new MutationObserver(() => {
      if (!last || canHold(last) || activeElementBeside(node)) return
      const active = deepActiveElement(document)
      if (active && active !== document.body) last = undefined
      else node.querySelector<HTMLElement>('[data-part="view"]')?.focus({ preventScroll: true })
    })
    node.addEventListener('focusin', onFocusIn)
    node.addEventListener('focusout', onFocusOut)
    observer.observe(node, { childList: true, subtree: true })
    return () => {
      node.removeEventListener('focusin', onFocusIn)
      node.removeEventListener('focusout', onFocusOut)
      observer.disconnect()
    }
  }, [region, open])
}

const canHold = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && !element.closest('[inert]')
