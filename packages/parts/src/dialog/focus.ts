const candidates =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),iframe,summary,[tabindex]'

/** The focused element as seen from a node's own tree: in a shadow root the document names only the root's host. */
export function activeElementBeside(node: Node): Element | null {
  const root = node.getRootNode()
  return isTree(root) ? root.activeElement : null
}

/** The element that has the focus, however many shadow roots it's in. */
export function deepActiveElement(document: Document): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** Gives the focus to an element, if it's still there and takes it. The body is never given it. */
export function focusIfPresent(element: Element | null | undefined): boolean {
  if (!element?.isConnected || element === element.ownerDocument.body || !isFocusable(element)) return false
  element.focus({ preventScroll: true })
  return deepActiveElement(element.ownerDocument) === element
}

/** Returns the elements within another at which Tab stops, in its order. */
export function tabStops(within: Element): (Element & HTMLOrSVGElement)[] {
  return [...within.querySelectorAll(candidates)].filter(isFocusable).filter(isTabStop)
}

/**
 * Returns the element that Tab moves to so that it never leaves, or nothing where the browser's own step stays within.
 * A native dialog lets Tab out to the browser's bar once a cycle.
 */
export function tabTarget({ within, backwards }: { within: HTMLElement; backwards: boolean }): HTMLOrSVGElement | null {
  const stops = tabStops(within)
  const active = activeElementBeside(within)
  const first = stops[0]
  const last = stops[stops.length - 1]
  if (!first || !last) return within
  if (active && active !== within && within.contains(active)) {
    const leaves = backwards ? active === first : active === last
    return leaves ? (backwards ? last : first) : null
  }
  return backwards ? last : first
}

function isTabStop(element: Element & HTMLOrSVGElement): boolean {
  if (element.tabIndex < 0 || element.closest('[inert]')) return false
  return typeof element.checkVisibility !== 'function' || element.checkVisibility({ visibilityProperty: true })
}

function isFocusable(element: Element): element is Element & HTMLOrSVGElement {
  return 'focus' in element
}

function isTree(root: Node): root is Document | ShadowRoot {
  return 'activeElement' in root
}
