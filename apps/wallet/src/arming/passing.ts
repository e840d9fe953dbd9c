import { apart, textOf } from './reading.js'
import type { PointerPlace } from './stillness.js'
import { viewIn } from './view.js'

/** A place of the pointer in the page. */
type Place = Pick<PointerPlace, 'clientX' | 'clientY'>

/** Follows whether the pointer has been over what is asked, or a finger on it: of a window that lies above it, they would have been over that. */
export interface Passing {
  /** The pointer is there, since its last place or anew. */
  at(place: Place): void
  /** It has been over all of it. */
  isWhole(): boolean
  /** A finger is there. */
  touch(place: TouchedPlace): void
  /** A finger was on its words. */
  isTouched(): boolean
  /** It has gone; the way back isn't known. */
  left(): void
  /** What lies above the page may be another now. */
  forget(): void
}

/** A place of a finger, and what it is on. */
interface TouchedPlace extends Place {
  composedPath(): readonly EventTarget[]
}

/** How far above or below a line a finger may be that is on it, in pixels; beside its words nothing is read. */
const fingerRoom = 4

/** How far apart two places may be, in pixels, between which the pointer is taken to have gone through the page. */
const mostStep = 80

export function createPassing(element: Element): Passing {
  let passed = new WeakSet<Element>()
  let touched = new WeakSet<Element>()
  let hasTouched = false
  let last: Place | undefined
  const parts = () => askedIn(element).filter(isDrawn)
  return {
    at({ clientX, clientY }) {
      const place = { clientX, clientY }
      const from = last && distance(last, place) <= mostStep ? last : place
      last = place
      const left = parts().filter((each) => !passed.has(each))
      if (left.length === 0) return
      const viewOf = viewIn(element)
      for (const each of left)
        if (linesIn(each, viewOf(each)).some((line) => crosses(from, place, line))) passed.add(each)
    },
    isWhole: () => parts().every((each) => passed.has(each)),
    touch(event) {
      const viewOf = viewIn(element)
      const isOn = (part: Element) =>
        linesIn(part, viewOf(part)).some((line) => crosses(event, event, widened(line, fingerRoom)))
      if (isOfButton(event)) return
      hasTouched = true
      for (const each of parts().filter(isOn)) touched.add(each)
    },
    isTouched() {
      const all = parts()
      const isOne = (each: Element) => touched.has(each)
      // Of a part of a page, its words are whatever isn't pressed.
      if (all.length === 0) return hasTouched
      return all.some(isOne)
    },
    left() {
      last = undefined
    },
    forget() {
      last = undefined
      passed = new WeakSet()
      touched = new WeakSet()
      hasTouched = false
    },
  }
}

/** Whether a finger is on what is pressed: one that presses again and again in one place, for something else, has to have gone to another. */
function isOfButton(event: TouchedPlace): boolean {
  const [target] = event.composedPath()
  return !(target instanceof Element) || target.closest('button, input, label, summary, .decision, .buttons') !== null
}

const widened = ({ left, right, top, bottom }: Box, by: number): Box =>
  // A line that isn't in view has no room around it.
  top >= bottom ? { left, right, top, bottom } : { left, right, top: top - by, bottom: bottom + by }

/**
 * Of a request, the site and what it comes to; where nothing says that, its title and the first words below. Of another page, or of a part of one, its title; of what
 * has none, its first words.
 */
export function askedIn(element: Element): readonly Element[] {
  const site = [...element.querySelectorAll('[data-part="asks"]')]
  const headline = [...element.querySelectorAll('[data-part="headline"]')]
  if (headline.length > 0) return [...site, ...headline]
  const isRequest = site.length > 0 || element.matches('.ask')
  const title = element.querySelector(isRequest ? 'h1, h3' : 'h1, h2, h3')
  const first = isRequest || !title ? wordsBelow(element, title) : undefined
  return [...site, title, first].filter((each) => each != null)
}

/** The first words below a title, or of all where there is none: none of a button, nor why one doesn't count yet, nor the label of others. */
const wordsBelow = (element: Element, title: Element | null): Element | undefined =>
  [...element.querySelectorAll('*')].find(
    (each) =>
      (!title || title.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_FOLLOWING) &&
      textOf(each).trim() !== '' &&
      isDrawn(each) &&
      !each.closest(`h3, dt, [data-part="asks"], .dock, .buttons, button, [${apart}]`),
  )

const isDrawn = (element: Element): boolean => element.getClientRects().length > 0

const distance = (one: Place, other: Place): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** The lines of an element's words, as far as they are in view: beside a short line is nothing that somebody reads. */
function linesIn(element: Element, view: Pick<Box, 'top' | 'bottom'>): readonly Box[] {
  return textsIn(element).flatMap((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
      left,
      right,
      top: Math.max(top, view.top),
      bottom: Math.min(bottom, view.bottom),
    }))
  })
}

function textsIn(element: Element): readonly Node[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) {
    const { currentNode } = walker
    // The letters of a picture say nothing, and what a button does is pressed.
    const isAside = currentNode.parentElement?.closest('[aria-hidden], button')
    if (currentNode.textContent?.trim() && !isAside) texts.push(currentNode)
  }
  return texts
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
