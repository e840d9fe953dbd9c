import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { type GridMeasure, type GridWindow, gridWindow, type RowRange } from './gridWindow.js'

/** Follows which rows are to be drawn. `follow` is called when the grid has scrolled. */
export function useGridWindow({
  scroller,
  measure: { rowHeight, viewport },
  rows,
}: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly measure: GridMeasure
  readonly rows: number
}): GridWindow & { readonly follow: () => void } {
  const at = useCallback(
    (scrollTop: number) => gridWindow({ scrollTop, rows, rowHeight, viewport }),
    [rows, rowHeight, viewport],
  )
  const [shown, setShown] = useState(() => at(0))
  const follow = useCallback(() => {
    const next = at(scroller.current?.scrollTop ?? 0)
    setShown((last) => (isSame(last.drawn, next.drawn) && isSame(last.seen, next.seen) ? last : next))
  }, [scroller, at])
  // More rows, or another width: before it's painted.
  useLayoutEffect(follow, [follow])
  return { ...shown, follow }
}

function isSame(a: RowRange, b: RowRange): boolean {
  return a.from === b.from && a.to === b.to
}
