import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { activeElementBeside } from '../dialog/focus.js'
import { type GridMeasure, type RowRange, scrollTopFor } from './useGridWindow.js'

export interface RovingCell {
  /** The one cell that Tab stops at. */
  readonly tabStop: number
  /** The row that is drawn wherever the grid is scrolled, because the focus is in it. */
  readonly keptRow: number | undefined
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/**
 * One cell of a grid at a time takes the focus, and the arrows move it. It belongs to what is in the cell: whatever comes before it,
 * and however far away it's scrolled, the focus stays with it.
 */
export function useRovingCell({
  scroller,
  keys,
  measure: { columns, rowHeight, viewport },
  seen,
  follow,
}: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly keys: readonly string[]
  readonly measure: GridMeasure
  readonly seen: RowRange
  readonly follow: () => void
}): RovingCell {
  const [active, setActive] = useState<string>()
  const [within, setWithin] = useState(false)
  const moved = useRef(false)
  const found = active === undefined ? -1 : keys.indexOf(active)
  const isSeen = found >= seen.from * columns && found < seen.to * columns
  // Who comes by Tab begins where they look.
  const tabStop = found >= 0 && (within || isSeen) ? found : Math.min(seen.from * columns, keys.length - 1)

  // The focus goes where it was sent, and back to what has been drawn anew at another place.
  useLayoutEffect(() => {
    const grid = scroller.current
    if (!grid || !within) return
    const focused = activeElementBeside(grid)
    if (!moved.current && focused && grid.contains(focused)) return
    if (!moved.current && focused && focused !== grid.ownerDocument.body && !focused.contains(grid)) return
    moved.current = false
    grid.querySelector<HTMLElement>(`[data-cell="${tabStop}"]`)?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const grid = scroller.current
    if (!grid || event.defaultPrevented || event.altKey || event.metaKey) return
    const rightToLeft = getComputedStyle(grid).direction === 'rtl'
    const pageRows = Math.max(1, Math.floor(viewport / rowHeight))
    const next = nextCell({ key: event.key, index: tabStop, count: keys.length, columns, pageRows, rightToLeft })
    if (next === undefined) return
    event.preventDefault()
    moved.current = true
    setActive(keys[next])
    const { scrollTop } = grid
    grid.scrollTop = scrollTopFor({ row: Math.floor(next / columns), scrollTop, rowHeight, viewport })
    follow()
  }
  return {
    tabStop,
    keptRow: within ? Math.floor(tabStop / columns) : undefined,
    handlers: {
      onKeyDown,
      onFocus({ target }) {
        const cell = Number(target.getAttribute('data-cell') ?? -1)
        setWithin(true)
        if (keys[cell] !== undefined) setActive(keys[cell])
      },
      onBlur({ relatedTarget }) {
        if (!(relatedTarget instanceof Node && scroller.current?.contains(relatedTarget))) setWithin(false)
      },
    },
  }
}

export interface NextCellParameters {
  readonly key: string
  readonly index: number
  /** How many cells there are. */
  readonly count: number
  readonly columns: number
  /** How many rows make a page. */
  readonly pageRows: number
  readonly rightToLeft: boolean
}

/**
 * Pure: where a key leads from a cell. The cells are one list that is broken into lines: along a line the arrows go on at the next one,
 * `Home` and `End` lead to its ends.
 *
 * @returns undefined for a key that leads nowhere, which is the browser's then
 */
export function nextCell({
  key,
  index,
  count,
  columns,
  pageRows,
  rightToLeft,
}: NextCellParameters): number | undefined {
  const last = count - 1
  if (last < 0) return undefined
  const forwards = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return Math.min(last, Math.max(0, index + (key === forwards ? 1 : -1)))
    case 'ArrowDown':
      return byRows({ index, rows: 1, last, columns })
    case 'ArrowUp':
      return byRows({ index, rows: -1, last, columns })
    case 'PageDown':
      return byRows({ index, rows: pageRows, last, columns })
    case 'PageUp':
      return byRows({ index, rows: -pageRows, last, columns })
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** Stays in its column as far as there are rows; the last one may end before it. */
function byRows({
  index,
  rows,
  last,
  columns,
}: Pick<NextCellParameters, 'index' | 'columns'> & { readonly rows: number; readonly last: number }): number {
  const row = Math.min(Math.max(0, Math.floor(index / columns) + rows), Math.floor(last / columns))
  return Math.min(last, row * columns + (index % columns))
}
