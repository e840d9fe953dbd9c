import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { activeElementBeside } from '../dialog/focus.js'
import { type GridMeasure, type RowRange, scrollTopFor } from './gridWindow.js'
import { nextCell } from './nextCell.js'

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
