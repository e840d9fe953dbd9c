import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Passing } from './passing.js'
import { at, beginRows, draw, endRows, goThrough, heights, scrollTo, site, title } from './test/rowsStage.js'

beforeEach(beginRows)
afterEach(endRows)

describe('[F11] row by row: the page chooses where a sentence breaks, and could go on with it in its own words', () => {
  const headline = (rows: number) =>
    `<p data-part="asks">a site</p><p data-part="headline">${Array.from({ length: rows }, (_, row) => `row ${row}`).join('\n')}</p>`
  const rowAt = (index: number) => [81 + index * 10, 89 + index * 10] as const

  test.each([0, 1, 2, 3])('of a headline, row %i of four that wasn’t pointed at', (unseen) => {
    const passing = draw(headline(4))
    goThrough(passing, site, ...[0, 1, 2, 3].filter((row) => row !== unseen).map(rowAt))
    expect(passing.isWhole()).toBe(false)
    goThrough(passing, rowAt(unseen))
    expect(passing.isWhole()).toBe(true)
  })

  test('the first row counts by its upper half, the last by its lower half, and what lies between by any of its height', () => {
    for (const [first, inner, last, isWhole] of [
      [81, 92, 119, true],
      [81, 98, 119, true],
      [88, 92, 119, false],
      [81, 92, 112, false],
    ] as const) {
      const passing = draw(headline(4))
      goThrough(passing, site, [first, first], [inner, inner], [inner + 10, inner + 10], [last, last])
      expect([first, inner, last, passing.isWhole()]).toEqual([first, inner, last, isWhole])
    }
  })

  test('the end of a row isn’t its middle, which a strip that is left free doesn’t show', () => {
    const passing = draw(headline(1))
    goThrough(passing, site, ...[20, 89, 211, 290].map((x) => [80, 120, x] as const))
    expect(passing.isWhole()).toBe(false)
    goThrough(passing, [80, 120, 91])
    expect(passing.isWhole()).toBe(true)
  })

  test('a short row is gone over where longer ones are as well, as by a pointer that goes down', () => {
    for (const [x, isWhole] of [
      [15, false],
      [89, false],
      [91, true],
      [209, true],
      [211, false],
    ] as const) {
      heights.headline = [80, 120]
      const passing = draw('<p data-part="asks">a site</p><p data-part="headline">long\nlong\nlong\nshort.</p>')
      goThrough(passing, site, [80, 120, x])
      expect([x, passing.isWhole()]).toEqual([x, isWhole])
      goThrough(passing, [80, 110], [111, 119, 15])
      expect(passing.isWhole()).toBe(true)
    }
  })

  describe('of a long text', () => {
    beforeEach(() => {
      Object.assign(heights, { PRE: [80, 480], scroll: [75, 480] })
    })
    const long = () => {
      const text = Array.from({ length: 40 }, (_, row) => `row ${row}`).join('\n')
      const passing = draw(
        `<h1>Sign</h1><p data-part="asks">a site</p><div class="scroll" style="overflow-y: auto"><pre>${text}</pre></div>`,
      )
      goThrough(passing, title, site)
      return passing
    }

    test('each row: a low window may lie above one alone', () => {
      const all = Array.from({ length: 40 }, (_, index) => rowAt(index))
      for (const left of [0, 1, 20, 39]) {
        const passing = long()
        goThrough(passing, ...all.filter((_, index) => index !== left))
        expect([left, passing.isWhole()]).toEqual([left, false])
        goThrough(passing, rowAt(left))
        expect([left, passing.isWhole()]).toEqual([left, true])
      }
    })

    const restAt = (passing: Passing, place: number) => {
      scrollTo(place)
      passing.rested()
    }

    test('rows that were scrolled to where the pointer has been over the text', () => {
      const passing = long()
      goThrough(passing, [78, 122])
      for (let place = 0; place <= 360; place += 30) restAt(passing, place)
      expect(passing.isWhole()).toBe(true)
    })

    test('none that stand elsewhere, in part, in a strip beside its middle, or where the pointer was before another window could come', () => {
      for (const [way, isForgotten] of [
        [[78, 87], false],
        [[78, 122, 20], false],
        [[78, 122], true],
      ] as const) {
        const passing = long()
        goThrough(passing, way)
        if (isForgotten) {
          passing.forget()
          goThrough(passing, title, site, rowAt(0))
        }
        for (let place = 0; place <= 400; place += 10) restAt(passing, place)
        scrollTo(0)
        goThrough(passing, rowAt(0))
        scrollTo(390)
        goThrough(passing, rowAt(0))
        expect([way, passing.isWhole()]).toEqual([way, false])
        scrollTo(0)
      }
    })

    describe('of a headline', () => {
      const inScroll = (rows: number) => {
        heights.headline = [80, 80 + rows * 10]
        const [, words = ''] = headline(rows).split('</p>')
        const passing = draw(
          `<p data-part="asks">a site</p><div class="scroll" style="overflow-y: auto">${words}</p></div>`,
        )
        goThrough(passing, site)
        return passing
      }

      test('no rows are that are scrolled to the pointer, one after another, whether it rests or trembles', () => {
        for (const trembles of [0, 1]) {
          const passing = inScroll(12)
          goThrough(passing, [80, 122])
          for (let place = 0; place <= 120; place += 2) {
            restAt(passing, place)
            passing.at(at(84 + (place % 4 === 0 ? trembles : 0)))
          }
          expect(passing.isWhole()).toBe(false)
          scrollTo(0)
        }
      })

      test('all rows are that were gone over in one place, wherever it is scrolled then', () => {
        const passing = inScroll(12)
        goThrough(passing, [80, 140], [140, 200])
        restAt(passing, 100)
        passing.at(at(390))
        expect(passing.isWhole()).toBe(true)
      })

      test('one that is higher than what is in view is scrolled as a text is', () => {
        const passing = inScroll(45)
        goThrough(passing, [78, 122])
        for (let place = 0; place <= 420; place += 30) restAt(passing, place)
        expect(passing.isWhole()).toBe(true)
      })
    })
  })
})
