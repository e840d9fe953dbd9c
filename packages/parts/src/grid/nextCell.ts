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
