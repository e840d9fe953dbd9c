import { type ReactNode, useCallback, useMemo } from 'react'
import { part } from '../part.js'
import type { GridCell, VirtualGridProps } from './VirtualGrid.js'

interface GridRowProps<Item> extends Pick<VirtualGridProps<Item>, 'items' | 'renderItem' | 'skeleton'> {
  readonly row: number
  readonly columns: number
  readonly keys: readonly string[]
  readonly known: ReadonlySet<string>
  /** The one cell that Tab stops at. */
  readonly tabStop: number
}

/** A line of the grid at its place; where there are no items yet, outlines. */
export function GridRow<Item>({
  row,
  columns,
  items,
  keys,
  known,
  tabStop,
  renderItem,
  skeleton,
}: GridRowProps<Item>): ReactNode {
  const place = useCallback(
    // A property of its own and no attribute: a strict content policy has nothing against it.
    (node: HTMLDivElement | null) => node?.style.setProperty('--foyer-row', `${row}`),
    [row],
  )
  const first = row * columns
  const cells = items.slice(first, first + columns).map((item, index) => ({ item, key: keys[first + index] ?? '' }))
  const outlines = skeleton ? columns - cells.length : 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't be laid out by how many there is room for
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is in its cells
    <div
      ref={place}
      role="row"
      aria-rowindex={row + 1}
      aria-hidden={cells.length === 0 || undefined}
      {...part({ name: 'grid-row' })}
    >
      {cells.map(({ item, key }, index) => (
        <Cell
          key={key}
          item={item}
          index={first + index}
          column={index + 1}
          seen={known.has(key)}
          tabIndex={first + index === tabStop ? 0 : -1}
          renderItem={renderItem}
        />
      ))}
      {Array.from({ length: outlines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one outline is as good as another
        <div key={index} aria-hidden="true" {...part({ name: 'grid-cell' })}>
          {skeleton}
        </div>
      ))}
    </div>
  )
}

interface CellProps<Item> extends Pick<VirtualGridProps<Item>, 'renderItem'>, Pick<GridCell<Item>, 'item' | 'seen'> {
  readonly index: number
  readonly column: number
  readonly tabIndex: 0 | -1
}

/** Draws its item anew only when something about it has changed. */
function Cell<Item>({ item, index, column, seen, tabIndex, renderItem }: CellProps<Item>): ReactNode {
  const content = useMemo(
    () => renderItem({ item, seen, control: { tabIndex, 'data-cell': index } }),
    [renderItem, item, seen, tabIndex, index],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't be laid out by how many there is room for
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it takes the focus
    <div role="gridcell" aria-colindex={column} {...part({ name: 'grid-cell' })}>
      {content}
    </div>
  )
}
