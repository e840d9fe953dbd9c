import { apart, textOf } from './reading.js'
import type { PointerPlace } from './stillness.js'
import { viewIn } from './view.js'

/** A place of the pointer in the page. */
type Place = Pick<PointerPlace, 'clientX' | 'clientY'>

/** Follows whether the pointer has been over what is asked, or a finger on it: of a window that lies above it, they would have been over that. */
export interface Passing {
  /** The pointer is there, since its last place or anew. */
  at(place: Place): void
  /** What is asked has been scrolled, under a pointer that rests. */
  scrolled(): void
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

/** How much of a row counts at its middle, in pixels, where a third of it is less: a strip that is left free at one side shows the ends of rows. */
const leastMiddle = 120

export function createPassing(element: Element): Passing {
  let passed = new WeakMap<Element, Set<number>>()
  let touched = new WeakSet<Element>()
  let hasTouched = false
  let last: Place | undefined
  /** Where each part stood when the pointer was last told of. */
  let tops = new WeakMap<Element, number>()
  const parts = () => askedIn(element).filter(isDrawn)
  const isPassed = (part: Element, index: number) => passed.get(part)?.has(index) === true
  /** The pointer has gone from one place to another, of each part; or its words have gone past it. */
  const goTo = (place: Place, from: Place) => {
    last = place
    const viewOf = viewIn(element)
    for (const part of parts()) {
      const { top } = part.getBoundingClientRect()
      const begins = { ...from, clientY: from.clientY + top - (tops.get(part) ?? top) }
      const isStep = distance(begins, place) <= mostStep
      tops.set(part, top)
      for (const [index, box] of rowsOf(part).entries()) {
        if (isPassed(part, index)) continue
        if (!crosses(isStep ? begins : place, place, middleOf(inView(box, viewOf(part))))) continue
        passed.set(part, (passed.get(part) ?? new Set()).add(index))
      }
    }
  }
  return {
    at({ clientX, clientY }) {
      const place = { clientX, clientY }
      goTo(place, last ?? place)
    },
    scrolled() {
      if (last) goTo(last, last)
    },
    isWhole: () =>
      parts().every((part) => {
        const rows = rowsOf(part).map((_, index) => isPassed(part, index))
        // What shows no words has nothing that somebody could have read.
        return rows.length > 0 && (isText(part) ? isFollowed(rows) : rows.every(Boolean))
      }),
    touch(event) {
      const viewOf = viewIn(element)
      const isOn = (part: Element) =>
        rowsOf(part).some((box) => crosses(event, event, widened(inView(box, viewOf(part)), fingerRoom)))
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
      // What is scrolled meanwhile goes past no pointer.
      tops = new WeakMap()
    },
    forget() {
      last = undefined
      tops = new WeakMap()
      passed = new WeakMap()
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
 * Of a request, the site and what it comes to; where nothing says that, its title and all words below, which are the site's own. Of another page, or of a part of one, its
 * title, and the site and the first words where it names one; of what has no title, its first words.
 */
export function askedIn(element: Element): readonly Element[] {
  const site = [...element.querySelectorAll('[data-part="asks"]')]
  const headline = [...element.querySelectorAll('[data-part="headline"]')]
  if (headline.length > 0) return [...site, ...headline]
  const isOfSite = site.length > 0 || element.matches('.ask')
  const title = element.querySelector(isOfSite ? 'h1, h3' : 'h1, h2, h3')
  const below = isOfSite || !title ? wordsBelow(element, title) : []
  const isApproval = element.matches('[data-part="approval"]')
  // Beside a text, its facts are the wallet's: with which account it is signed, and on which network.
  const own = element.querySelector('.content') ? below.filter((each) => !each.closest('.facts')) : below
  return [...site, title, ...(isApproval ? own : below.slice(0, 1))].filter((each) => each !== null)
}

/** What stands below a title and is none of its words: the label of others, a button, why one doesn't count yet, and what isn't shown. */
const beside = [
  ...['h3', 'dt', 'button', '.buttons', '.dock', '[data-part="asks"]', `[${apart}]`],
  ...['[hidden]', '[data-part="visually-hidden"]', 'details:not([open]) > :not(summary)'],
].join()

/** The words below a title, or all where there is none. */
function wordsBelow(element: Element, title: Element | null): readonly Element[] {
  const below = [...element.querySelectorAll('*')].filter(
    (each) =>
      (!title || title.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_FOLLOWING) &&
      textOf(each).trim() !== '' &&
      isDrawn(each) &&
      !each.closest(beside),
  )
  const outermost: Element[] = []
  // In the document's order, in which what stands in an element comes right after it.
  for (const each of below) if (!outermost.at(-1)?.contains(each)) outermost.push(each)
  return outermost
}

const isDrawn = (element: Element): boolean => element.getClientRects().length > 0

const distance = (one: Place, other: Place): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** The rows of a part's words, from top to bottom, whether they are in view or not: beside a short one is nothing that somebody reads. */
function rowsOf(part: Element): readonly Box[] {
  const rows: Box[] = []
  const pieces = textsIn(part).flatMap((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()]
  })
  for (const piece of pieces.sort((one, other) => middle(one) - middle(other))) {
    const row = rows.at(-1)
    if (row && middle(piece) < row.bottom) rows[rows.length - 1] = around(row, piece)
    else rows.push(piece)
  }
  return rows
}

/** A part that the wallet has no words of its own for. */
const isText = (part: Element): boolean => !part.matches('h1, h2, h3, [data-part="asks"], [data-part="headline"]')

/** Whether the rows of a text were gone along: a short one between two others is, as nothing can lie above that row alone. */
const isFollowed = (rows: readonly boolean[]): boolean =>
  rows.at(0) === true && rows.at(-1) === true && rows.every((isPassed, index) => isPassed || rows[index + 1] === true)

const middle = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>): number => (top + bottom) / 2

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  right: Math.max(one.right, other.right),
  top: Math.min(one.top, other.top),
  bottom: Math.max(one.bottom, other.bottom),
})

const inView = ({ left, right, top, bottom }: Box, view: Pick<Box, 'top' | 'bottom'>): Box => ({
  left,
  right,
  top: Math.max(top, view.top),
  bottom: Math.min(bottom, view.bottom),
})

function middleOf({ left, right, top, bottom }: Box): Box {
  const beside = Math.max(0, (right - left - Math.max(leastMiddle, (right - left) / 3)) / 2)
  return { left: left + beside, right: right - beside, top, bottom }
}

function textsIn(element: Element): readonly Node[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) {
    const { currentNode } = walker
    // The letters of a picture say nothing, and what a button does is pressed.
    const isAside = currentNode.parentElement?.closest('[aria-hidden], button, [data-part="visually-hidden"]')
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
