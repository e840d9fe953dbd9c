const focusable = 'button:not(:disabled),a[href],input:not(:disabled),[tabindex]'

/**
 * Remembers where an element stands in the page, so that whatever takes its place can be found: a connect button has given way to the
 * account's by the time the modal closes.
 *
 * @returns finds the element's heir
 */
export function openerPlace(opener: Element): () => Element | null {
  const steps: { readonly parent: Element; readonly index: number }[] = []
  for (let child = opener; child.parentElement; child = child.parentElement) {
    steps.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  }
  return () => {
    const nearest = steps.find(({ parent }) => parent.isConnected)
    const heir = nearest?.parent.children[nearest.index]
    if (!heir) return null
    return heir.matches(focusable) ? heir : heir.querySelector(focusable)
  }
}
