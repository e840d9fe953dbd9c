import { type RefObject, useLayoutEffect } from 'react'

/**
 * Hands the focus to one thing of a view, such as what a visitor who comes back left it by, as soon as the modal has it: at once, or when the view is
 * given it. A focus that stands elsewhere in the page stays there.
 *
 * @param options.find finds it; undefined where there is none, or it's gone
 */
export function useReturnedFocus({
  within,
  find,
}: {
  readonly within: RefObject<HTMLElement | null>
  readonly find: () => HTMLElement | undefined
}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view comes
  useLayoutEffect(() => {
    const view = within.current?.closest('[data-part="view"]')
    const root = view?.getRootNode()
    if (!view || !(root instanceof ShadowRoot)) return
    const handOn = () => find()?.focus({ preventScroll: true })
    if (root.activeElement) handOn()
    view.addEventListener('focus', handOn, { once: true })
    return () => view.removeEventListener('focus', handOn)
  }, [within])
}
