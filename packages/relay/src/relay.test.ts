import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MailboxFullError } from './errors.js'
import { sha256 } from './mailboxes.js'
import type { Cost } from './requests.js'
import { randomTopic, start, store } from './test/mailboxConformance.js'
import { createWorld } from './test/world.js'

describe('the classic dialect', () => {
  test('a message is pushed to each subscriber, with the id that clients compute, and never to its publisher', async () => {
    const { connect, events } = createWorld()
    const [dapp, wallet] = [connect('did:key:dapp'), connect('did:key:wallet')]
    const topic = randomTopic()
    expect(await dapp.subscribe(topic)).toBe(sha256(`${topic}did:key:dapp`))
    expect(await wallet.subscribe(topic)).toBe(sha256(`${topic}did:key:wallet`))
    expect(await dapp.publish(topic, 'hello')).toBe(true)
    const [pushed] = wallet.pushes()
    expect(pushed).toMatchObject({ topic, message: 'hello', tag: 1108, publishedAt: start })
    expect(pushed?.subscription).toBe(sha256(`${topic}did:key:wallet`))
    expect(Number.isSafeInteger(pushed?.id)).toBe(true)
    expect(dapp.messages()).toEqual([])
    await wallet.acknowledge()
    expect(events.toSorted()).toEqual(['acknowledged', 'published', 'pushed'])
  })

  test('a subscription is answered before anything is pushed', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = randomTopic()
    await dapp.publish(topic, 'early')
    await wallet.subscribe(topic)
    expect(wallet.frames.map((text) => 'result' in JSON.parse(text))).toEqual([true, false])
    expect(wallet.messages()).toEqual(['early'])
  })

  test('the subscription ids of a batch are in its order', async () => {
    const { connect } = createWorld()
    const topics = [randomTopic(), randomTopic(), randomTopic()]
    const ids = await connect('wallet').request('irn_batchSubscribe', { topics })
    expect(ids).toEqual(topics.map((topic) => sha256(`${topic}wallet`)))
  })

  test('a message that a client publishes again, for want of an answer, is answered and pushed once', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = randomTopic()
    await wallet.subscribe(topic)
    expect([await dapp.publish(topic, 'one'), await dapp.publish(topic, 'one')]).toEqual([true, true])
    await wallet.subscribe(topic)
    await wallet.request('irn_unsubscribe', { topic, id: 'whatever' })
    await wallet.subscribe(topic)
    expect(wallet.messages()).toEqual(['one'])
  })

  test('what was not acknowledged is pushed again on the next socket, and what was is not', async () => {
    const { connect, relay } = createWorld()
    const dapp = connect('dapp')
    const topic = randomTopic()
    const first = connect('wallet')
    await first.subscribe(topic)
    await dapp.publish(topic, 'acknowledged')
    await first.acknowledge()
    await dapp.publish(topic, 'lost')
    first.session.close()
    await dapp.publish(topic, 'missed')
    const second = connect('wallet')
    await second.subscribe(topic)
    expect(second.messages()).toEqual(['lost', 'missed'])
    await second.acknowledge({ error: {} })
    second.session.close()
    const third = connect('wallet')
    await third.subscribe(topic)
    expect(third.messages()).toEqual(['lost', 'missed'])
    await third.acknowledge()
    third.session.close()
    expect(relay.state()).toEqual({ sockets: 1, subscriptions: 0 })
    const last = connect('wallet')
    await last.subscribe(topic)
    expect(last.messages()).toEqual([])
  })

  test('each socket of a client receives what is published while it is open', async () => {
    const { connect } = createWorld()
    const topic = randomTopic()
    const [dapp, one, other] = [connect('dapp'), connect('wallet'), connect('wallet')]
    await one.subscribe(topic)
    await other.subscribe(topic)
    await dapp.publish(topic, 'to both')
    expect([one.messages(), other.messages()]).toEqual([['to both'], ['to both']])
  })

  test('after unsubscribing nothing is pushed, and subscribing again brings what was missed', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const [one, other] = [randomTopic(), randomTopic()]
    await wallet.request('irn_batchSubscribe', { topics: [one, other] })
    expect(
      await wallet.request('irn_batchUnsubscribe', { subscriptions: [{ topic: one, id: 'x' }, { topic: other }] }),
    ).toBe(true)
    await dapp.request('irn_batchPublish', {
      messages: [one, other].map((topic) => ({ topic, message: topic, ttl: 300, tag: 0 })),
    })
    expect(wallet.messages()).toEqual([])
    await wallet.subscribe(other)
    expect(wallet.messages()).toEqual([other])
  })

  test('a message expires with its ttl', async () => {
    const world = createWorld()
    const topic = randomTopic()
    const dapp = world.connect('dapp')
    await dapp.publish(topic, 'short', 30)
    await dapp.publish(topic, 'long', 86_400)
    world.time += 30_000
    const wallet = world.connect('wallet')
    await wallet.subscribe(topic)
    expect(wallet.messages()).toEqual(['long'])
  })

  test('what is fetched counts as acknowledged', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = randomTopic()
    await dapp.request('irn_publish', { topic, message: 'one', ttl: 300, tag: 1100, attestation: 'word' })
    expect(await wallet.request('irn_fetchMessages', { topic })).toEqual({
      messages: [{ topic, message: 'one', tag: 1100, attestation: 'word', publishedAt: start }],
      hasMore: false,
    })
    expect(await wallet.request('irn_batchFetchMessages', { topics: [topic, randomTopic()] })).toEqual({
      messages: [],
      hasMore: false,
    })
    await wallet.subscribe(topic)
    expect(wallet.messages()).toEqual([])
  })
})

describe('the newer dialect', () => {
  test('a proposal and its approval subscribe their publishers, who never receive their own messages', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
    const proposal = { pairingTopic, sessionProposal: 'proposal', attestation: '', ttl: 300, correlationId: 1 }
    expect(await dapp.request('wc_proposeSession', proposal)).toBe(true)
    expect(await dapp.request('wc_proposeSession', proposal)).toBe(true)
    await wallet.subscribe(pairingTopic)
    expect(wallet.pushes()).toMatchObject([{ message: 'proposal', tag: 1100, attestation: '' }])
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settled' }
    expect(await wallet.request('wc_approveSession', approval)).toBe(true)
    expect(dapp.pushes()).toMatchObject([{ topic: pairingTopic, message: 'yes', tag: 1101 }])
    await dapp.subscribe(sessionTopic)
    expect(dapp.pushes()[1]).toMatchObject({ topic: sessionTopic, message: 'settled', tag: 1102 })
    await dapp.publish(sessionTopic, 'welcome')
    expect(wallet.messages()).toEqual(['proposal', 'welcome'])
  })

  test('reaches the classic one on the same topic', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
    await dapp.subscribe(pairingTopic)
    await dapp.publish(pairingTopic, 'proposal')
    await wallet.subscribe(pairingTopic)
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settled' }
    await wallet.request('wc_approveSession', approval)
    await dapp.subscribe(sessionTopic)
    expect([wallet.messages(), dapp.messages()]).toEqual([['proposal'], ['yes', 'settled']])
  })
})

describe('limits and failures', () => {
  test('a socket may subscribe to a limited number of topics', async () => {
    const { connect } = createWorld({ maxTopics: 2 })
    const wallet = connect('wallet')
    const topics = [randomTopic(), randomTopic(), randomTopic()]
    expect(await wallet.request('irn_batchSubscribe', { topics })).toBe('SubscriberLimitExceeded')
    await wallet.request('irn_batchSubscribe', { topics: topics.slice(0, 2) })
    expect(await wallet.request('irn_subscribe', { topic: topics[0] })).toBe(sha256(`${topics[0]}wallet`))
    expect(await wallet.request('irn_subscribe', { topic: topics[2] })).toBe('SubscriberLimitExceeded')
  })

  test('a socket that acknowledges nothing is pushed 64 messages, and the rest when it does', async () => {
    const { connect } = createWorld()
    const [dapp, wallet] = [connect('dapp'), connect('wallet')]
    const topic = randomTopic()
    await wallet.subscribe(topic)
    for (let index = 0; index < 100; index += 1) await dapp.publish(topic, `${index}`)
    expect(wallet.messages()).toHaveLength(64)
    await wallet.acknowledge()
    expect(wallet.messages()).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`))
  })

  test('a full mailbox rejects the publish', async () => {
    const { connect } = createWorld({
      wrap: (inner) => ({ ...inner, store: () => Promise.reject(new MailboxFullError()) }),
    })
    expect(await connect('dapp').publish(randomTopic(), 'more')).toBe('MailboxLimitExceeded')
  })

  test('what isn’t paid for isn’t done', async () => {
    const paid: Cost[] = []
    const { connect, relay } = createWorld({ pay: async ({ cost }) => paid.push(cost) <= 1 })
    const wallet = connect('wallet')
    const topics = [randomTopic(), randomTopic()]
    expect(await wallet.request('irn_batchSubscribe', { topics })).toHaveLength(2)
    const messages = topics.map((topic) => ({ topic, message: '12345', ttl: 300, tag: 0 }))
    expect(await wallet.request('irn_batchPublish', { messages })).toBe('TooManyRequests')
    expect(paid).toEqual([
      { steps: 3, bytes: 0 },
      { steps: 3, bytes: 10 },
    ])
    expect(relay.state().subscriptions).toBe(2)
  })

  test('what can’t be stored is rejected; what can’t be read is retried, and nothing is lost', async () => {
    let isAway = false
    const world = createWorld({
      wrap: (inner) => ({
        ...inner,
        store: async (request) => (isAway ? Promise.reject(new Error('away')) : inner.store(request)),
        read: async (request) => (isAway ? Promise.reject(new Error('away')) : inner.read(request)),
      }),
    })
    const [dapp, wallet] = [world.connect('dapp'), world.connect('wallet')]
    const topic = randomTopic()
    await dapp.publish(topic, 'stored')
    isAway = true
    expect(await dapp.publish(topic, 'not stored')).toBe('StorageError')
    await wallet.subscribe(topic)
    expect([wallet.messages(), world.failures.length]).toEqual([[], 2])
    isAway = false
    await world.expire()
    expect(wallet.messages()).toEqual(['stored'])
  })

  test('what was being read when the client unsubscribed is pushed when it subscribes again, and not before', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const world = createWorld({
      wrap: (inner) => ({ ...inner, read: (request) => held.then(() => inner.read(request)) }),
    })
    const [dapp, wallet] = [world.connect('dapp'), world.connect('wallet')]
    const topic = randomTopic()
    await dapp.publish(topic, 'one')
    await wallet.subscribe(topic)
    await wallet.request('irn_unsubscribe', { topic, id: 'x' })
    release()
    await world.settle()
    expect(wallet.messages()).toEqual([])
    await wallet.subscribe(topic)
    expect(wallet.messages()).toEqual(['one'])
  })

  test('a message is pushed whichever microtask after a reading it is stored in', async () => {
    const pushedAfter = async (microtasks: number) => {
      const topic = randomTopic()
      const texts = ['one', 'two']
      const { connect, settle } = createWorld({
        wrap: (inner) => {
          const storeNext = async () => {
            for (let count = 0; count < microtasks; count += 1) await Promise.resolve()
            const text = texts.shift()
            if (text !== undefined) await store(inner, { topic, text })
          }
          return {
            ...inner,
            async read(request) {
              const page = await inner.read(request)
              void storeNext()
              return page
            },
          }
        },
      })
      const wallet = connect('wallet')
      await wallet.subscribe(topic)
      await settle()
      return wallet.messages()
    }
    for (let microtasks = 0; microtasks < 20; microtasks += 1) {
      expect(await pushedAfter(microtasks), `${microtasks} microtasks`).toEqual(['one', 'two'])
    }
  })

  test('what isn’t JSON-RPC closes the socket, an invalid request is answered', async () => {
    const { connect } = createWorld()
    const wallet = connect('wallet')
    for (const garbage of ['', 'hello', '[]', '{}', 'null', '{"id":1}'])
      expect(wallet.session.receive(garbage)).toBe(false)
    expect(await wallet.request('irn_nothing', {})).toBe('InvalidMethod')
  })

  test('256 requests may be queued, and more are rejected', async () => {
    const { connect } = createWorld()
    const wallet = connect('wallet')
    const id = (index: number) => 1_795_157_065_000_000 + index
    for (let index = 0; index < 300; index += 1) {
      wallet.session.receive(
        JSON.stringify({ id: id(index), jsonrpc: '2.0', method: 'irn_subscribe', params: { topic: randomTopic() } }),
      )
    }
    await wallet.session.settled()
    const refused = wallet.frames.filter((text) => JSON.parse(text).error?.code === 3001)
    expect([refused.length, wallet.frames.length]).toEqual([44, 300])
  })
})

test('in any sequence, each message is pushed to each other client, in order, once a socket, until it is acknowledged', async () => {
  const step = fc.record({
    what: fc.constantFrom('publish', 'publish', 'publish', 'acknowledge', 'reconnect', 'subscribe', 'unsubscribe'),
    who: fc.nat(2),
    settled: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { connect, settle } = createWorld()
      const topic = randomTopic()
      const names = ['a', 'b', 'c']
      const sockets = names.map((name) => connect(name))
      const published: { by: number; message: string }[] = []
      const acknowledged = names.map(() => new Set<string>())
      for (const { what, who, settled } of steps) {
        const socket = sockets[who]
        if (!socket) continue
        if (what === 'publish') {
          const message = `${published.length}`
          published.push({ by: who, message })
          await socket.publish(topic, message)
        } else if (what === 'acknowledge') {
          for (const message of socket.messages()) acknowledged[who]?.add(message)
          await socket.acknowledge()
        } else if (what === 'reconnect') {
          socket.session.close()
          sockets[who] = connect(names[who] ?? '')
        } else await socket.request(`irn_${what}`, { topic })
        if (settled) await settle()
        for (const each of sockets) expect(new Set(each.messages()).size).toBe(each.messages().length)
      }
      for (const [who, name] of names.entries()) {
        sockets[who]?.session.close()
        const last = connect(name)
        await last.subscribe(topic)
        const missing = published
          .filter(({ by, message }) => by !== who && !acknowledged[who]?.has(message))
          .map(({ message }) => message)
        expect(last.messages()).toEqual(missing)
      }
    }),
    { numRuns: 300 },
  )
})
