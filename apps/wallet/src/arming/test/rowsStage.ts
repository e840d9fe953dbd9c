import { expect, vi } from 'vitest'
import { createPassing, type Passing } from '../passing.js'

/** For tests. Where each part stands, from top to bottom; all are as wide as the page, and their words end before. */
const usual = {
  H1: [0, 40],
  asks: [50, 70],
  headline: [80, 120],
  PRE: [80, 120],
  H3: [72, 78],
  DT: [72, 78],
  DD: [300, 320],
  scroll: [75, 400],
} as const
export const heights: Record<string, readonly [top: number, bottom: number]> = { ...usual }
export const wordsEnd = 300

let scrolled = 0
/** What stands in `.scroll` is scrolled to there. */
export function scrollTo(place: number): void {
  scrolled = place
}

const spanOf = (element: Element) => {
  const [top, bottom] = heights[element.getAttribute('data-part') ?? element.className] ??
    heights[element.tagName] ?? [0, 600]
  const by = element.closest('.scroll') && element.className !== 'scroll' ? scrolled : 0
  return { top: top - by, bottom: bottom - by }
}

/** Draws rows, as the DOM of the tests draws no words. */
export function beginRows(): void {
  scrolled = 0
  Object.assign(heights, usual)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
    const { top, bottom } = spanOf(this)
    return DOMRect.fromRect({ x: 0, y: top, width: 400, height: bottom - top })
  })
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function of(this: Element) {
    return Object.assign([this.getBoundingClientRect()], { item: () => null })
  })
  const lines = function of(this: Range) {
    const { top, height } = (this.startContainer.parentElement ?? document.body).getBoundingClientRect()
    const rows = this.startContainer.textContent?.split('\n') ?? ['']
    const each = height / rows.length
    // An empty line is drawn without a width, at its place.
    return rows.map((row, index) =>
      DOMRect.fromRect({
        x: 0,
        y: top + index * each,
        width: row.startsWith('short') ? wordsEnd / 10 : row ? wordsEnd : 0,
        height: each,
      }),
    )
  }
  Object.defineProperty(Range.prototype, 'getClientRects', { value: lines, configurable: true })
}

export function endRows(): void {
  Reflect.deleteProperty(Range.prototype, 'getClientRects')
  vi.restoreAllMocks()
  document.body.replaceChildren()
}

export function draw(html: string): Passing {
  document.body.innerHTML = `<main data-part="approval">${html}</main>`
  return createPassing(document.querySelector('main') ?? expect.fail())
}

export const at = (clientY: number, clientX = 200) => ({ clientX, clientY })

/** The pointer goes from one height to another, and away. */
export function goThrough(
  passing: Passing,
  ...ways: readonly (readonly [from: number, to: number, x?: number])[]
): void {
  for (const [from, to, x] of ways) {
    for (let place = from; place < to; place += 30) passing.at(at(place, x))
    passing.at(at(to, x))
    passing.left()
  }
}

/** Ways through the title, the site, and what stands below. */
export const [title, site, below] = [
  [10, 30],
  [55, 65],
  [90, 110],
] as const
