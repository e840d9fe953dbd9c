import { askedIn, isDrawn, isText } from './asked.js'
import { type Span, withSpan } from './reading.js'
import { type Box, distance, halvesOf, heightsIn, inView, middleOf, type Place, rowsOf } from './rows.js'
import { type View, viewIn } from './view.js'

/** Follows whether the pointer has been over what is asked, or a finger on it: of a window that lies above it, they would have been over that. */
export interface Passing {
  /** The pointer is there, since its last place or anew. */
  at(place: Place): void
  /** What is asked stands still, and has for a while. */
  rested(): void
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

/** What was gone over of a part, as long as it has these words. */
interface Gone {
  readonly words: string | null
  /** Where it stands in the window, from its top. */
  top: number
  /** Of each row, its upper and its lower half, as long as it stands there. */
  readonly halves: Set<number>
  /** The rows that stood still where nothing lies above them. */
  readonly rested: Set<number>
  /** The heights of the window in which nothing lies above its middle. */
  free: readonly Span[]
  /** All of its rows were gone over. */
  isWhole: boolean
  isTouched: boolean
}

/** How far above or below a line a finger may be that is on it, in pixels; beside its words nothing is read. */
const fingerRoom = 4

/** How far apart two places may be, in pixels, between which the pointer is taken to have gone through the page. */
const mostStep = 40

/** How far a part may stand from where it stood and be there still, in pixels. */
const slack = 1

export function createPassing(element: Element): Passing {
  let known = new WeakMap<Element, Gone>()
  let hasTouched = false
  let last: Place | undefined
  const parts = () => askedIn(element).filter(isDrawn)
  const goneOver = (part: Element): Gone => {
    const found = known.get(part)
    const words = part.textContent
    const { top } = part.getBoundingClientRect()
    if (found?.words !== words) {
      const gone: Gone = {
        ...{ words, top, free: [], isWhole: false, isTouched: false },
        ...{ halves: new Set<number>(), rested: new Set<number>() },
      }
      known.set(part, gone)
      return gone
    }
    // Words that go past a hand that trembles were below a window all the same.
    if (Math.abs(found.top - top) > slack) {
      found.halves.clear()
      found.top = top
    }
    return found
  }
  return {
    at({ clientX, clientY }) {
      const place = { clientX, clientY }
      const from = last && distance(last, place) <= mostStep ? last : place
      last = place
      const viewOf = viewIn(element)
      for (const part of parts()) {
        const gone = goneOver(part)
        if (gone.isWhole) continue
        const [view, rows] = [viewOf(part), rowsOf(part)]
        const seen = (box: Box) => heightsIn(from, place, inView(box, view))
        for (const [index, half] of halvesOf(rows).entries()) if (seen(half)) gone.halves.add(index)
        const span = seen(middleOf(part.getBoundingClientRect()))
        if (span) gone.free = withSpan(gone.free, span)
        gone.isWhole = isWhole(rows, gone)
      }
    },
    rested() {
      const viewOf = viewIn(element)
      for (const part of parts()) {
        const gone = goneOver(part)
        const view = viewOf(part)
        if (gone.isWhole || (!isText(part) && fits(part, view))) continue
        const rows = rowsOf(part)
        for (const [index, row] of rows.entries())
          if (isWithin(row, [view.top, view.bottom]) && gone.free.some((span) => isWithin(row, span)))
            gone.rested.add(index)
        gone.isWhole = isWhole(rows, gone)
      }
    },
    isWhole: () => parts().every((part) => goneOver(part).isWhole),
    touch(event) {
      if (isOfButton(event)) return
      const viewOf = viewIn(element)
      const isOn = (part: Element) =>
        rowsOf(part).some((box) => heightsIn(event, event, widened(inView(box, viewOf(part)), fingerRoom)))
      hasTouched = true
      for (const each of parts().filter(isOn)) goneOver(each).isTouched = true
    },
    isTouched() {
      const all = parts()
      // Of a part of a page, its words are whatever isn't pressed.
      if (all.length === 0) return hasTouched
      return all.some((each) => goneOver(each).isTouched)
    },
    left() {
      last = undefined
    },
    forget() {
      last = undefined
      known = new WeakMap()
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

/** Whether all rows of a part were gone over; what shows no words has nothing that somebody could have read. */
const isWhole = (rows: readonly Box[], gone: Gone): boolean =>
  rows.length > 0 && rows.every((_, index) => isPassed(gone, { index, length: rows.length }))

/** Whether a row was gone over: the upper half of a part's first row and the lower half of its last, since a window that lies above all else may begin within those alone. */
function isPassed(
  { halves, rested }: Gone,
  { index, length }: { readonly index: number; readonly length: number },
): boolean {
  if (rested.has(index)) return true
  const [isUpper, isLower] = [halves.has(index * 2), halves.has(index * 2 + 1)]
  return (isUpper || isLower) && (isUpper || index > 0) && (isLower || index < length - 1)
}

/** Whether a part is in view whole once it is scrolled there. */
const fits = (part: Element, { top, bottom }: View): boolean =>
  part.getBoundingClientRect().height <= Math.max(bottom - top, 0)

const isWithin = ({ top, bottom }: Box, [from, to]: Span): boolean => from <= top && bottom <= to
