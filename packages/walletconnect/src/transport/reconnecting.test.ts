import { beforeAll, describe, expect, test } from 'vitest'
import type { Ciphers } from '../protocol/index.js'
import { testCiphers } from './testCiphers.js'
import { createTestWorld, other, publication, type TestWorld, topic, topicOf } from './testWorld.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})
const world = (): TestWorld => createTestWorld({ ciphers })

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
  test('are acknowledged before they are handed on, each time that they come', async () => {
    const { clock, relay, transport, delivered } = world()
    const acknowledged: number[] = []
    const acks = () =>
      relay.frames.filter(({ from, text }) => from === 'client' && text.includes('"result":true')).length
    transport.onDelivery(() => acknowledged.push(acks()))
    await clock.until(transport.watch([topic]))
    relay.publish(publication('one'))
    await clock.settle()
    const push = relay.frames.find(({ text }) => text.includes('irn_subscription'))?.text ?? ''
    relay.say(push)
    await clock.settle()
    expect(delivered.map(({ message }) => message)).toEqual(['one', 'one'])
    expect(acknowledged).toEqual([1, 2])
    expect(relay.unacknowledged).toBe(0)
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

  test('[F18] a listener that throws is told of, and keeps nobody from hearing', async () => {
    const { clock, relay, transport, delivered, reported } = world()
    const broken = new Error('broken')
    transport.onDelivery(() => {
      throw broken
    })
    const heard: string[] = []
    const stop = transport.onDelivery(({ message }) => heard.push(message))
    await clock.until(transport.watch([topic]))
    relay.publish(publication('one'))
    await clock.settle()
    stop()
    relay.publish(publication('two'))
    await clock.settle()
    expect([delivered.length, heard, reported]).toEqual([2, ['one'], [broken, broken]])
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
      '{"id":7,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":"x"}}}',
      '{"id":0,"jsonrpc":"2.0","error":{"code":3000,"message":"Project not found"}}',
      `{"id":7,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":"${topic}","message":"${'A'.repeat(1_048_576)}","publishedAt":1,"tag":1}}}`,
    ]
    for (const text of texts) relay.say(text)
    await clock.settle()
    expect([delivered, reported, relay.urls.length]).toEqual([[], [], 1])
    expect(await clock.until(publish())).toBe(true)
  })
})
