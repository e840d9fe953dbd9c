import type { Clock } from '@foyer/core'

/** Longer than the account button's own file may take to arrive, or to fail. */
const limitMs = 30_000

/**
 * Hands the focus on while what has it is being replaced: a connect button gives way to the account's, and that one's
 * outline to its face once it has arrived. Ends with the first key or press, which say where the visitor wants to be.
 *
 * @param options.heir finds what has taken the place of what had the focus
 * @returns ends it
 */
export function keepFocus({
  heir,
  document,
  clock,
}: {
  readonly heir: () => Element | null
  readonly document: Document
  readonly clock: Clock
}): () => void {
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return
    const element = heir()
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  })
  const stop = () => {
    observer.disconnect()
    stopClock()
    for (const type of ['keydown', 'pointerdown'] as const) document.removeEventListener(type, stop, true)
  }
  const stopClock = clock.setTimeout(stop, limitMs)
  observer.observe(document.body, { childList: true, subtree: true })
  for (const type of ['keydown', 'pointerdown'] as const) document.addEventListener(type, stop, true)
  return stop
}

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
