import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the focus in the modal when the view changes and the control that had it goes, as the back button does: the view takes it, and
 * hands it on to the one that comes.
 */
export function useHeldFocus({
  within,
  viewKey,
}: {
  readonly within: RefObject<HTMLElement | null>
  readonly viewKey: string
}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of view is looked at once
  useLayoutEffect(() => {
    const outlet = within.current
    const root = outlet?.getRootNode()
    const dialog = outlet?.closest('dialog')
    if (!dialog?.open || !(root instanceof ShadowRoot) || root.activeElement) return
    outlet?.querySelector<HTMLElement>('[data-part="view"]')?.focus({ preventScroll: true })
  }, [within, viewKey])
}
