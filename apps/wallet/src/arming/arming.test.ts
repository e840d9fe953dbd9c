import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ArmingEvent, firstArming, isCalm, isLargeEnough, nextArming, statusOf } from './arming.js'

describe('[F11] a button that decides', () => {
  const nobody = { isLarge: true, isHere: false, isFocused: false, at: 0 }
  const kinds = [
    'seen',
    'covered',
    'moved',
    'entered',
    'typed',
    'wrote',
    'reached',
    'left',
    'focused',
    'blurred',
    'released',
  ] as const
  const event = fc.oneof(
    fc.record({ type: fc.constantFrom(...kinds), ms: fc.nat(1_500) }),
    // What a window is armed by comes oftener, so that some of the presses count.
    fc.record({ type: fc.constantFrom('seen', 'entered', 'typed', 'focused'), ms: fc.nat(1_500) }),
    fc.record({ type: fc.constant('resized'), isLarge: fc.boolean(), ms: fc.nat(1_500) }),
    fc.record({ type: fc.constant('pressed'), by: fc.constantFrom('pointer', 'key'), ms: fc.nat(3_000) }),
  )
  /** In a frame each change takes as long; in a window those of the person take less than those of the window. */
  const quick: ReadonlySet<string> = new Set(['seen', 'covered', 'entered', 'typed', 'reached', 'left', 'pressed'])

  test.each([
    ['frame', 500],
    ['vouched', 500],
    ['window', 1_000],
  ] as const)(
    'in a %s may be pressed after %i ms without a change, while it is seen and large enough and somebody is there, and at no other time',
    (shownIn, calmMs) => {
      const isWindow = shownIn === 'window'
      const isAsked = shownIn !== 'frame'
      let pressed = 0
      fc.assert(
        fc.property(fc.array(event, { maxLength: 40 }), (events) => {
          let [at, calmAt, isSeen, isHere, isReached] = [0, Number(calmMs), false, false, false]
          let [isFocused, isLarge] = [false, true]
          let arming = firstArming({ shownIn, ...nobody })
          const may = (by: 'pointer' | 'key') => {
            const isThere = isHere || (isReached && by === 'key')
            const attended = {
              frame: isHere || isFocused,
              vouched: isHere || (isThere && isFocused),
              window: isThere && isFocused,
            }
            const isAttended = attended[shownIn]
            return isSeen && isLarge && isAttended && at >= calmAt
          }
          for (const { ms, ...each } of events) {
            at += ms
            expect([isCalm(arming, { at, by: 'pointer' }), isCalm(arming, { at, by: 'key' })]).toEqual([
              may('pointer'),
              may('key'),
            ])
            expect(isCalm(arming, { at, by: 'any' })).toBe(may('pointer') || may('key'))
            const isCounted = each.type === 'pressed' && may(each.by)
            const before = calmAt
            arming = nextArming(arming, { ...each, at })
            if (each.type === 'pressed') expect(arming.isPressed).toBe(isCounted)
            if (arming.isPressed) pressed += 1
            const changes = {
              ...{ seen: !isSeen, entered: !isHere, released: false },
              wrote: isReached,
              left: isHere || !isAsked,
              typed: !isReached,
              reached: !isReached && at >= before,
            }
            if (Reflect.get(changes, each.type) ?? true)
              calmAt = Math.max(calmAt, at + (quick.has(each.type) ? 500 : calmMs))
            if (each.type === 'seen' || each.type === 'covered') isSeen = each.type === 'seen'
            if (each.type === 'resized') isLarge = each.isLarge
            if (each.type === 'focused' || each.type === 'blurred') isFocused = each.type === 'focused'
            const isByPointer = each.type === 'pressed' && each.by === 'pointer'
            if (each.type === 'entered' || (isByPointer && !isAsked)) isHere = true
            if (each.type === 'left' || each.type === 'blurred' || (each.type === 'focused' && isWindow)) isHere = false
            if (each.type === 'typed' || (each.type === 'reached' && at >= before)) isReached = true
            const isUndone = each.type === 'focused' || each.type === 'blurred' || each.type === 'wrote'
            if (isByPointer || isUndone) isReached = false
          }
        }),
        { numRuns: 1_000 },
      )
      expect(pressed).toBeGreaterThan(0)
    },
  )

  test.each<[ends: string, event: ArmingEvent, isPressed: boolean]>([
    ['its end', { type: 'released', at: 510 }, false],
    ['a cover', { type: 'covered', at: 510 }, false],
    ['a move', { type: 'moved', at: 510 }, false],
    ['another size', { type: 'resized', isLarge: true, at: 510 }, false],
    ['another window', { type: 'blurred', at: 510 }, false],
    ['the pointer’s leaving', { type: 'left', at: 510 }, false],
    ['another press', { type: 'pressed', by: 'pointer', at: 510 }, false],
    ['no focus that comes with it', { type: 'focused', at: 510 }, true],
    ['nothing that was so before', { type: 'seen', at: 510 }, true],
  ])('a press that began while it was armed is ended by %s', (_, event, isPressed) => {
    const events: readonly ArmingEvent[] = [
      { type: 'seen', at: 0 },
      { type: 'entered', at: 0 },
      { type: 'pressed', by: 'pointer', at: 500 },
    ]
    const pressed = events.reduce(nextArming, firstArming({ shownIn: 'frame', ...nobody }))
    expect([pressed.isPressed, statusOf(pressed, 501)]).toEqual([true, 'armed'])
    const after = nextArming(pressed, event)
    expect([after.isPressed, statusOf(after, 520) === 'armed']).toEqual([isPressed, isPressed])
  })

  test('a window says what is lacking: its size, what wasn’t in view, somebody in it; then time alone', () => {
    const given = firstArming({ shownIn: 'window', ...nobody, isLarge: false, isFocused: true })
    const said: string[] = [statusOf(given, 0)]
    const events: readonly ArmingEvent[] = [
      { type: 'resized', isLarge: true, at: 1 },
      { type: 'seen', at: 2 },
      { type: 'entered', at: 3 },
    ]
    let arming = given
    for (const each of events) {
      arming = nextArming(arming, each)
      said.push(statusOf(arming, each.at))
    }
    said.push(statusOf(arming, 1_000), statusOf(arming, 1_001))
    expect(said).toEqual(['small', 'unread', 'away', 'settling', 'settling', 'armed'])
  })

  test('a window that comes to the front has nobody in it, and what has the focus there is given it by the browser', () => {
    const at = (time: number) => ({ shownIn: 'window', ...nobody, isHere: true, at: time }) as const
    const front = nextArming(nextArming(firstArming(at(0)), { type: 'seen', at: 0 }), { type: 'focused', at: 5_000 })
    expect(nextArming(front, { type: 'reached', at: 5_999 }).isReached).toBe(false)
    expect(nextArming(front, { type: 'reached', at: 6_000 }).isReached).toBe(true)
  })

  test.each([
    ['frame', 300, 320],
    ['vouched', 300, 320],
    ['window', 320, 480],
  ] as const)('a %s is large enough from %i × %i pixels on', (shownIn, width, height) => {
    expect(isLargeEnough(shownIn, { width, height })).toBe(true)
    expect(isLargeEnough(shownIn, { width: width - 1, height })).toBe(false)
    expect(isLargeEnough(shownIn, { width, height: height - 1 })).toBe(false)
  })
})
