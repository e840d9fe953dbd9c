import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { testCiphers } from './test/ciphers.js'
import { claimsOf } from './test/claims.js'
import { createTestWorld, other, publication, type TestWorld, topic } from './test/world.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})
const world = (changes: Omit<Parameters<typeof createTestWorld>[0], 'ciphers'> = {}): TestWorld =>
  createTestWorld({ ciphers, ...changes })

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
    const claims = [first, second].map((url) => claimsOf(url?.searchParams.get('auth') ?? ''))
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
    const ids = await clock.until(transport.call({ method: 'irn_batchSubscribe', params: { topics: [topic, other] } }))
    expect(ids.map((id) => id.length)).toEqual([64, 64])
    relay.state = 'mute'
    const result = transport.call({ method: 'irn_publish', params: publication('CC==') })
    await clock.settle()
    const id = /"id":(\d+)/.exec(relay.frames.at(-1)?.text ?? '')?.[1]
    expect(Number(id)).toBeLessThan(Number.MAX_SAFE_INTEGER)
    relay.say(`{"id":"${id}n","jsonrpc":"2.0","result":true}`)
    expect(await clock.until(result)).toBe(true)
  })

  test('[F18] unanswered for 15 s, goes again over another connection, by id and text the same; 60 s are all', async () => {
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

  test('[F18] can be aborted, before and while it waits', async () => {
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

  test.each(['is answered', 'is aborted', 'is stopped'])('that %s leaves no listener at its signal', async (how) => {
    const { clock, relay, transport, publish, timed } = world()
    if (how !== 'is answered') relay.state = 'mute'
    const controller = new AbortController()
    const { signal } = controller
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const waiting = timed(publish('1', signal))
    await clock.settle()
    if (how === 'is aborted') controller.abort()
    if (how === 'is stopped') transport.stop()
    await clock.until(waiting)
    expect(added).toHaveBeenCalledTimes(1)
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener))
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
    const { clock, relay, publish, outcome, timed, transport } = world()
    await clock.until(publish('1'))
    relay.state = 'mute'
    const waiting = timed(publish('2'))
    await clock.settle()
    const id = /"id":(\d+)/.exec(relay.frames.at(-1)?.text ?? '')?.[1]
    relay.say(`{"id":${id},"jsonrpc":"1.0","result":true}`)
    relay.say(`{"id":${id},"jsonrpc":"2.0","result":"yes"}`)
    expect(await clock.until(waiting)).toMatchObject({ error: { code: 'relay_answer', rpcCode: 0 }, ms: 0 })
    const subscribing = timed(transport.call({ method: 'irn_batchSubscribe', params: { topics: [topic] } }))
    await clock.settle()
    const another = /"id":(\d+)/.exec(relay.frames.at(-1)?.text ?? '')?.[1]
    relay.say(`{"id":${another},"jsonrpc":"2.0","result":true}`)
    expect(await clock.until(subscribing)).toMatchObject({ error: { code: 'relay_answer', rpcCode: 0 }, ms: 0 })
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
