import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focus in the modal when the control that had it goes, as the back button does, or one that tries again: the view takes it, and
 * hands it on to the one that comes.
 */
export function useHeldFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = within.current?.closest('dialog')
    const root = dialog?.getRootNode()
    if (!dialog || !(root instanceof ShadowRoot)) return
    const observer = new MutationObserver(() => {
      if (!dialog.open || root.activeElement) return
      dialog.querySelector<HTMLElement>('[data-part="view"]')?.focus({ preventScroll: true })
    })
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [within])
}
