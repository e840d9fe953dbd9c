import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gridWindow, scrollTopFor } from './useGridWindow.js'
import { nextCell } from './useRovingCell.js'

const place = fc.record({
  scrollTop: fc.double({ min: 0, max: 1e6, noNaN: true }),
  rows: fc.nat({ max: 10_000 }),
  rowHeight: fc.double({ min: 1, max: 500, noNaN: true }),
  viewport: fc.integer({ min: 1, max: 2_000 }),
})

describe('which rows are drawn', () => {
  test(' those that are seen, and two beyond at either end', () => {
    const wanted = { rows: 250, rowHeight: 114, viewport: 400 }
    expect(gridWindow({ ...wanted, scrollTop: 0 })).toEqual({ seen: { from: 0, to: 4 }, drawn: { from: 0, to: 6 } })
    expect(gridWindow({ ...wanted, scrollTop: 11_400 })).toEqual({
      seen: { from: 100, to: 104 },
      drawn: { from: 98, to: 106 },
    })
    expect(gridWindow({ ...wanted, scrollTop: 250 * 114 - 400 })).toMatchObject({ drawn: { to: 250 } })
    expect(gridWindow({ ...wanted, rows: 0, scrollTop: 0 }).drawn).toEqual({ from: 0, to: 0 })
  })

  test(' every row that is seen, none that there is not, and never more than fit with four beyond', () => {
    fc.assert(
      fc.property(place, ({ scrollTop, rows, rowHeight, viewport }) => {
        const { seen, drawn } = gridWindow({ scrollTop, rows, rowHeight, viewport })
        expect(drawn.from).toBeGreaterThanOrEqual(0)
        expect(drawn.to).toBeLessThanOrEqual(rows)
        expect(drawn.from).toBeLessThanOrEqual(seen.from)
        expect(drawn.to).toBeGreaterThanOrEqual(Math.min(rows, seen.to))
        expect(drawn.to - drawn.from).toBeLessThanOrEqual(Math.ceil(viewport / rowHeight) + 5)
        const row = Math.floor((scrollTop + viewport / 2) / rowHeight)
        if (row < rows) expect(row >= drawn.from && row < drawn.to).toBe(true)
      }),
    )
  })

  test('a row that is asked for is seen whole afterwards, where there is room for one', () => {
    fc.assert(
      fc.property(place, fc.nat({ max: 9_999 }), ({ scrollTop, rowHeight, viewport }, row) => {
        const at = scrollTopFor({ row, scrollTop, rowHeight, viewport: viewport + rowHeight })
        expect(at).toBeLessThanOrEqual(row * rowHeight + 1e-6)
        expect(at + viewport + rowHeight).toBeGreaterThanOrEqual((row + 1) * rowHeight - 1e-6)
        expect(scrollTopFor({ row, scrollTop: at, rowHeight, viewport: viewport + rowHeight })).toBe(at)
      }),
    )
  })
})

describe('where a key leads', () => {
  const from = (index: number, key: string, more: Partial<Parameters<typeof nextCell>[0]> = {}) =>
    nextCell({ key, index, count: 10, columns: 4, pageRows: 2, rightToLeft: false, ...more })

  test(' the arrows along the line and across the lines', () => {
    expect([from(0, 'ArrowRight'), from(3, 'ArrowRight'), from(4, 'ArrowLeft')]).toEqual([1, 4, 3])
    expect([from(1, 'ArrowDown'), from(5, 'ArrowUp')]).toEqual([5, 1])
    expect([from(0, 'ArrowRight', { rightToLeft: true }), from(0, 'ArrowLeft', { rightToLeft: true })]).toEqual([0, 1])
  })

  test('the last line may end before the column', () => {
    expect([from(7, 'ArrowDown'), from(3, 'PageDown'), from(9, 'ArrowDown')]).toEqual([9, 9, 9])
  })

  test('pages, and both ends', () => {
    expect([from(1, 'PageDown'), from(9, 'PageUp'), from(5, 'Home'), from(5, 'End')]).toEqual([9, 1, 0, 9])
  })

  test('every key ends at a cell that there is; others are the browser’s', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.integer({ min: 1, max: 1_000 }),
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (key, count, at, columns, pageRows, rightToLeft) => {
          const next = nextCell({ key, index: at % count, count, columns, pageRows, rightToLeft }) ?? -1
          expect(next >= 0 && next < count).toBe(true)
        },
      ),
    )
    expect([from(0, 'Enter'), from(0, 'Tab'), from(0, 'ArrowRight', { count: 0 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
