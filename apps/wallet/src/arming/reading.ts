import { onScroll, type View, viewIn } from './view.js'

/** From here to there, in pixels from the top of a part. */
export type Span = readonly [from: number, to: number]

/** What layout may put beyond an edge. */
const slack = 2

/** The spans with another one, those that meet as one, in order. */
export function withSpan(spans: readonly Span[], span: Span): readonly Span[] {
  const joined: Span[] = []
  for (const [from, to] of [...spans, span].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && from <= last[1] + slack) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return joined
}

/** Whether spans leave nothing out of a part that is so high. */
export const coverAll = (spans: readonly Span[], height: number): boolean =>
  height <= slack || spans.some(([from, to]) => from <= slack && to >= height - slack)

/** Follows whether all that an element says has been in view. */
export interface ReadingWatch {
  stop(): void
}

export interface ReadingParameters {
  readonly element: HTMLElement
  /** Told at first, and whenever that is another. */
  readonly onRead: (isRead: boolean) => void
  /** What it says is another now, or more. */
  readonly onChanged: () => void
}

/** A part that says something: its words, how high they stood, and which spans of them were in view. */
interface Part {
  readonly text: string
  readonly height: number
  readonly spans: readonly Span[]
  readonly isRead: boolean
}

/** What says why a press doesn't count yet is no part of what is asked. */
export const apart = 'data-arming'

/** Whether something stands in what says why a press doesn't count yet. */
export function isApart(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest(`[${apart}]`) !== null
}

/** Each part counts once all of it was in view, in whatever order and however far it is scrolled; a part that comes or changes later counts anew. */
export function watchReading({ element, onRead, onChanged }: ReadingParameters): ReadingWatch {
  let parts: ReadonlyMap<Element, Part> = new Map()
  let said: boolean | undefined
  const look = () => {
    if (document.visibilityState === 'hidden') return
    const viewOf = viewIn(element)
    parts = new Map([...parts].map(([each, part]) => [each, part.isRead ? part : lookAt(each, part, viewOf(each))]))
    const isRead = [...parts.values()].every((part) => part.isRead)
    if (isRead !== said) onRead(isRead)
    said = isRead
  }
  const collect = () => {
    const found = partsOf(element).map((each): [Element, Part] => {
      const text = textOf(each)
      const known = parts.get(each)
      return [each, known?.text === text ? known : { text, height: 0, spans: [], isRead: false }]
    })
    const isOther = said !== undefined && found.some(([each, part]) => parts.get(each) !== part)
    parts = new Map(found)
    if (isOther) onChanged()
    look()
  }
  const ending = new AbortController()
  const { signal } = ending
  onScroll(element, look, signal)
  // Something above it that goes moves it into view without a scroll.
  for (const type of ['pointermove', 'keydown', 'resize'] as const)
    window.addEventListener(type, look, { signal, capture: true })
  document.addEventListener('visibilitychange', look, { signal })
  const changed = new MutationObserver(collect)
  changed.observe(element, { subtree: true, childList: true, characterData: true, attributeFilter: ['open', 'hidden'] })
  const sized = new ResizeObserver(look)
  sized.observe(element)
  collect()
  return {
    stop() {
      ending.abort()
      changed.disconnect()
      sized.disconnect()
    },
  }
}

/** Returns the words of an element, without those of the elements in it. */
export const textOf = (element: Element): string =>
  [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : [])).join('')

/** The elements with words or a picture of their own, but for those that are folded up. */
const partsOf = (root: Element): readonly Element[] =>
  [root, ...root.querySelectorAll('*')].filter(
    (each) =>
      (textOf(each).trim() !== '' || each.matches('img, svg, canvas, input, textarea')) &&
      !each.closest(`[${apart}], [hidden], details:not([open]) > :not(summary)`),
  )

function lookAt(element: Element, part: Part, seen: View): Part {
  const { top, height } = element.getBoundingClientRect()
  // At another height its words stand elsewhere.
  const before = height === part.height ? part.spans : []
  const span: Span = [Math.max(0, seen.top - top), Math.min(height, seen.bottom - top)]
  const spans = span[0] < span[1] ? withSpan(before, span) : before
  return { ...part, height, spans, isRead: coverAll(spans, height) }
}
