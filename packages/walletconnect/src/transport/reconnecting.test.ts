import { beforeAll, describe, expect, test } from 'vitest'
import { takeDeliveries } from '../exchange/inbox.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { testCiphers } from './test/ciphers.js'
import { createTestWorld, other, publication, type TestWorld, topic, topicOf } from './test/world.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})
const world = (changes: Omit<Parameters<typeof createTestWorld>[0], 'ciphers'> = {}): TestWorld =>
  createTestWorld({ ciphers, ...changes })
/** Creates the next page: the same client, over the same relay. */
const nextPage = ({ clock, relay }: TestWorld): TestWorld => createTestWorld({ ciphers, clock, relay })

describe('coming back', () => {
  test('[F22] waits a second, two, four … thirty, each less up to a quarter; only while something is watched', async () => {
    const { clock, relay, transport, outcome } = world()
    relay.state = 'down'
    const tries: number[] = []
    transport.onStatus((status) => status === 'connecting' && tries.push(clock.now()))
    await outcome(transport.watch([topic]))
    await clock.advance(300_000)
    const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
    expect(waits.length).toBeGreaterThan(8)
    for (const [index, wait] of waits.entries()) {
      const base = Math.min(1_000 * 2 ** index, 30_000)
      expect(wait).toBeGreaterThanOrEqual(base * 0.75 - 1)
      expect(wait).toBeLessThanOrEqual(base)
    }
    expect(new Set(waits.slice(5)).size).toBeGreaterThan(1)
    transport.unwatch([topic])
    expect([transport.status, clock.pending]).toEqual(['idle', 0])
  })

  test('[F22] calls hurry it five times, and then wait like everybody', async () => {
    const { clock, relay, publish, timed } = world()
    relay.state = 'down'
    for (let each = 0; each < 40; each += 1) {
      void timed(publish(`${each}`))
      await clock.settle()
    }
    expect(relay.urls.length).toBeLessThanOrEqual(6)
    await clock.advance(60_000)
  })

  test('takes up all topics again, 500 at once, and hears what was said meanwhile', async () => {
    const { clock, relay, transport, delivered, said } = world()
    const topics = Array.from({ length: 1_201 }, (_, index) => topicOf(index + 1))
    await clock.until(transport.watch(topics))
    expect(said('irn_batchSubscribe').length).toBe(3)
    transport.unwatch([other])
    transport.adopt([topicOf(5_000)])
    relay.dropAll()
    relay.publish(publication('CC=='))
    relay.publish(publication('DD==', topicOf(5_000)))
    relay.publish(publication('EE==', other))
    await clock.untilTrue(() => delivered.length > 0)
    await clock.settle()
    expect(said('irn_batchSubscribe').length).toBe(6)
    expect(delivered.map(({ message }) => message).sort()).toEqual(['CC==', 'DD=='])
    expect(said('irn_unsubscribe').length).toBe(1)
  })

  test('[F18] a topic whose first subscription failed is watched as soon as that can be', async () => {
    const { clock, relay, transport, outcome } = world()
    relay.state = 'down'
    expect(await outcome(transport.watch([topic]))).toMatchObject({ error: { code: 'relay_unreachable' } })
    relay.state = 'up'
    await clock.untilTrue(() => relay.listeners(topic).length === 1)
  })

  test.each([1001, 1006, 4008, 4010])('comes back after a close with %d', async (code) => {
    const { clock, relay, transport } = world()
    await clock.until(transport.watch([topic]))
    relay.dropAll({ code })
    expect(transport.status).toBe('waiting')
    await clock.advance(1_000)
    expect(relay.listeners(topic).length).toBe(1)
  })

  test('leaves a relay alone that has too much to do', async () => {
    const { clock, relay, transport } = world()
    await clock.until(transport.watch([topic]))
    relay.dropAll({ code: 1013 })
    await clock.advance(5_999)
    expect(relay.urls.length).toBe(1)
    await clock.advance(2_001)
    expect(relay.listeners(topic).length).toBe(1)
  })

  test('a page in front again finds a dead socket out within 5 s, and leaves a living one', async () => {
    const { clock, relay, transport, delivered } = world()
    await clock.until(transport.watch([topic]))
    transport.wake()
    await clock.advance(60_000)
    expect(relay.urls.length).toBe(1)
    relay.state = 'mute'
    transport.wake()
    await clock.advance(4_999)
    expect(relay.urls.length).toBe(1)
    relay.state = 'up'
    relay.publish(publication('CC=='))
    await clock.advance(1)
    expect(relay.urls.length).toBe(2)
    expect(delivered.map(({ message }) => message)).toEqual(['CC=='])
  })

  test('a socket that doesn’t open is given up for another when the page asks for a sign of life after 4 s', async () => {
    const { clock, relay, transport } = world()
    relay.state = 'hanging'
    const watched = transport.watch([topic])
    await clock.advance(3_999)
    transport.wake()
    await clock.settle()
    expect(relay.urls.length).toBe(1)
    relay.state = 'up'
    await clock.advance(1)
    transport.wake()
    await clock.until(watched)
    expect([relay.urls.length, transport.status]).toEqual([2, 'open'])
  })

  test('a relay that has left a call without an answer for 4 s is looked for anew at once, and has the call then', async () => {
    const { clock, relay, publish, timed, transport } = world()
    await clock.until(transport.watch([topic]))
    relay.state = 'mute'
    const published = timed(publish())
    await clock.advance(3_999)
    relay.state = 'up'
    await clock.advance(1)
    transport.wake()
    const outcome = await clock.until(published)
    expect(outcome).toMatchObject({ value: true })
    expect(outcome.ms).toBeLessThan(5_000)
    expect(relay.urls.length).toBe(2)
  })

  test('a dead socket is no reason for another where nothing is to be watched any more', async () => {
    let isOnline = true
    const { clock, relay, transport } = world({ network: { isOnline: () => isOnline, onOnline: () => () => {} } })
    await clock.until(transport.watch([topic]))
    relay.state = 'mute'
    transport.wake()
    transport.unwatch([topic])
    isOnline = false
    await clock.advance(60_000)
    expect([relay.urls.length, transport.status, clock.pending]).toEqual([1, 'idle', 0])
  })

  test('a connection that stood for half a minute was a good one: what breaks it is forgotten', async () => {
    const { clock, relay, transport } = world()
    await clock.until(transport.watch([topic]))
    const waits: number[] = []
    for (const stood of [1_000, 1_000, 1_000, 30_000]) {
      await clock.advance(stood)
      const from = clock.now()
      relay.dropAll()
      await clock.untilTrue(() => relay.listeners(topic).length === 1)
      waits.push(clock.now() - from)
    }
    expect(waits.map((wait) => Math.ceil(wait / 1_000))).toEqual([1, 2, 4, 1])
  })

  test('a relay that stays silent after a page was in front again is waited for as ever', async () => {
    const { clock, relay, transport } = world()
    await clock.until(transport.watch([topic]))
    relay.state = 'mute'
    transport.wake()
    await clock.advance(60_000)
    // After 5 s at once; from then on after 15 s and a growing wait.
    expect(relay.urls.length).toBeLessThanOrEqual(5)
  })

  test('a page in front again doesn’t wait for the next try', async () => {
    const { clock, relay, transport, outcome } = world()
    relay.state = 'down'
    await outcome(transport.watch([topic]))
    await clock.advance(300_000)
    const before = relay.urls.length
    transport.wake()
    await clock.advance(1_000)
    // The tries begin anew as well.
    expect(relay.urls.length).toBe(before + 2)
    relay.state = 'up'
    transport.wake()
    await clock.settle()
    expect(relay.listeners(topic).length).toBe(1)
  })
})

describe('deliveries', () => {
  /** Where the relay was told that it has handed something over, and where it did, as the two were said. */
  const told = ({ relay }: TestWorld) =>
    relay.frames.flatMap(({ from, text }) => {
      if (from === 'relay') return text.includes('irn_subscription') ? ['handed over'] : []
      return text.includes('"result":true') ? ['acknowledged'] : []
    })

  test('are acknowledged once they are taken, each time that they come', async () => {
    const { clock, relay, transport, ...all } = world()
    const taking: (() => void)[] = []
    transport.onRequest(takeDeliveries(() => new Promise<void>((resolve) => taking.push(resolve))))
    await clock.until(transport.watch([topic]))
    relay.publish(publication('one'))
    await clock.advance(4_000)
    expect([taking.length, relay.unacknowledged]).toEqual([1, 1])
    taking[0]?.()
    await clock.settle()
    expect([relay.unacknowledged, told({ clock, relay, transport, ...all })]).toEqual([
      0,
      ['handed over', 'acknowledged'],
    ])
    // The relay gives up waiting for the second: it is handed over again, and both count.
    relay.publish(publication('two'))
    await clock.advance(6_000)
    expect([taking.length, relay.unacknowledged]).toEqual([3, 1])
    for (const taken of taking) taken()
    await clock.settle()
    expect(relay.unacknowledged).toBe(0)
  })

  test('[W7] that nobody has taken when their page dies are the next page’s, and only its', async () => {
    const dying = world()
    const { clock, relay, delivered } = dying
    let begun = 0
    dying.transport.onRequest(
      takeDeliveries(() => {
        begun += 1
        return new Promise(() => {})
      }),
    )
    await clock.until(dying.transport.watch([topic]))
    relay.publish(publication('one'))
    await clock.settle()
    relay.publish(publication('two'))
    await clock.settle()
    expect(begun).toBe(2)
    dying.transport.stop()
    const next = nextPage(dying)
    await clock.until(next.transport.watch([topic]))
    await clock.advance(60_000)
    expect(next.delivered.map(({ message }) => message)).toEqual(['one', 'two'])
    expect([relay.unacknowledged, delivered]).toEqual([0, []])
    next.transport.stop()
    const third = nextPage(dying)
    await clock.until(third.transport.watch([topic]))
    await clock.advance(60_000)
    expect(third.delivered).toEqual([])
  })

  test('that come before anybody listens aren’t acknowledged, and are there for who does', async () => {
    const deaf = world({ isDeaf: true })
    const { clock, relay, transport, delivered } = deaf
    await clock.until(transport.watch([topic]))
    relay.publish(publication('one'))
    await clock.settle()
    expect([relay.unacknowledged, delivered]).toEqual([1, []])
    transport.onRequest(takeDeliveries((delivery) => delivered.push(delivery)))
    relay.dropAll()
    await clock.untilTrue(() => delivered.length > 0)
  })

  test('that were taken when their connection is over are no news of the next one', async () => {
    const { clock, relay, transport } = world()
    const taking: (() => void)[] = []
    transport.onRequest(takeDeliveries(() => new Promise<void>((resolve) => taking.push(resolve))))
    await clock.until(transport.watch([topic]))
    relay.publish(publication('one'))
    await clock.settle()
    relay.dropAll()
    await clock.untilTrue(() => taking.length === 2)
    const before = relay.frames.length
    taking[0]?.()
    await clock.settle()
    expect([relay.frames.length, relay.unacknowledged]).toEqual([before, 1])
    taking[1]?.()
    await clock.settle()
    expect([relay.frames.length, relay.unacknowledged]).toEqual([before + 1, 0])
  })

  test('are acknowledged to the last digit of their id', async () => {
    const { clock, relay, transport } = world()
    await clock.until(transport.watch([topic]))
    const data = { topic, message: 'AA==', publishedAt: 1, tag: 0 }
    relay.say(
      `{"id":1795157065372007429,"jsonrpc":"2.0","method":"irn_subscription","params":${JSON.stringify({ id: 'x', data })}}`,
    )
    await clock.settle()
    expect(relay.frames.at(-1)?.text).toBe('{"id":1795157065372007429,"jsonrpc":"2.0","result":true}')
  })

  test('that can’t be taken come again over another connection until they can, ever later, and are reported once', async () => {
    const { clock, relay, transport, delivered, reported } = world()
    const broken = new Error('broken')
    let isBroken = true
    transport.onRequest(
      takeDeliveries(async (delivery) => {
        if (isBroken) throw broken
        delivered.push(delivery)
      }),
    )
    await clock.until(transport.watch([topic]))
    relay.publish(publication('one'))
    relay.publish(publication('two'))
    await clock.settle()
    // Both were lost with one connection.
    expect([transport.status, reported, relay.urls.length]).toEqual(['waiting', [broken], 1])
    await clock.advance(20_000)
    expect(relay.urls.length).toBe(5)
    await clock.advance(200_000)
    expect(relay.urls.length).toBeLessThan(15)
    expect(reported).toEqual([broken])
    isBroken = false
    await clock.untilTrue(() => transport.status === 'open' && relay.unacknowledged === 0)
    await clock.advance(60_000)
    expect(delivered.map(({ message }) => message)).toEqual(['one', 'two'])
    isBroken = true
    relay.publish(publication('three'))
    await clock.settle()
    expect(reported).toEqual([broken, broken])
  })

  test('that can’t be taken any more when all has stopped are nobody’s trouble', async () => {
    const { clock, relay, transport, reported } = world()
    let fail = (_: unknown): void => undefined
    transport.onRequest(takeDeliveries(() => new Promise((_, reject) => (fail = reject))))
    await clock.until(transport.watch([topic]))
    relay.publish(publication('one'))
    await clock.settle()
    transport.stop()
    fail(new Error('stopped'))
    await clock.advance(60_000)
    expect([reported, transport.status, relay.urls.length]).toEqual([[], 'stopped', 1])
  })

  test('nonsense of any kind changes nothing', async () => {
    const { clock, relay, transport, delivered, reported, publish } = world()
    await clock.until(transport.watch([topic]))
    const texts = [
      '',
      'null',
      '[]',
      '{"id":{},"jsonrpc":"2.0","result":true}',
      '{"id":7,"jsonrpc":"2.0","result":true}',
      '{"id":7,"jsonrpc":"1.0","method":"irn_subscription"}',
      '{"id":7,"jsonrpc":"2.0","method":"irn_unheardOf","params":{}}',
      '{"id":7.5,"jsonrpc":"2.0","method":"irn_subscription","params":{}}',
      '{"id":"x","jsonrpc":"2.0","method":"irn_subscription","params":{}}',
      '{"id":7,"jsonrpc":"2.0","method":7,"params":{}}',
      '{"id":0,"jsonrpc":"2.0","error":{"code":3000,"message":"Project not found"}}',
      `{"id":7,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":"${topic}","message":"${'A'.repeat(1_048_576)}","publishedAt":1,"tag":1}}}`,
    ]
    const before = relay.frames.length
    for (const text of texts) relay.say(text)
    await clock.settle()
    expect([delivered, reported, relay.urls.length, relay.frames.length]).toEqual([[], [], 1, before])
    expect(await clock.until(publish())).toBe(true)
  })

  test('that nobody could read are acknowledged at once, so that they don’t come again', async () => {
    const { clock, relay, transport, delivered, reported } = world()
    await clock.until(transport.watch([topic]))
    relay.say('{"id":7,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":"x"}}}')
    await clock.settle()
    expect(relay.frames.at(-1)).toMatchObject({ from: 'client', text: '{"id":7,"jsonrpc":"2.0","result":true}' })
    expect([delivered, reported]).toEqual([[], []])
  })
})
