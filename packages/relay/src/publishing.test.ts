import { describe, expect, test, vi } from 'vitest'
import { MailboxFullError } from './errors.js'
import { createMemoryMailboxes } from './memoryMailboxes.js'
import { randomTopic, start } from './test/mailboxConformance.js'
import { type SlowMailboxes, slowMailboxes } from './test/slowMailboxes.js'
import { createWorld, type TestClient, type TestWorld } from './test/world.js'

const publication = (topic: string, message: string) => ({ topic, message, ttl: 300, tag: 1108 })

interface Scene {
  readonly world: TestWorld
  readonly topic: string
  readonly dapp: TestClient
  readonly wallet: TestClient
  /** Returns the messages that the relay has sent since the wallet subscribed, oldest first. */
  sent(): readonly string[]
}

/** A dapp, and a wallet that is subscribed to a topic. */
async function createScene(options?: Parameters<typeof createWorld>[0]): Promise<Scene> {
  const world = createWorld(options)
  const topic = randomTopic()
  const [dapp, wallet] = [world.connect('dapp'), world.connect('wallet')]
  await wallet.subscribe(topic)
  const sent = () => world.sent.slice(1).map(({ clientId, kind }) => `${kind} to ${clientId}`)
  return { world, topic, dapp, wallet, sent }
}

/** The same, with mailboxes that notify of a message before they report it as stored. */
async function createSlowScene(): Promise<Scene & { readonly mailboxes: SlowMailboxes }> {
  const mailboxes = slowMailboxes(createMemoryMailboxes({ now: () => start }))
  return { ...(await createScene({ wrap: () => mailboxes })), mailboxes }
}

describe('a publisher is answered before its message is delivered', () => {
  test('to a subscriber on the same node', async () => {
    const { dapp, topic, sent } = await createScene()
    await dapp.publish(topic, 'hello')
    expect(sent()).toEqual(['answer to dapp', 'push to wallet'])
  })

  test('each message of a pipelined sequence', async () => {
    const { world, dapp, wallet, topic, sent } = await createScene()
    for (const message of ['one', 'two', 'three']) dapp.send('irn_publish', publication(topic, message))
    await dapp.session.settled()
    await world.settle()
    expect(wallet.messages()).toEqual(['one', 'two', 'three'])
    const order = sent()
    for (const index of [0, 1, 2]) {
      const nth = (kind: string) => order.flatMap((each, at) => (each === kind ? [at] : []))[index]
      expect(nth('answer to dapp')).toBeLessThan(nth('push to wallet') ?? -1)
    }
  })

  test('a whole batch', async () => {
    const { dapp, topic, sent } = await createScene()
    await dapp.request('irn_batchPublish', { messages: ['one', 'two'].map((text) => publication(topic, text)) })
    expect(sent()).toEqual(['answer to dapp', 'push to wallet', 'push to wallet'])
  })

  test('the two messages of an approval', async () => {
    const { world, dapp, wallet, topic: pairingTopic, sent } = await createScene()
    const sessionTopic = randomTopic()
    await dapp.request('irn_batchSubscribe', { topics: [pairingTopic, sessionTopic] })
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settled' }
    await wallet.request('wc_approveSession', approval)
    await world.settle()
    expect(sent()).toEqual(['answer to dapp', 'answer to wallet', 'push to dapp', 'push to dapp'])
  })

  test('also where mailboxes notify before they report a message as stored', async () => {
    const { world, dapp, topic, sent, mailboxes } = await createSlowScene()
    dapp.send('irn_publish', publication(topic, 'hello'))
    await mailboxes.stored
    await world.settle()
    expect(sent()).toEqual([]) // neither answered, as it may not be stored yet, nor delivered
    mailboxes.release()
    await world.settle()
    expect(sent()).toEqual(['answer to dapp', 'push to wallet'])
  })

  test('also to a client that subscribes, or fetches, in between', async () => {
    const { world, dapp, topic, sent, mailboxes } = await createSlowScene()
    const [late, fetching] = [world.connect('late'), world.connect('fetching')]
    dapp.send('irn_publish', publication(topic, 'hello'))
    await mailboxes.stored
    late.send('irn_subscribe', { topic })
    fetching.send('irn_fetchMessages', { topic })
    await world.settle()
    expect(sent()).toEqual(['answer to late'])
    mailboxes.release()
    await world.settle()
    const [, next, ...rest] = sent()
    expect(next).toBe('answer to dapp')
    expect(rest.toSorted()).toEqual(['answer to fetching', 'push to late', 'push to wallet'])
    expect(fetching.frames.join()).toContain('hello')
  })

  test('and before a response to it from another node, on any topic', async () => {
    const mailboxes = slowMailboxes(createMemoryMailboxes({ now: () => start }))
    const [one, other] = [createWorld({ wrap: () => mailboxes }), createWorld({ wrap: () => mailboxes })]
    const [dapp, wallet] = [one.connect('dapp'), other.connect('wallet')]
    const [topic, responseTopic] = [randomTopic(), randomTopic()]
    await wallet.subscribe(topic)
    await dapp.subscribe(responseTopic)
    dapp.send('irn_publish', publication(topic, 'request'))
    await vi.waitFor(() => expect(wallet.messages()).toEqual(['request']))
    wallet.send('irn_publish', publication(responseTopic, 'response'))
    await one.settle()
    expect(dapp.messages()).toEqual([])
    mailboxes.release()
    await one.settle()
    expect(one.sent.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'push'])
  })

  test('while messages of other topics are delivered', async () => {
    const mailboxes = slowMailboxes(createMemoryMailboxes({ now: () => start }))
    const other = randomTopic()
    const isSlow = (topic: string) => topic !== other
    const { world, dapp, wallet, topic } = await createScene({
      wrap: (quick) => ({
        ...quick,
        store: (request) => (isSlow(request.message.topic) ? mailboxes : quick).store(request),
      }),
    })
    await wallet.subscribe(other)
    dapp.send('irn_publish', publication(topic, 'waits'))
    await mailboxes.stored
    await world.connect('another').publish(other, 'arrives')
    expect(wallet.messages()).toEqual(['arrives'])
    mailboxes.release()
  })
})

test('a message is delivered although its publisher has closed the socket, or the rest of its batch is rejected', async () => {
  const { world, dapp, wallet, topic, mailboxes } = await createSlowScene()
  dapp.send('irn_publish', publication(topic, 'closed'))
  await mailboxes.stored
  dapp.session.close()
  mailboxes.release()
  await world.settle()
  expect(wallet.messages()).toEqual(['closed'])

  let stored = 0
  const full = await createScene({
    wrap: (inner) => ({
      ...inner,
      store: async (request) => {
        stored += 1
        return stored > 70 ? Promise.reject(new MailboxFullError()) : inner.store(request)
      },
    }),
  })
  const filling = Array.from({ length: 100 }, (_, index) => publication(full.topic, `${index}`))
  expect(await full.dapp.request('irn_batchPublish', { messages: filling })).toBe('MailboxLimitExceeded')
  await full.world.settle()
  expect([full.sent()[0], full.wallet.messages().length]).toEqual(['answer to dapp', 64])
})

test('a failed acknowledgement of what was fetched is reported, and the request is answered once', async () => {
  const failure = new Error('away')
  const { world, dapp, wallet, topic } = await createScene({
    wrap: (inner) => ({ ...inner, acknowledge: () => Promise.reject(failure) }),
  })
  await wallet.request('irn_unsubscribe', { topic })
  await dapp.publish(topic, 'hello')
  const before = wallet.frames.length
  await wallet.request('irn_fetchMessages', { topic })
  expect([wallet.frames.length - before, world.failures]).toEqual([1, [failure]])
})
