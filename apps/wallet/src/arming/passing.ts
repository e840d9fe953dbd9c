import type { PointerPlace } from './stillness.js'
import { viewIn } from './view.js'

/** A place of the pointer in the page. */
type Place = Pick<PointerPlace, 'clientX' | 'clientY'>

/** Follows whether the pointer has been over what is asked: of a window that lies above it, the pointer would have been over that. */
export interface Passing {
  /** The pointer is there, since its last place or anew. */
  at(place: Place): void
  /** It has been over all of it. */
  isWhole(): boolean
  /** It has gone; the way back isn't known. */
  left(): void
  /** What lies above the page may be another now. */
  forget(): void
}

/** How far apart two places may be, in pixels, between which the pointer is taken to have gone through the page. */
const mostStep = 80

/** Of a request, the site and what it comes to; of another page, its title; of a line of a list, which holds its button, nothing more. */
export function createPassing(element: Element): Passing {
  let passed = new WeakSet<Element>()
  let last: Place | undefined
  const parts = () => {
    const named = [...element.querySelectorAll('[data-part="asks"], [data-part="headline"]')]
    return (named.length > 0 ? named : [...element.querySelectorAll('h1')]).filter(isDrawn)
  }
  return {
    at({ clientX, clientY }) {
      const place = { clientX, clientY }
      const from = last && distance(last, place) <= mostStep ? last : place
      last = place
      const left = parts().filter((each) => !passed.has(each))
      if (left.length === 0) return
      const viewOf = viewIn(element)
      for (const each of left) if (crosses(from, place, boxIn(each, viewOf(each)))) passed.add(each)
    },
    isWhole: () => parts().every((each) => passed.has(each)),
    left() {
      last = undefined
    },
    forget() {
      last = undefined
      passed = new WeakSet()
    },
  }
}

const isDrawn = (element: Element): boolean => element.getClientRects().length > 0

const distance = (one: Place, other: Place): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** The box of an element, as far as it is in view. */
function boxIn(element: Element, view: Pick<Box, 'top' | 'bottom'>): Box {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { left, right, top: Math.max(top, view.top), bottom: Math.min(bottom, view.bottom) }
}

/** Whether the way from one place to another, or a place alone, is in a box anywhere. */
function crosses(from: Place, to: Place, { left, right, top, bottom }: Box): boolean {
  if (top >= bottom) return false
  const axes = [
    { at: from.clientX, step: to.clientX - from.clientX, least: left, most: right },
    { at: from.clientY, step: to.clientY - from.clientY, least: top, most: bottom },
  ]
  let [enters, leaves] = [0, 1]
  for (const { at, step, least, most } of axes) {
    if (step === 0 && (at < least || at > most)) return false
    if (step === 0) continue
    const [one, other] = [(least - at) / step, (most - at) / step]
    enters = Math.max(enters, Math.min(one, other))
    leaves = Math.min(leaves, Math.max(one, other))
  }
  return enters <= leaves
}
