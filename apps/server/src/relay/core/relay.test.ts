import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Mailboxes } from './mailboxes.js'
import { createMemoryMailboxes } from './memoryMailboxes.js'
import { createRelay, type RelayEvent } from './relay.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const someTopic = () => randomBytes(32).toString('hex')
const start = Date.parse('2026-01-01T00:00:00Z')

interface Pushed {
  readonly id: number
  readonly subscription: string
  readonly topic: string
  readonly message: string
  readonly tag: number
}

/** A relay with a clock that stands still, and clients that speak with it in frames. */
function createWorld({
  mostTopics,
  wrap = (it) => it,
}: {
  mostTopics?: number
  wrap?: (mailboxes: Mailboxes) => Mailboxes
} = {}) {
  const timers = new Set<() => void>()
  const world = { time: start, events: [] as RelayEvent[], failures: [] as unknown[] }
  const clock = {
    now: () => world.time,
    setTimeout: (callback: () => void) => {
      timers.add(callback)
      return () => timers.delete(callback)
    },
  }
  const mailboxes = wrap(createMemoryMailboxes({ now: clock.now }))
  const relay = createRelay({
    mailboxes,
    clock,
    sha256,
    mostTopics,
    onEvent: (event) => world.events.push(event),
    onFailure: (error) => world.failures.push(error),
  })
  let ids = 1_795_157_065_372_000
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const connect = (clientId: string) => {
    const frames: string[] = []
    const session = relay.open({ clientId, send: (frame) => void frames.push(frame) })
    const pushes = (): Pushed[] =>
      frames.flatMap((text) => {
        const { id, method, params } = JSON.parse(text)
        return method === 'irn_subscription' ? [{ id, subscription: params.id, ...params.data }] : []
      })
    const ask = async (method: string, params: unknown) => {
      const id = ++ids
      expect(session.receive(JSON.stringify({ id, jsonrpc: '2.0', method, params }))).toBe(true)
      await session.settled()
      await settle()
      const { result, error } = JSON.parse(frames.find((text) => text.startsWith(`{"id":${id},`)) ?? '{}')
      return error?.data ?? result
    }
    return {
      session,
      frames,
      ask,
      pushes,
      texts: () => pushes().map(({ message }) => message),
      say: (topic: string, message: string, ttl = 300) => ask('irn_publish', { topic, message, ttl, tag: 1108 }),
      subscribe: (topic: string) => ask('irn_subscribe', { topic }),
      async acknowledge(answer: object = { result: true }) {
        for (const { id } of pushes()) session.receive(JSON.stringify({ id, jsonrpc: '2.0', ...answer }))
        await session.settled()
        await settle()
      },
    }
  }
  const expire = async () => {
    for (const callback of [...timers]) callback()
    await settle()
  }
  return Object.assign(world, { relay, connect, settle, expire })
}

describe('the classic dialect', () => {
  test('a message comes to whoever listens, with the id that clients compute, and never to its sender', async () => {
    const { connect, events } = createWorld()
    const [dapp, wallet] = [connect('did:key:dapp'), connect('did:key:wallet')]
    const topic = someTopic()
    expect(await dapp.subscribe(topic)).toBe(sha256(`${topic}did:key:dapp`))
    expect(await wallet.subscribe(topic)).toBe(sha256(`${topic}did:key:wallet`))
    expect(await dapp.say(topic, 'hello')).toBe(true)
    const [pushed] = wallet.pushes()
    expect(pushed).toMatchObject({ topic, message: 'hello', tag: 1108, publishedAt: start })
    expect(pushed?.subscription).toBe(sha256(`${topic}did:key:wallet`))
    expect(Number.isSafeInteger(pushed?.id)).toBe(true)
    expect(dapp.texts()).toEqual([])
    await wallet.acknowledge()
    expect(events.toSorted()).toEqual(['acknowledged', 'published', 'pushed'])
  })

  test('a subscription is answered before anything is pushed', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = someTopic()
    await dapp.say(topic, 'early')
    await wallet.subscribe(topic)
    expect(wallet.frames.map((text) => 'result' in JSON.parse(text))).toEqual([true, false])
    expect(wallet.texts()).toEqual(['early'])
  })

  test('the subscription ids of a batch come in its order', async () => {
    const { connect } = createWorld()
    const topics = [someTopic(), someTopic(), someTopic()]
    const ids = await connect('wallet').ask('irn_batchSubscribe', { topics })
    expect(ids).toEqual(topics.map((topic) => sha256(`${topic}wallet`)))
  })

  test('what was said again, by a client that heard no answer, is answered and comes once', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = someTopic()
    await wallet.subscribe(topic)
    expect([await dapp.say(topic, 'one'), await dapp.say(topic, 'one')]).toEqual([true, true])
    await wallet.subscribe(topic)
    await wallet.ask('irn_unsubscribe', { topic, id: 'whatever' })
    await wallet.subscribe(topic)
    expect(wallet.texts()).toEqual(['one'])
  })

  test('what was not acknowledged comes again on the next socket, and what was, doesn’t', async () => {
    const { connect, relay } = createWorld()
    const dapp = connect('dapp')
    const topic = someTopic()
    const first = connect('wallet')
    await first.subscribe(topic)
    await dapp.say(topic, 'had')
    await first.acknowledge()
    await dapp.say(topic, 'lost')
    first.session.close()
    await dapp.say(topic, 'missed')
    const second = connect('wallet')
    await second.subscribe(topic)
    expect(second.texts()).toEqual(['lost', 'missed'])
    await second.acknowledge({ error: {} })
    second.session.close()
    const third = connect('wallet')
    await third.subscribe(topic)
    expect(third.texts()).toEqual(['lost', 'missed'])
    await third.acknowledge()
    third.session.close()
    expect(relay.state()).toEqual({ sockets: 1, subscriptions: 0 })
    const last = connect('wallet')
    await last.subscribe(topic)
    expect(last.texts()).toEqual([])
  })

  test('each socket of a client hears what comes while it is open', async () => {
    const { connect } = createWorld()
    const topic = someTopic()
    const [dapp, one, other] = [connect('dapp'), connect('wallet'), connect('wallet')]
    await one.subscribe(topic)
    await other.subscribe(topic)
    await dapp.say(topic, 'to both')
    expect([one.texts(), other.texts()]).toEqual([['to both'], ['to both']])
  })

  test('after unsubscribing nothing comes, and subscribing again brings what was missed', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const [one, other] = [someTopic(), someTopic()]
    await wallet.ask('irn_batchSubscribe', { topics: [one, other] })
    expect(
      await wallet.ask('irn_batchUnsubscribe', { subscriptions: [{ topic: one, id: 'x' }, { topic: other }] }),
    ).toBe(true)
    await dapp.ask('irn_batchPublish', {
      messages: [one, other].map((topic) => ({ topic, message: topic, ttl: 300, tag: 0 })),
    })
    expect(wallet.texts()).toEqual([])
    await wallet.subscribe(other)
    expect(wallet.texts()).toEqual([other])
  })

  test('a message ends with its time', async () => {
    const world = createWorld()
    const topic = someTopic()
    const dapp = world.connect('dapp')
    await dapp.say(topic, 'short', 30)
    await dapp.say(topic, 'long', 86_400)
    world.time += 30_000
    const wallet = world.connect('wallet')
    await wallet.subscribe(topic)
    expect(wallet.texts()).toEqual(['long'])
  })

  test('what is fetched counts as had', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = someTopic()
    await dapp.ask('irn_publish', { topic, message: 'one', ttl: 300, tag: 1100, attestation: 'word' })
    expect(await wallet.ask('irn_fetchMessages', { topic })).toEqual({
      messages: [{ topic, message: 'one', tag: 1100, attestation: 'word', publishedAt: start }],
      hasMore: false,
    })
    expect(await wallet.ask('irn_batchFetchMessages', { topics: [topic, someTopic()] })).toEqual({
      messages: [],
      hasMore: false,
    })
    await wallet.subscribe(topic)
    expect(wallet.texts()).toEqual([])
  })
})

describe('the newer dialect', () => {
  test('a proposal and its approval subscribe their senders, who hear nothing of themselves', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const [pairingTopic, sessionTopic] = [someTopic(), someTopic()]
    const proposal = { pairingTopic, sessionProposal: 'proposal', attestation: '', ttl: 300, correlationId: 1 }
    expect(await dapp.ask('wc_proposeSession', proposal)).toBe(true)
    expect(await dapp.ask('wc_proposeSession', proposal)).toBe(true)
    await wallet.subscribe(pairingTopic)
    expect(wallet.pushes()).toMatchObject([{ message: 'proposal', tag: 1100, attestation: '' }])
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settled' }
    expect(await wallet.ask('wc_approveSession', approval)).toBe(true)
    expect(dapp.pushes()).toMatchObject([{ topic: pairingTopic, message: 'yes', tag: 1101 }])
    await dapp.subscribe(sessionTopic)
    expect(dapp.pushes()[1]).toMatchObject({ topic: sessionTopic, message: 'settled', tag: 1102 })
    await dapp.say(sessionTopic, 'welcome')
    expect(wallet.texts()).toEqual(['proposal', 'welcome'])
  })

  test('and the classic one meet on a topic', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const [pairingTopic, sessionTopic] = [someTopic(), someTopic()]
    await dapp.subscribe(pairingTopic)
    await dapp.say(pairingTopic, 'proposal')
    await wallet.subscribe(pairingTopic)
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settled' }
    await wallet.ask('wc_approveSession', approval)
    await dapp.subscribe(sessionTopic)
    expect([wallet.texts(), dapp.texts()]).toEqual([['proposal'], ['yes', 'settled']])
  })
})

describe('limits and faults', () => {
  test('a socket listens to so many topics', async () => {
    const { connect } = createWorld({ mostTopics: 2 })
    const wallet = connect('wallet')
    const topics = [someTopic(), someTopic(), someTopic()]
    expect(await wallet.ask('irn_batchSubscribe', { topics })).toBe('SubscriberLimitExceeded')
    await wallet.ask('irn_batchSubscribe', { topics: topics.slice(0, 2) })
    expect(await wallet.ask('irn_subscribe', { topic: topics[0] })).toBe(sha256(`${topics[0]}wallet`))
    expect(await wallet.ask('irn_subscribe', { topic: topics[2] })).toBe('SubscriberLimitExceeded')
  })

  test('a socket that acknowledges nothing is sent so much, and the rest when it does', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = someTopic()
    await wallet.subscribe(topic)
    for (let index = 0; index < 100; index += 1) await dapp.say(topic, `${index}`)
    expect(wallet.texts()).toHaveLength(64)
    await wallet.acknowledge()
    expect(wallet.texts()).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`))
  })

  test('a full mailbox is told', async () => {
    const { connect } = createWorld()
    const dapp = connect('dapp')
    const topic = someTopic()
    for (let index = 0; index < 200; index += 1) await dapp.say(topic, `${index}`)
    expect(await dapp.say(topic, 'more')).toBe('MailboxLimitExceeded')
  })

  test('what can’t be stored is told; what can’t be read is read later, and nothing is lost', async () => {
    let isAway = false
    const world = createWorld({
      wrap: (inner) => ({
        ...inner,
        keep: async (request) => (isAway ? Promise.reject(new Error('away')) : inner.keep(request)),
        read: async (request) => (isAway ? Promise.reject(new Error('away')) : inner.read(request)),
      }),
    })
    const [dapp, wallet] = [world.connect('dapp'), world.connect('wallet')]
    const topic = someTopic()
    await dapp.say(topic, 'kept')
    isAway = true
    expect(await dapp.say(topic, 'not kept')).toBe('StorageError')
    await wallet.subscribe(topic)
    expect([wallet.texts(), world.failures.length]).toEqual([[], 2])
    isAway = false
    await world.expire()
    expect(wallet.texts()).toEqual(['kept'])
  })

  test('what was being read when the client unsubscribed comes when it subscribes again, and not before', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const world = createWorld({
      wrap: (inner) => ({ ...inner, read: (request) => held.then(() => inner.read(request)) }),
    })
    const [dapp, wallet] = [world.connect('dapp'), world.connect('wallet')]
    const topic = someTopic()
    await dapp.say(topic, 'one')
    await wallet.subscribe(topic)
    await wallet.ask('irn_unsubscribe', { topic, id: 'x' })
    release()
    await world.settle()
    expect(wallet.texts()).toEqual([])
    await wallet.subscribe(topic)
    expect(wallet.texts()).toEqual(['one'])
  })

  test('what isn’t JSON-RPC is for closing, what is and wrong is answered', async () => {
    const { connect } = createWorld()
    const wallet = connect('wallet')
    for (const garbage of ['', 'hello', '[]', '{}', 'null', '{"id":1}'])
      expect(wallet.session.receive(garbage)).toBe(false)
    expect(await wallet.ask('irn_nothing', {})).toBe('InvalidMethod')
  })

  test('so many requests wait for the one before, and more are refused', async () => {
    const { connect } = createWorld()
    const wallet = connect('wallet')
    const id = (index: number) => 1_795_157_065_000_000 + index
    for (let index = 0; index < 300; index += 1) {
      wallet.session.receive(
        JSON.stringify({ id: id(index), jsonrpc: '2.0', method: 'irn_subscribe', params: { topic: someTopic() } }),
      )
    }
    await wallet.session.settled()
    const refused = wallet.frames.filter((text) => JSON.parse(text).error?.code === 3001)
    expect([refused.length, wallet.frames.length]).toEqual([44, 300])
  })
})

test('whatever comes when, each message comes to each other client, in order, once a socket, until it has it', async () => {
  const step = fc.record({
    what: fc.constantFrom('say', 'say', 'say', 'acknowledge', 'reconnect', 'subscribe', 'unsubscribe'),
    who: fc.nat(2),
    settled: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { connect, settle } = createWorld()
      const topic = someTopic()
      const names = ['a', 'b', 'c']
      const sockets = names.map(connect)
      const said: { by: number; message: string }[] = []
      const had = names.map(() => new Set<string>())
      for (const { what, who, settled } of steps) {
        const socket = sockets[who]
        if (!socket) continue
        if (what === 'say') {
          const message = `${said.length}`
          said.push({ by: who, message })
          await socket.say(topic, message)
        } else if (what === 'acknowledge') {
          for (const message of socket.texts()) had[who]?.add(message)
          await socket.acknowledge()
        } else if (what === 'reconnect') {
          socket.session.close()
          sockets[who] = connect(names[who] ?? '')
        } else await socket.ask(`irn_${what}`, { topic })
        if (settled) await settle()
        for (const each of sockets) expect(new Set(each.texts()).size).toBe(each.texts().length)
      }
      for (const [who, name] of names.entries()) {
        sockets[who]?.session.close()
        const last = connect(name)
        await last.subscribe(topic)
        const missing = said
          .filter(({ by, message }) => by !== who && !had[who]?.has(message))
          .map(({ message }) => message)
        expect(last.texts()).toEqual(missing)
      }
    }),
    { numRuns: 300 },
  )
})
