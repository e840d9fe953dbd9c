import { expect, test } from 'vitest'
import { sha256 } from './mailboxes.js'
import { randomTopic } from './test/mailboxConformance.js'
import { createWorld, type TestClient } from './test/world.js'

test('a client and an address may listen to a limited number of topics, over all sockets: the client with most gives way', async () => {
  const topics = Array.from({ length: 20 }, randomTopic)
  const { connect, relay } = createWorld({ subscriptions: { client: 3, address: 5, all: 64 } })
  const subscribe = (client: TestClient, from: number, to: number) =>
    client.request('irn_batchSubscribe', { topics: topics.slice(from, to) })
  const at = (address: string, onGaveWay = () => {}) => ({ address, network: address, project: 'demo', onGaveWay })
  let gaveWay = 0
  const wallet = connect(
    'wallet',
    at('home', () => {
      gaveWay += 1
    }),
  )
  expect(await subscribe(wallet, 0, 4)).toBe('SubscriberLimitExceeded')
  expect(await subscribe(wallet, 0, 3)).toHaveLength(3)
  expect(await subscribe(connect('wallet', at('home')), 3, 4)).toBe('SubscriberLimitExceeded')
  // Of two that would hold as much, the one that wants more isn't served.
  expect(await subscribe(connect('other', at('home')), 0, 3)).toBe('SubscriberLimitExceeded')
  const other = connect('other', at('home'))
  expect(await subscribe(other, 0, 2)).toHaveLength(2)
  expect(await subscribe(connect('third', at('elsewhere')), 0, 3)).toHaveLength(3)
  // What was unsubscribed is remembered, so that nothing comes twice, until room is wanted.
  await wallet.request('irn_batchUnsubscribe', { subscriptions: topics.slice(0, 3).map((topic) => ({ topic })) })
  expect(await subscribe(wallet, 3, 6)).toHaveLength(3)
  expect([gaveWay, relay.state()]).toEqual([0, { sockets: 5, subscriptions: 8 }])
  expect(await subscribe(connect('fourth', at('home')), 0, 2)).toHaveLength(2)
  expect([gaveWay, relay.state()]).toEqual([1, { sockets: 5, subscriptions: 7 }])
  await wallet.publish(topics[0] ?? '', 'from a socket that has gone')
  expect(wallet.messages()).toEqual([])
})

test.each([14, 200])('an honest pair listens beside %i networks that listen to what they can', async (networks) => {
  const { connect } = createWorld({ subscriptions: { client: 400, address: 1_000, all: 2_003 } })
  const gone: string[] = []
  const at = (address: string) => ({
    address,
    network: address,
    project: 'demo',
    onGaveWay: () => void gone.push(address),
  })
  const topic = randomTopic()
  const wallet = connect('wallet', at('home'))
  await wallet.subscribe(topic)
  for (let round = 0; round * networks * 20 < 4_000; round += 1) {
    for (let network = 0; network < networks; network += 1) {
      const topics = Array.from({ length: 20 }, randomTopic)
      await connect(`stranger ${round} ${network}`, at(`${network}`)).request('irn_batchSubscribe', { topics })
    }
  }
  const dapp = connect('dapp', at('elsewhere'))
  const topics = Array.from({ length: 5 }, randomTopic)
  expect(await dapp.request('irn_batchSubscribe', { topics })).toHaveLength(5)
  await dapp.publish(topic, 'hello')
  await wallet.publish(topics[0] ?? '', 'hello, too')
  expect([wallet.messages(), dapp.messages()]).toEqual([['hello'], ['hello, too']])
  expect(gone.length).toBeGreaterThan(0)
  expect(gone.filter((address) => address === 'home' || address === 'elsewhere')).toEqual([])
})

test('of 20,000 topics a stranger has 10,000 at a time, and others get theirs', async () => {
  const { connect, relay } = createWorld()
  let most = 0
  for (let socket = 0; socket < 20; socket += 1) {
    const stranger = connect(`stranger ${socket}`, { address: 'strange', project: 'demo' })
    for (const _ of [1, 2]) {
      await stranger.request('irn_batchSubscribe', { topics: Array.from({ length: 500 }, randomTopic) })
      most = Math.max(most, relay.state().subscriptions)
    }
  }
  expect(most).toBe(10_000)
  const honest = connect('wallet', { address: 'home', project: 'demo' })
  expect(await honest.request('irn_batchSubscribe', { topics: [randomTopic()] })).toHaveLength(1)
})

test('32 sockets of an address may listen to a topic', async () => {
  const { connect } = createWorld()
  const topic = randomTopic()
  const tab = () => connect('wallet', { address: 'home', project: 'demo' }).subscribe(topic)
  for (let index = 0; index < 32; index += 1) expect(await tab()).toBe(sha256(`${topic}wallet`))
  expect(await tab()).toBe('SubscriberLimitExceeded')
  expect(await connect('dapp', { address: 'elsewhere', project: 'demo' }).subscribe(topic)).not.toContain('Limit')
})
