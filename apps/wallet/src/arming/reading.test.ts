import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverAll, type Span, withSpan } from './reading.js'

describe('[F11] what was in view', () => {
  const all = (spans: readonly Span[]) => spans.reduce<readonly Span[]>(withSpan, [])

  test('a part is read once every piece of it was in view, in whatever order', () => {
    expect(coverAll(all([[0, 400]]), 1_000)).toBe(false)
    expect(
      coverAll(
        all([
          [600, 1_000],
          [0, 400],
        ]),
        1_000,
      ),
    ).toBe(false)
    expect(
      coverAll(
        all([
          [600, 1_000],
          [0, 400],
          [390, 610],
        ]),
        1_000,
      ),
    ).toBe(true)
    expect(coverAll(all([[0.6, 999.2]]), 1_000)).toBe(true)
    expect(coverAll([], 0)).toBe(true)
  })

  test('what is left out by more than layout’s rounding is never taken for read', () => {
    const edge = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(fc.array(fc.tuple(edge, edge), { maxLength: 12 }), (pairs) => {
        const spans = pairs.map(([one, other]): Span => [Math.min(one, other), Math.max(one, other)])
        const isSeen = (at: number) => spans.some(([from, to]) => at >= from && at <= to)
        let [widest, unseen] = [0, 0]
        for (let at = 0; at <= 100; at += 0.5) {
          unseen = isSeen(at) ? 0 : unseen + 0.5
          widest = Math.max(widest, unseen)
        }
        if (coverAll(all(spans), 100)) expect(widest).toBeLessThanOrEqual(2)
      }),
      { numRuns: 500 },
    )
  })
})
