/** What is known of a grid's place, in CSS pixels. */
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
