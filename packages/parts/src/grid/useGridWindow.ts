import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The measures of a grid's place, in CSS pixels. */
export interface GridMeasure {
  readonly columns: number
  readonly rowHeight: number
  /** How much of the grid can be seen at once. */
  readonly viewport: number
}

/** Rows of a grid, from the first to before the last. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/** The rows that are drawn, and those of them that are seen. */
export interface GridWindow {
  readonly drawn: RowRange
  readonly seen: RowRange
}

/** Rows drawn above and below those that are seen, so that scrolling finds them there. */
const beyond = 2

/** Pure: which rows a scrolled grid shows. */
export function gridWindow({
  scrollTop,
  rows,
  rowHeight,
  viewport,
}: Omit<GridMeasure, 'columns'> & { readonly scrollTop: number; readonly rows: number }): GridWindow {
  const within = (row: number) => Math.min(Math.max(0, row), rows)
  const from = Math.min(within(Math.floor(scrollTop / rowHeight)), Math.max(0, rows - 1))
  const to = within(Math.ceil((scrollTop + viewport) / rowHeight))
  return { seen: { from, to: Math.max(from, to) }, drawn: { from: within(from - beyond), to: within(to + beyond) } }
}

/** Pure: where to scroll so that a row is seen whole; as it is where it's seen already. */
export function scrollTopFor({
  row,
  scrollTop,
  rowHeight,
  viewport,
}: Omit<GridMeasure, 'columns'> & { readonly row: number; readonly scrollTop: number }): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return Math.max(scrollTop, top + rowHeight - viewport)
}

/**
 * Follows which rows are to be drawn. `follow` is called when the grid has scrolled. A grid that begins further down is brought there
 * as soon as it's long enough, unless it has been scrolled by then.
 */
export function useGridWindow({
  scroller,
  measure: { rowHeight, viewport },
  rows,
  startAt,
}: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly measure: GridMeasure
  readonly rows: number
  readonly startAt: number
}): GridWindow & { readonly follow: () => void } {
  const at = useCallback(
    (scrollTop: number) => gridWindow({ scrollTop, rows, rowHeight, viewport }),
    [rows, rowHeight, viewport],
  )
  const [shown, setShown] = useState(() => at(startAt))
  const start = useRef(startAt)
  const look = useCallback(() => {
    const next = at(scroller.current?.scrollTop ?? 0)
    setShown((last) => (isSame(last.drawn, next.drawn) && isSame(last.seen, next.seen) ? last : next))
  }, [scroller, at])
  // More rows, or another width: before it's painted.
  useLayoutEffect(() => {
    const grid = scroller.current
    if (grid && start.current > 0) {
      grid.scrollTop = start.current
      if (grid.scrollTop >= start.current - 1) start.current = 0 // a browser may round it
    }
    look()
  }, [scroller, look])
  const follow = useCallback(() => {
    start.current = 0
    look()
  }, [look])
  return { ...shown, follow }
}

function isSame(a: RowRange, b: RowRange): boolean {
  return a.from === b.from && a.to === b.to
}

/** A row that passes faster than this isn't looked at. */
const restMs = 60

/**
 * Remembers which cells have come into sight and stayed for a moment, so that what flies past fetches nothing, and what was there once is
 * there at once.
 */
export function useSeen({
  keys,
  columns,
  seen: { from, to },
}: {
  readonly keys: readonly string[]
  readonly columns: number
  readonly seen: RowRange
}): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(keys.slice(from * columns, to * columns)))
  const settled = useRef({ from, to })
  useEffect(() => {
    const remember = () => {
      settled.current = { from, to }
      setKnown((last) => {
        const fresh = keys.slice(from * columns, to * columns).filter((key) => !last.has(key))
        return fresh.length === 0 ? last : new Set([...last, ...fresh])
      })
    }
    // Nothing has moved: others came where the visitor is looking.
    if (settled.current.from === from && settled.current.to === to) return remember()
    const timer = setTimeout(remember, restMs)
    return () => clearTimeout(timer)
  }, [keys, columns, from, to])
  return known
}
