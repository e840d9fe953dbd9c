import type { Span } from './reading.js'
import type { PointerPlace } from './stillness.js'

/** A place of the pointer in the page. */
export type Place = Pick<PointerPlace, 'clientX' | 'clientY'>

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** How much of a row counts at its middle, in pixels, where a third of it is less: a strip that is left free at one side shows the ends of rows. */
const leastMiddle = 120

/** The rows of a part's words, from top to bottom, whether they are in view or not: beside a short one is nothing that somebody reads. */
export function rowsOf(part: Element): readonly Box[] {
  const rows: Box[] = []
  const pieces = textsIn(part).flatMap((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    // An empty line has a place and no words.
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  })
  for (const piece of pieces.sort((one, other) => middle(one) - middle(other))) {
    const row = rows.at(-1)
    if (row && middle(piece) < row.bottom) rows[rows.length - 1] = around(row, piece)
    else rows.push(piece)
  }
  return rows
}

/** The upper and the lower half of each row, at its middle; of a shorter one at the middle of all as well, where a pointer is that goes down along them. */
export function halvesOf(rows: readonly Box[]): readonly Box[] {
  const [first, ...others] = rows
  if (!first) return []
  const all = middleOf(others.reduce(around, first))
  return rows.flatMap((row) => {
    const own = middleOf(row)
    const [left, right] = [Math.min(own.left, all.left), Math.max(own.right, all.right)]
    return [
      { left, right, top: row.top, bottom: middle(row) },
      { left, right, top: middle(row), bottom: row.bottom },
    ]
  })
}

export function middleOf({ left, right, top, bottom }: Box): Box {
  const beside = Math.max(0, (right - left - Math.max(leastMiddle, (right - left) / 3)) / 2)
  return { left: left + beside, right: right - beside, top, bottom }
}

const middle = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>): number => (top + bottom) / 2

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  right: Math.max(one.right, other.right),
  top: Math.min(one.top, other.top),
  bottom: Math.max(one.bottom, other.bottom),
})

export const inView = ({ left, right, top, bottom }: Box, view: Pick<Box, 'top' | 'bottom'>): Box => ({
  left,
  right,
  top: Math.max(top, view.top),
  bottom: Math.min(bottom, view.bottom),
})

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

export const distance = (one: Place, other: Place): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)

/** Returns from which height to which the way from one place to another, or a place alone, is in a box; undefined where it is beside it. */
export function heightsIn(from: Place, to: Place, { left, right, top, bottom }: Box): Span | undefined {
  if (top >= bottom) return undefined
  const axes = [
    { at: from.clientX, step: to.clientX - from.clientX, least: left, most: right },
    { at: from.clientY, step: to.clientY - from.clientY, least: top, most: bottom },
  ]
  let [enters, leaves] = [0, 1]
  for (const { at, step, least, most } of axes) {
    if (step === 0 && (at < least || at > most)) return undefined
    if (step === 0) continue
    const [one, other] = [(least - at) / step, (most - at) / step]
    enters = Math.max(enters, Math.min(one, other))
    leaves = Math.min(leaves, Math.max(one, other))
  }
  if (enters > leaves) return undefined
  const heightAt = (share: number) => from.clientY + (to.clientY - from.clientY) * share
  const [one, other] = [heightAt(enters), heightAt(leaves)]
  return one < other ? [one, other] : [other, one]
}
