/** The part of the window, from top to bottom, in which something is drawn, if it is in view. */
export interface View {
  readonly top: number
  readonly bottom: number
}

/**
 * Returns what of a place is in view: as much as the window shows, each box around it that scrolls, and what stays where it is while the rest is
 * scrolled under it.
 */
export function viewIn(root: Element): (of: Element) => View {
  const known = new Map<Element, View>()
  const boxAround = (of: Element): View => {
    const found = known.get(of)
    if (found) return found
    const around = parentOf(of)
    const outer = around ? boxAround(around) : { top: 0, bottom: window.innerHeight }
    const { top, bottom } = scrolls(of) ? of.getBoundingClientRect() : outer
    const inner = { top: Math.max(outer.top, top), bottom: Math.min(outer.bottom, bottom) }
    known.set(of, inner)
    return inner
  }
  const staying = [...root.querySelectorAll('*')].filter(stays)
  return (of) => {
    const over = staying.filter((each) => !each.contains(of)).map((each) => each.getBoundingClientRect())
    return over.reduce(without, boxAround(parentOf(of) ?? of))
  }
}

/** A view without what something covers, which lies along its top or its bottom. */
function without({ top, bottom }: View, over: View): View {
  if (over.bottom <= top || over.top >= bottom) return { top, bottom }
  return over.top <= top ? { top: over.bottom, bottom } : { top, bottom: over.top }
}

const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowY)
const stays = (element: Element): boolean => /sticky|fixed/.test(getComputedStyle(element).position)

/** @returns the shadow root that an element stands in; null outside of any */
export function shadowOf(element: Element): ShadowRoot | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root : null
}

/** Listens for each scroll around an element or in it: one inside of a shadow root isn't heard outside of it. */
export function onScroll(element: Element, listener: () => void, signal: AbortSignal): void {
  for (const target of new Set<EventTarget>([shadowOf(element) ?? window, window]))
    target.addEventListener('scroll', listener, { signal, capture: true, passive: true })
}

const parentOf = (element: Element): Element | null => element.parentElement ?? shadowOf(element)?.host ?? null
