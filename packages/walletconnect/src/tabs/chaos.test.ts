import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Engine, EngineEvent } from '../engine/engine.js'
import { createTestClock, seededRandom } from '../transport/test/clock.js'
import { createListeners } from '../waiting/listeners.js'
import { createSharedEngine } from './createSharedEngine.js'
import { createTestOrigin } from './test/origin.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 10_000 : 500

const topic = 'ab'.repeat(32)

/**
 * Creates the world that all nodes of an origin work on: what is stored, and the relay. A call takes up to 20 s, and is
 * done as if it were done once.
 */
function world(seed: number) {
  const clock = createTestClock()
  const random = seededRandom(seed)
  const origin = createTestOrigin({ clock })
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  const kept = new Set<string>()
  /** The nodes of pages that are awake. */
  const standing = new Set<object>()
  const relay = createListeners<EngineEvent>(report)

  const openPage = () => {
    const page = origin.open()
    let isAwake = true
    const own: Engine[] = []
    const open = async (): Promise<Engine> => {
      await new Promise<void>((resolve) => page.clock.setTimeout(resolve, random() * 500))
      let isOver = false
      const listeners = createListeners<EngineEvent>(report)
      const unlisten = relay.subscribe((news) => isAwake && listeners.emit(news))
      const engine: Engine = {
        propose: async ({ attempt }) => ({ pairingTopic: topic, uri: attempt, madeAt: 1 }),
        conclude: async () => undefined,
        withdraw: async () => undefined,
        publish: ({ message }) =>
          new Promise((resolve, reject) => {
            if (random() < 0.7) kept.add(message)
            clock.setTimeout(() => {
              if (isOver) return reject(new Error('stopped'))
              kept.add(message)
              resolve()
            }, random() * 20_000)
          }),
        end: async () => undefined,
        sessions: async () => [],
        keyOf: async () => topic,
        wake() {},
        subscribe: listeners.subscribe,
        stop() {
          isOver = true
          standing.delete(engine)
          unlisten()
        },
      }
      own.push(engine)
      standing.add(engine)
      return engine
    }
    const engine = createSharedEngine({
      name: 'kit',
      open,
      locks: page.locks,
      channel: page.channel,
      page: page.life,
      clock: page.clock,
      random,
      report,
    })
    const heard: EngineEvent[] = []
    engine.subscribe((news) => heard.push(news))
    const be = (next: boolean) => {
      isAwake = next
    }
    /** With a page goes its socket. */
    const end = () => {
      be(false)
      for (const each of own) standing.delete(each)
    }
    return { ...page, engine, heard, be, end, isAwake: true, isGone: false }
  }
  return { clock, random, origin, openPage, kept, standing, reported, relay }
}

type Step =
  | {
      readonly type: 'publish' | 'close' | 'crash' | 'hide' | 'freeze' | 'rouse' | 'open' | 'wake'
      readonly at: number
    }
  | {
      readonly type: 'pass'
      readonly ms: number
    }
const at = fc.integer({ min: 0, max: 9 })
const of = <Type extends string>(type: Type) => fc.record({ type: fc.constant(type), at })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: of('publish') },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('pass'), ms: fc.integer({ min: 0, max: 12_000 }) }) },
  ...(['close', 'crash', 'hide', 'freeze', 'wake'] as const).map((type) => ({ weight: 1, arbitrary: of(type) })),
  { weight: 2, arbitrary: of('rouse') },
  { weight: 2, arbitrary: of('open') },
)

describe('ten pages that come, go, sleep and wake', () => {
  test('[F18] [F19] [F20] one engine in the end, which all hear, and every call of a page that lives is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), fc.array(step, { maxLength: 30 }), async (seed, steps) => {
        const all = world(seed)
        const { clock, standing, kept, reported } = all
        const pages = Array.from({ length: 10 }, all.openPage)
        const calls: { readonly page: (typeof pages)[number]; readonly message: string; outcome: unknown }[] = []
        for (const each of steps) {
          if (each.type === 'pass') {
            await clock.advance(each.ms)
            continue
          }
          const page = pages[each.at]
          if (!page) continue
          if (each.type === 'open') {
            if (page.isGone) pages[each.at] = all.openPage()
          } else if (page.isGone) continue
          else if (each.type === 'rouse') {
            if (page.isAwake) continue
            page.isAwake = true
            page.be(true)
            page.show()
          } else if (!page.isAwake) continue
          else if (each.type === 'publish') {
            const call = { page, message: `${calls.length}`, outcome: undefined as unknown }
            calls.push(call)
            page.engine.publish({ topic, message: call.message, ttl: 300, tag: 0 }).then(
              () => {
                call.outcome = 'done'
              },
              (error: unknown) => {
                call.outcome = error
              },
            )
          } else if (each.type === 'wake') page.engine.wake()
          else if (each.type === 'hide' || each.type === 'freeze') {
            page.isAwake = false
            page[each.type]()
            page.be(false)
          } else {
            page.isGone = true
            page[each.type]()
            page.end()
          }
        }
        // Who sleeps wakes up.
        for (const page of pages)
          if (!page.isAwake && !page.isGone) {
            page.isAwake = true
            page.be(true)
            page.show()
          }
        await clock.advance(200_000)
        const living = pages.filter(({ isGone }) => !isGone)
        for (const { page, message, outcome } of calls) {
          if (page.isGone) continue
          expect(outcome).toBe('done')
          expect(kept.has(message)).toBe(true)
        }
        expect(reported).toEqual([])
        const [one] = living
        if (one) {
          // Where no page asked anything, nobody has noticed that the holder sleeps.
          one.engine.wake()
          await clock.advance(30_000)
          expect(standing.size).toBe(1)
          const before = living.map(({ heard }) => heard.length)
          all.relay.emit({ type: 'ended', topic, why: 'deleted' })
          await clock.advance(3_000)
          expect(living.map(({ heard }, index) => heard.length - (before[index] ?? 0))).toEqual(living.map(() => 1))
        }
        for (const { engine } of living) engine.stop()
        await clock.advance(130_000)
        expect(standing.size).toBe(0)
      }),
      { numRuns },
    )
  })
})
