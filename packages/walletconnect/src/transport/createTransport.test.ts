import { beforeAll, describe, expect, test } from 'vitest'
import { type Ciphers, type Delivery, decodeRelayToken, type Publication } from '../protocol/index.js'
import { createTransport, type TransportParameters } from './createTransport.js'
import { testCiphers } from './testCiphers.js'
import { createTestClock, seededRandom } from './testClock.js'
import { createTestRelay } from './testRelay.js'
import type { TransportStatus } from './transport.js'

const relayUrl = 'wss://relay.example'
const topicOf = (number: number) => number.toString(16).padStart(64, '0')
const [topic, other] = [topicOf(1), topicOf(2)]
const publication = (message = 'AA==', at = topic): Publication => ({ topic: at, message, ttl: 300, tag: 1108 })

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

function world({ seed = 1, ...changes }: Partial<Omit<TransportParameters, 'seed'>> & { readonly seed?: number } = {}) {
  const clock = createTestClock()
  const random = seededRandom(seed)
  const relay = createTestRelay({ clock, random })
  const reported: unknown[] = []
  const parameters: TransportParameters = {
    relayUrl,
    projectId: 'project',
    ciphers,
    seed: new Uint8Array(32).fill(seed),
    subject: 'ab'.repeat(32),
    clock,
    random,
    openSocket: relay.openSocket,
    report: (error) => reported.push(error),
    ...changes,
  }
  const transport = createTransport(parameters)
  const statuses: TransportStatus[] = []
  transport.onStatus((status) => statuses.push(status))
  const delivered: Delivery[] = []
  transport.onDelivery((delivery) => delivered.push(delivery))
  /** How a promise settles, and how long that takes by the clock. */
  const timed = async (work: Promise<unknown>) => {
    const from = clock.now()
    const how = await work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    return { ...how, ms: clock.now() - from }
  }
  const outcome = (work: Promise<unknown>) => clock.until(timed(work))
  const publish = (message?: string, signal?: AbortSignal) =>
    transport.call({ method: 'irn_publish', params: publication(message), signal })
  const said = (method: string) =>
    relay.frames.filter(({ from, text }) => from === 'client' && text.includes(`"${method}"`)).map(({ text }) => text)
  return { clock, relay, transport, statuses, delivered, reported, timed, outcome, publish, said }
}

describe('the socket', () => {
  test('[F19] is opened when there is something to say, once, and closed when there is nothing more', async () => {
    const { clock, relay, transport, statuses, publish } = world()
    await clock.advance(60_000)
    expect([relay.urls.length, transport.status]).toEqual([0, 'idle'])
    await clock.until(Promise.all([publish('1'), publish('2'), publish('3')]))
    expect([relay.urls.length, relay.sockets]).toEqual([1, 1])
    await clock.advance(5_000)
    expect(relay.sockets).toBe(0)
    expect(statuses).toEqual(['connecting', 'open', 'idle'])
    expect(clock.pending).toBe(0)
  })

  test('is kept where something else is said before long, and as long as something is watched', async () => {
    const { clock, relay, transport, publish } = world()
    await clock.until(publish('1'))
    await clock.advance(4_000)
    await clock.until(publish('2'))
    await clock.advance(4_000)
    await clock.until(transport.watch([topic]))
    await clock.advance(3_600_000)
    expect([relay.urls.length, relay.sockets]).toEqual([1, 1])
    transport.unwatch([topic])
    await clock.advance(5_000)
    expect([relay.sockets, transport.status, clock.pending]).toEqual([0, 'idle', 0])
  })

  test('[W12] says who it is anew for each connection, for the address of the socket, back-dated', async () => {
    const { clock, relay, transport } = world({ relayUrl: 'wss://Relay.example:443/path/?key=1' })
    await clock.until(transport.watch([topic]))
    await clock.advance(2_000)
    relay.dropAll()
    await clock.untilTrue(() => relay.sockets === 1)
    const [first, second] = relay.urls.map((url) => new URL(url))
    expect([...(first?.searchParams.keys() ?? [])]).toEqual(['key', 'auth', 'projectId', 'ua', 'useOnCloseEvent'])
    expect(first?.searchParams.get('projectId')).toBe('project')
    expect(first?.searchParams.get('useOnCloseEvent')).toBe('true')
    const claims = [first, second].map((url) => decodeRelayToken(url?.searchParams.get('auth') ?? '').claims)
    expect(claims[0]).toMatchObject({ aud: 'wss://relay.example/path', sub: 'ab'.repeat(32) })
    expect(claims[0]?.iat).toBe(1_700_000_000 - 90)
    expect(claims[1]?.iat).toBeGreaterThan(claims[0]?.iat ?? 0)
  })

  test('stop leaves nothing: no socket, no timer, no listener, and what waits is called off', async () => {
    let listening = 0
    const network = {
      isOnline: () => true,
      onOnline: () => {
        listening += 1
        return () => {
          listening -= 1
        }
      },
    }
    const { clock, relay, transport, publish, outcome, statuses, timed } = world({ network })
    await clock.until(transport.watch([topic]))
    relay.state = 'mute'
    const waiting = timed(publish())
    await clock.settle()
    transport.stop()
    expect(await clock.until(waiting)).toMatchObject({ error: { code: 'aborted' }, ms: 0 })
    expect([relay.sockets, clock.pending, listening, transport.status]).toEqual([0, 0, 0, 'stopped'])
    expect(await outcome(publish())).toMatchObject({ error: { code: 'aborted' }, ms: 0 })
    transport.wake()
    transport.stop()
    await clock.advance(600_000)
    expect([relay.urls.length, clock.pending, statuses.at(-1)]).toEqual([1, 0, 'stopped'])
  })

  test('stopping while it connects opens none', async () => {
    const { clock, relay, transport, publish, timed } = world()
    const waiting = timed(publish())
    transport.stop()
    expect(await clock.until(waiting)).toMatchObject({ error: { code: 'aborted' } })
    expect([relay.urls.length, clock.pending]).toEqual([0, 0])
  })
})

describe('a call', () => {
  test('is answered, by whatever way the id is written', async () => {
    const { clock, relay, transport } = world()
    expect(await clock.until(transport.call({ method: 'irn_publish', params: publication() }))).toBe(true)
    expect(await clock.until(transport.call({ method: 'irn_subscribe', params: { topic } }))).toMatch(/^[0-9a-f]{64}$/)
    relay.publish(publication('BB==', other))
    const fetched = await clock.until(transport.call({ method: 'irn_fetchMessages', params: { topic: other } }))
    expect(fetched).toMatchObject({ messages: [{ topic: other, message: 'BB==' }], hasMore: false })
    relay.state = 'mute'
    const result = transport.call({ method: 'irn_publish', params: publication('CC==') })
    await clock.settle()
    const id = /"id":(\d+)/.exec(relay.frames.at(-1)?.text ?? '')?.[1]
    expect(Number(id)).toBeLessThan(Number.MAX_SAFE_INTEGER)
    relay.say(`{"id":"${id}n","jsonrpc":"2.0","result":true}`)
    expect(await clock.until(result)).toBe(true)
  })

  test('[F18] [F22] unanswered for 15 s, goes again over another connection, by id and text the same; 60 s are all', async () => {
    const { clock, relay, publish, outcome, said } = world()
    await clock.until(publish('first'))
    relay.state = 'mute'
    expect(await outcome(publish('second'))).toMatchObject({ error: { code: 'relay_unreachable' }, ms: 60_000 })
    const words = said('irn_publish').filter((text) => text.includes('second'))
    expect(words.length).toBeGreaterThan(2)
    expect(new Set(words).size).toBe(1)
    expect(relay.urls.length).toBe(words.length)
  })

  test('[F22] a connection that breaks before the answer makes no second message', async () => {
    const { clock, relay, publish, said } = world()
    const sent = publish()
    await clock.untilTrue(() => relay.messages.length === 1)
    relay.dropAll()
    expect(await clock.until(sent)).toBe(true)
    expect(new Set(said('irn_publish')).size).toBe(1)
    expect(relay.messages.length).toBe(1)
  })

  test('[F18] can be called off, before and while it waits', async () => {
    const { clock, relay, publish, outcome, timed } = world()
    expect(await outcome(publish('1', AbortSignal.abort()))).toMatchObject({ error: { code: 'aborted' }, ms: 0 })
    expect(relay.urls.length).toBe(0)
    relay.state = 'hanging'
    const controller = new AbortController()
    const waiting = timed(publish('2', controller.signal))
    await clock.settle()
    controller.abort()
    expect(await clock.until(waiting)).toMatchObject({ error: { code: 'aborted' }, ms: 0 })
    await clock.advance(60_000)
    expect(clock.pending).toBe(0)
  })

  test('that the relay doesn’t do is told by its number', async () => {
    const { relay, transport, outcome } = world()
    relay.dialect = 'classic'
    const params = { pairingTopic: topic, sessionProposal: 'AA==', attestation: '' }
    expect(await outcome(transport.call({ method: 'wc_proposeSession', params }))).toMatchObject({
      error: { code: 'relay_answer', rpcCode: -32_601 },
      ms: 0,
    })
  })

  test('with a useless answer is told as well, and so is the end of a day of them', async () => {
    const { clock, relay, publish, outcome, timed } = world()
    await clock.until(publish('1'))
    relay.state = 'mute'
    const waiting = timed(publish('2'))
    await clock.settle()
    const id = /"id":(\d+)/.exec(relay.frames.at(-1)?.text ?? '')?.[1]
    relay.say(`{"id":${id},"jsonrpc":"2.0","result":"yes"}`)
    expect(await clock.until(waiting)).toMatchObject({ error: { code: 'relay_answer', rpcCode: 0 }, ms: 0 })
    relay.state = 'garbling'
    expect(await outcome(publish('3'))).toMatchObject({ error: { code: 'relay_unreachable' }, ms: 60_000 })
  })
})

describe('[F18] a relay that isn’t there', () => {
  test.each(['down', 'hanging'] as const)('[F30] %s from the begin: within 20 s', async (state) => {
    const { clock, relay, publish, outcome, transport } = world()
    relay.state = state
    expect(await outcome(publish())).toMatchObject({ error: { code: 'relay_unreachable' }, ms: 20_000 })
    await clock.advance(5_000)
    expect([transport.status, clock.pending]).toEqual(['idle', 0])
  })

  test('[F30] blocked: at once, with the browser’s own words as the cause', async () => {
    const { relay, publish, outcome } = world()
    relay.state = 'blocked'
    expect(await outcome(publish())).toMatchObject({
      error: { code: 'relay_unreachable', cause: { name: 'SecurityError' } },
      ms: 0,
    })
  })

  test('an address that is none: at once', async () => {
    const { publish, outcome } = world({ relayUrl: 'not an address' })
    expect(await outcome(publish())).toMatchObject({ error: { code: 'relay_unreachable' }, ms: 0 })
  })

  test('offline: at once, and back with the network', async () => {
    let isOnline = false
    let back = () => {}
    const network = {
      isOnline: () => isOnline,
      onOnline(listener: () => void) {
        back = listener
        return () => {}
      },
    }
    const { clock, relay, transport, outcome } = world({ network })
    relay.state = 'down'
    expect(await outcome(transport.watch([topic]))).toMatchObject({ error: { code: 'relay_unreachable' }, ms: 0 })
    await clock.advance(600_000)
    expect(transport.status).toBe('waiting')
    isOnline = true
    relay.state = 'up'
    back()
    await clock.settle()
    expect([transport.status, relay.listeners(topic).length]).toEqual(['open', 1])
  })

  test('down at the begin, and up soon after: nothing is noticed', async () => {
    const { clock, relay, publish, timed } = world()
    relay.state = 'down'
    const waiting = timed(publish())
    await clock.advance(8_000)
    relay.state = 'up'
    expect(await clock.until(waiting)).toMatchObject({ value: true })
  })
})

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
