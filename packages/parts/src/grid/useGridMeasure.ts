import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GridMeasure } from './useGridWindow.js'

/** Until it's measured, and where nothing can be. */
const usual: GridMeasure = { columns: 4, rowHeight: 114, viewport: 400 }

/**
 * Measures a grid by what its sheet makes of it: the columns and the height of a row are the tracks of the element that holds the rows,
 * whatever the window, the theme and the visitor's own sizes are.
 */
export function useGridMeasure({
  scroller,
  body,
}: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly body: RefObject<HTMLElement | null>
}): GridMeasure {
  const [measure, setMeasure] = useState(usual)
  useLayoutEffect(() => {
    const outer = scroller.current
    const inner = body.current
    const window = outer?.ownerDocument.defaultView
    if (!outer || !inner || !window) return
    const read = () => {
      const next = measureOf({ viewport: outer.clientHeight, style: window.getComputedStyle(inner) })
      setMeasure((last) => (isSame(last, next) ? last : next))
    }
    read()
    if (!window.ResizeObserver) return
    // Before it's painted: rows of four on three columns would lie over each other.
    const observer = new window.ResizeObserver(() => flushSync(read))
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [scroller, body])
  return measure
}

function measureOf({
  viewport,
  style: { gridTemplateColumns, gridAutoRows },
}: {
  readonly viewport: number
  readonly style: Pick<CSSStyleDeclaration, 'gridTemplateColumns' | 'gridAutoRows'>
}): GridMeasure {
  const columns = gridTemplateColumns?.split(' ').filter((track) => track.endsWith('px')).length
  const rowHeight = Number.parseFloat(gridAutoRows)
  return {
    columns: columns || usual.columns,
    rowHeight: rowHeight > 0 ? rowHeight : usual.rowHeight,
    viewport: viewport || usual.viewport,
  }
}

function isSame(a: GridMeasure, b: GridMeasure): boolean {
  return a.columns === b.columns && a.rowHeight === b.rowHeight && a.viewport === b.viewport
}
