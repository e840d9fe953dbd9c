import { describe, expect, test } from 'vitest'
import { type AskingFrame, whoAsks } from './whoAsks.js'

const either = [false, true] as const
const sizes = [
  ...([0, 120, 299, 299.9, 300, 301, 360, 1_280] as const).map((width) => [width, 600] as const),
  ...([0, 60, 90, 319, 319.9, 320, 321, 860] as const).map((height) => [360, height] as const),
  ...([[120, 60] as const, [299, 319] as const, [300, 320] as const, [Number.NaN, Number.NaN] as const] as const),
]

/** Every combination of what it depends on. */
const all: readonly AskingFrame[] = ([undefined, 'text', 'signIn'] as const).flatMap((asksFor) =>
  either.flatMap((isDeliberate) =>
    either.flatMap((signs) =>
      either.flatMap((isVouched) =>
        either.flatMap((knowsCovers) =>
          either.flatMap((isStorageBlocked) =>
            sizes.map(([width, height]) => ({
              ...{ asksFor, isDeliberate, signs, isVouched, knowsCovers, isStorageBlocked },
              ...{ width, height },
            })),
          ),
        ),
      ),
    ),
  ),
)

/** Those in which the frame asks, of the combinations that a rule is about. */
const framed = (isOne: (each: AskingFrame) => boolean) => all.filter((each) => isOne(each) && whoAsks(each) === 'frame')

describe('[F11] who asks', () => {
  test('the frame, of what signs nothing', () => {
    const read = all.filter(({ signs }) => !signs)
    expect(framed(({ signs }) => !signs)).toEqual(read)
  })

  test('the window, of what takes a step of its own, and where the browser keeps nothing for the frame', () => {
    expect(framed(({ signs, isDeliberate }) => signs && isDeliberate)).toEqual([])
    expect(framed(({ signs, isStorageBlocked }) => signs && isStorageBlocked)).toEqual([])
  })

  test('the frame, of a sign-in at the page’s own domain, whatever the page and the frame are', () => {
    const isOne = (each: AskingFrame) =>
      each.signs && each.asksFor === 'signIn' && !each.isDeliberate && !each.isStorageBlocked
    expect(framed(isOne)).toEqual(all.filter(isOne))
  })

  test('of all else, the frame in a page that is vouched for, where covers are known of, of 300 × 320 px at least; else the window', () => {
    const isOne = (each: AskingFrame) =>
      each.signs && each.asksFor !== 'signIn' && !each.isDeliberate && !each.isStorageBlocked
    const isFit = (each: AskingFrame) =>
      isOne(each) && each.isVouched && each.knowsCovers && each.width >= 300 && each.height >= 320
    expect(framed(isOne)).toEqual(all.filter(isFit))
    // Texts and effects differ in nothing but that no text that takes a step of its own is one of these.
    expect(framed(isOne).filter(({ asksFor }) => asksFor === 'text')).toHaveLength(framed(isOne).length / 2)
    expect(all.filter(isFit).length).toBeGreaterThan(0)
  })
})
