import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { takeDeliveries } from '../exchange/inbox.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { createTransport } from './createTransport.js'
import { unsigningCiphers } from './test/ciphers.js'
import { createTestClock, seededRandom } from './test/clock.js'
import { type Chaos, createTestRelay, type TestRelay } from './test/relay.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 10_000 : 300

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await unsigningCiphers()
})

const states = ['up', 'down', 'hanging', 'mute', 'garbling'] as const
type Step =
  | { readonly type: 'say'; readonly by: 0 | 1 }
  | { readonly type: 'pass'; readonly ms: number }
  | { readonly type: 'become'; readonly state: (typeof states)[number] }
  | { readonly type: 'drop'; readonly code: number }
  | { readonly type: 'wake'; readonly by: 0 | 1 }

const by = fc.constantFrom<(0 | 1)[]>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('say'), by }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pass'), ms: fc.integer({ min: 0, max: 30_000 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('become'), state: fc.constantFrom(...states) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('drop'), code: fc.constantFrom(1001, 1006, 1013, 4010) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wake'), by }) },
)
const share = fc.constantFrom(0, 0.1, 0.3)
const chaos: fc.Arbitrary<Chaos> = fc.record({
  drop: share,
  delay: share,
  duplicate: share,
  reorder: share,
  truncate: share,
  die: fc.constantFrom(0, 0.1),
  refuse: fc.constantFrom(0, 0.3),
})

/** Two clients, each listening to a topic that the other speaks on. */
function world({ seed, chaos: troubles }: { readonly seed: number; readonly chaos: Chaos }) {
  const clock = createTestClock()
  const random = seededRandom(seed)
  const relay = createTestRelay({ clock, random, chaos: troubles })
  const ends = [0, 1].map((number) => {
    const transport = createTransport({
      relayUrl: 'wss://relay.example',
      projectId: 'project',
      ciphers,
      seed: new Uint8Array(32).fill(number + 1),
      subject: 'ab'.repeat(32),
      clock,
      random,
      openSocket: relay.openSocket,
      report(error) {
        throw error
      },
    })
    const heard = new Set<string>()
    transport.onRequest(takeDeliveries(({ message }) => heard.add(message)))
    return { transport, heard, topic: `${number}`.repeat(64), said: new Set<string>(), done: new Set<string>() }
  })
  return { clock, relay, ends }
}
type World = ReturnType<typeof world>

/** Says one thing more, and holds how it ends. */
function say({ clock, ends }: World, from: 0 | 1, tooLate: string[]) {
  const [own, peer] = from === 0 ? [ends[0], ends[1]] : [ends[1], ends[0]]
  if (!own || !peer) return
  const message = `${from} ${own.said.size}`
  own.said.add(message)
  const at = clock.now()
  const params = { topic: peer.topic, message, ttl: 86_400, tag: 0 }
  own.transport
    .call({ method: 'irn_publish', params })
    .then(
      () => own.done.add(message),
      (error: { readonly code: string }) => error.code !== 'relay_unreachable' && tooLate.push(error.code),
    )
    .finally(() => clock.now() - at > 60_000 && tooLate.push(message))
}

async function take(all: World, each: Step, tooLate: string[]) {
  const { relay, clock, ends } = all
  switch (each.type) {
    case 'say':
      return say(all, each.by, tooLate)
    case 'pass':
      return clock.advance(each.ms)
    case 'become':
      relay.state = each.state
      return
    case 'drop':
      return relay.dropAll({ code: each.code })
    case 'wake':
      return ends[each.by]?.transport.wake()
  }
}

const messagesTwice = ({ messages }: TestRelay) =>
  messages.length - new Set(messages.map(({ message }) => message)).size

describe('whatever happens on the way', () => {
  test('[F18] [F19] [F21] [F22] calls end in their time, what was taken is heard, and nothing is said twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2 ** 31 }),
        chaos,
        fc.array(step, { maxLength: 25 }),
        async (seed, troubles, steps) => {
          const all = world({ seed, chaos: troubles })
          const { clock, relay, ends } = all
          const tooLate: string[] = []
          for (const { transport, topic } of ends) transport.watch([topic]).catch(() => undefined)
          for (const each of steps) {
            await take(all, each, tooLate)
            expect(relay.sockets).toBeLessThanOrEqual(2)
          }
          await clock.advance(60_000)
          // The weather clears: all come back by themselves.
          relay.state = 'up'
          relay.chaos = {}
          await clock.advance(60_000)
          for (const [index, { said, done, transport }] of ends.entries()) {
            const heard = ends[1 - index]?.heard
            expect([...done].filter((message) => !heard?.has(message))).toEqual([])
            expect([...(heard ?? [])].filter((message) => !said.has(message))).toEqual([])
            expect(transport.status).toBe('open')
          }
          expect([tooLate, messagesTwice(relay), relay.sockets, relay.unacknowledged]).toEqual([[], 0, 2, 0])
          for (const { transport } of ends) transport.stop()
          await clock.advance(10_000)
          expect([relay.sockets, clock.pending]).toEqual([0, 0])
        },
      ),
      { numRuns },
    )
  })
})
