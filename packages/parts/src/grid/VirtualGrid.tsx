import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { part } from '../part.js'
import { useGridMeasure } from './useGridMeasure.js'
import { useGridWindow, useSeen } from './useGridWindow.js'
import { useRovingCell } from './useRovingCell.js'

/** The cell that `renderItem` draws. */
export interface GridCell<Item> {
  readonly item: Item
  /** It has been looked at: what costs something is worth it from now on. */
  readonly seen: boolean
  /** The attributes of the cell's one control, so that the focus can move over the grid. */
  readonly control: { readonly tabIndex: 0 | -1; readonly 'data-cell': number }
}

export interface VirtualGridProps<Item> {
  /** The accessible name of the grid. */
  label: string
  items: readonly Item[]
  /** Names an item for as long as it's there. The same function for as long as it does the same. */
  keyOf: (item: Item) => string
  /** Draws an item. The same function for as long as it draws the same. */
  renderItem: (cell: GridCell<Item>) => ReactNode
  /** How many items there are in all, if more than are here. */
  total?: number | undefined
  /** How many are on their way: as many outlines end the grid, and the last line is filled with them. */
  coming?: number | undefined
  skeleton: ReactNode
  /** The end of what is here comes into sight. */
  onNearEnd?: (() => void) | undefined
  /** How far it's scrolled when it first appears, in CSS pixels. */
  startAt?: number | undefined
  /** It has been scrolled: so far from its top. */
  onScrolled?: ((scrollTop: number) => void) | undefined
}

const noItem: readonly never[] = []

/**
 * Many equal things side by side. Only the rows that are seen are there, and two more at either end; every row has the height that the
 * sheet gives it (`--foyer-cell`), so that each stands where it would among all of them. The arrows, `Home`, `End` and the page keys move
 * the focus.
 */
export function VirtualGrid<Item>({
  label,
  items,
  keyOf,
  renderItem,
  total = items.length,
  coming = 0,
  skeleton,
  onNearEnd,
  startAt = 0,
  onScrolled,
}: VirtualGridProps<Item>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const keys = useMemo(() => items.map(keyOf), [items, keyOf])
  const measure = useGridMeasure({ scroller, body })
  const { columns } = measure
  const rows = Math.ceil((items.length + coming) / columns)
  // As high as all rows, before it's scrolled. A property of its own and no attribute: a strict content policy has nothing against it.
  useLayoutEffect(() => body.current?.style.setProperty('--foyer-rows', `${rows}`), [rows])
  const { drawn, seen, follow } = useGridWindow({ scroller, measure, rows, startAt })
  const known = useSeen({ keys, columns, seen })
  const { tabStop, keptRow, handlers } = useRovingCell({ scroller, keys, measure, seen, follow })

  useNearEnd({ isNear: drawn.to * columns > items.length && coming > 0, items, onNearEnd })

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't be laid out by how many there is room for
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={Math.ceil(Math.max(total, items.length) / columns)}
      aria-colcount={columns}
      aria-busy={coming > 0 && items.length === 0 ? true : undefined}
      onScroll={({ currentTarget }) => {
        follow()
        onScrolled?.(currentTarget.scrollTop)
      }}
      {...handlers}
      data-look="scrolls"
      {...part({ name: 'grid' })}
    >
      <div ref={body} {...part({ name: 'grid-rows' })}>
        {rowsOf({ drawn, keptRow, rows }).map((row) => (
          <GridRow
            key={row}
            row={row}
            columns={columns}
            items={row * columns < items.length ? items : noItem}
            keys={keys}
            known={known}
            tabStop={Math.floor(tabStop / columns) === row ? tabStop : -1}
            renderItem={renderItem}
            skeleton={coming > 0 ? skeleton : null}
          />
        ))}
      </div>
    </div>
  )
}

/** Calls back once each time that the end of the present items comes into sight while more are on their way. */
function useNearEnd<Item>({
  isNear,
  items,
  onNearEnd,
}: Pick<VirtualGridProps<Item>, 'items' | 'onNearEnd'> & { readonly isNear: boolean }): void {
  const latest = useRef(onNearEnd)
  useEffect(() => {
    latest.current = onNearEnd
  })
  useEffect(() => {
    if (isNear && items.length > 0) latest.current?.()
  }, [isNear, items])
}

function rowsOf({
  drawn: { from, to },
  keptRow,
  rows,
}: {
  readonly drawn: { readonly from: number; readonly to: number }
  readonly keptRow: number | undefined
  readonly rows: number
}): number[] {
  const within = Array.from({ length: Math.max(0, Math.min(to, rows) - from) }, (_, index) => from + index)
  if (keptRow === undefined || keptRow < 0 || (keptRow >= from && keptRow < to)) return within
  return keptRow < from ? [keptRow, ...within] : [...within, keptRow]
}

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
