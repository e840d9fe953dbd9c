import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type GridMeasure, type GridWindow, gridWindow, type RowRange } from './gridWindow.js'

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
