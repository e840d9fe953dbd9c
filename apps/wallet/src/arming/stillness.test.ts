import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  firstStillness,
  knownScale,
  nextStillness,
  type PointerPlace,
  type Stillness,
  scaleUntilKnown,
  withoutAnchor,
} from './stillness.js'

/** Where a frame stands, at a scale, and the pointer on the screen. */
const seenAt = (screen: readonly [number, number], corner: readonly [number, number], scale = 1): PointerPlace => ({
  screenX: screen[0],
  screenY: screen[1],
  clientX: (screen[0] - corner[0]) / scale,
  clientY: (screen[1] - corner[1]) / scale,
})

function follow(places: readonly PointerPlace[], pixelRatio = 1) {
  let stillness: Stillness = firstStillness(pixelRatio)
  const findings = places.map((place) => {
    const next = nextStillness(stillness, place, pixelRatio)
    stillness = next.stillness
    return next.finding
  })
  return { stillness, findings }
}

/** A pointer that has come into a frame at 300, 200, as far as its scale is known. */
const come = (scale = 1, corner: readonly [number, number] = [300, 200]) =>
  (
    [
      [400, 300],
      [420, 330],
      [450, 380],
      [500, 450],
    ] as const
  ).map((each) => seenAt(each, corner, scale))

describe('[F11] a frame that is moved under its pointer', () => {
  test.each([
    ['as it is', 1, 1],
    ['zoomed to 200 %', 2, 2],
    ['zoomed to 50 %', 0.5, 0.5],
    ['on a screen of twice the density', 1, 2],
    ['zoomed to 150 % at a density of 1.25', 1.5, 1.875],
  ])('%s: a pointer that has come says its scale, and that it is still from there on', (_, scale, pixelRatio) => {
    const { stillness, findings } = follow([...come(scale), seenAt([520, 440], [300, 200], scale)], pixelRatio)
    expect([findings[0], findings.at(-1)]).toEqual(['unsure', 'still'])
    expect(knownScale(stillness)).toBeGreaterThan(scale * 0.95)
    expect(knownScale(stillness)).toBeLessThan(scale * 1.1)
  })

  test.each<[how: string, next: PointerPlace]>([
    ['a jump of 168 px while the mouse moves by 2', seenAt([502, 450], [300, 32])],
    ['a jump while the mouse rests', seenAt([500, 450], [300, 188])],
    ['a jump against the mouse', seenAt([510, 460], [260, 200])],
    ['a jump as far as the mouse has moved', seenAt([540, 450], [340, 200])],
    ['another scale in the same place', seenAt([510, 460], [300, 200], 0.5)],
  ])('%s begins anew', (_, next) => {
    expect(follow([...come(), next]).findings.at(-1)).toBe('moved')
  })

  test('a slow drift is found once it comes to more than 2 px, however the mouse moves', () => {
    const drifting = Array.from({ length: 30 }, (_, step) => seenAt([500 + step, 450 - step], [300, 200 + step / 4]))
    const { findings } = follow([...come(), ...drifting])
    expect(findings).toContain('moved')
    expect(findings.indexOf('moved')).toBeLessThan(4 + 24)
  })

  test('a frame that goes along with the mouse from the start has a scale that no screen has', () => {
    const along = (
      [
        [400, 300],
        [440, 340],
        [480, 380],
      ] as const
    ).map(([x, y]) => seenAt([x, y], [300 + (x - 400) / 2, 200 + (y - 300) / 2]))
    expect(follow(along).findings).toEqual(['unsure', 'moved', 'moved'])
  })

  test('a jump can’t hide in a scale that isn’t known yet', () => {
    expect(follow([seenAt([400, 300], [300, 200]), seenAt([400, 360], [300, 32])]).findings).toEqual([
      'unsure',
      'unsure',
    ])
  })

  test('it is drawn anew at another ratio: nothing that was known counts', () => {
    const { stillness } = follow(come())
    const { finding, stillness: after } = nextStillness(stillness, seenAt([500, 450], [300, 200], 0.1), 0.1)
    expect([finding, after.scales.most]).toEqual(['moved', 0.1])
  })

  test('a pointer that comes back says nothing of the time between, and its scale is known still', () => {
    const { stillness } = follow(come())
    const back = nextStillness(withoutAnchor(stillness), seenAt([100, 100], [0, 0]), 1)
    expect([back.finding, knownScale(back.stillness)]).toEqual(['unsure', knownScale(stillness)])
    expect(nextStillness(back.stillness, seenAt([150, 160], [0, 0]), 1).finding).toBe('still')
  })

  test('until a mouse has said more it is taken for no larger than an unzoomed page', () => {
    expect([2, 1, 0.5, 0.1].map((ratio) => scaleUntilKnown(ratio, 'mouse'))).toEqual([1, 1, 0.5, 0.1])
    expect([2, 1, 0.5, 0.1].map((ratio) => knownScale(firstStillness(ratio)))).toEqual(Array(4).fill(undefined))
  })

  test.each<[density: number, width: number]>([
    [2.625, 412],
    [2.75, 393],
    [3, 360],
    [3.5, 360],
    [4, 360],
  ])('a telephone of density %s and %s px has room for a request, by one touch', (density, width) => {
    expect(width * scaleUntilKnown(density, 'finger')).toBeGreaterThanOrEqual(300)
  })

  test('to a finger’s one place no frame that a page has shrunk is larger than it is, but by an eighth', () => {
    for (const density of [1, 1.5, 2, 2.625, 3, 3.5, 4])
      for (const zoom of [0.1, 0.3, 0.5, 0.67, 0.9, 1]) {
        const taken = scaleUntilKnown(density * zoom, 'finger')
        expect(taken).toBeLessThanOrEqual((zoom * 4) / 3.5 + 1e-9)
      }
  })

  test('a second touch elsewhere says it', () => {
    const touches = [seenAt([100, 100], [0, 0], 0.3), seenAt([100, 250], [0, 0], 0.3)]
    expect(knownScale(follow(touches.slice(0, 1), 0.9).stillness)).toBeUndefined()
    expect(knownScale(follow(touches, 0.9).stillness)).toBeCloseTo(0.3, 1)
  })

  test('a frame that stands is never found to have moved, at any zoom, density, place and movement, rounded as browsers do', () => {
    const axis = fc.double({ min: 0, max: 1_500, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(axis, axis), { minLength: 2, maxLength: 40 }),
        fc.constantFrom(0.5, 0.75, 1, 1.25, 1.5, 2, 3),
        fc.constantFrom(1, 1.25, 1.5, 2, 3),
        fc.tuple(axis, axis),
        (screens, zoom, density, corner) => {
          const places = screens.map((each) => {
            const place = seenAt(each, corner, zoom)
            return { ...place, screenX: Math.floor(place.screenX), screenY: Math.floor(place.screenY) }
          })
          expect(follow(places, zoom * density).findings).not.toContain('moved')
        },
      ),
      { numRuns: 500 },
    )
  })
})
