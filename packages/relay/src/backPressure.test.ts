import { describe, expect, test } from 'vitest'
import { createMemoryMailboxes } from './memoryMailboxes.js'
import { randomTopic, start, store } from './test/mailboxConformance.js'
import { createWorld } from './test/world.js'

/** A wallet whose socket takes nothing until it is told so. */
function createScene() {
  const mailboxes = createMemoryMailboxes({ now: () => start })
  const reads: number[] = []
  const world = createWorld({
    wrap: () => ({
      ...mailboxes,
      async read(request) {
        const page = await mailboxes.read(request)
        reads.push(page.messages.reduce((sum, { message }) => sum + message.length, 0))
        return page
      },
    }),
  })
  let isFull = false
  let idle = 0
  const onIdle = () => {
    idle += 1
  }
  const wallet = world.connect('wallet', { hasRoom: () => !isFull, onIdle })
  return {
    world,
    mailboxes,
    wallet,
    reads,
    idle: () => idle,
    async fill() {
      isFull = true
    },
    async drain() {
      isFull = false
      wallet.session.drained()
      await wallet.session.settled()
      await world.settle()
    },
  }
}

describe('a socket that doesn’t read', () => {
  test('is pushed nothing, and all of it once it does, in order', async () => {
    const { world, wallet, fill, drain, reads } = createScene()
    const topic = randomTopic()
    await wallet.subscribe(topic)
    await fill()
    const before = reads.length
    const dapp = world.connect('dapp')
    for (let index = 0; index < 40; index += 1) await dapp.publish(topic, `${index}`)
    expect([wallet.messages(), reads.length - before]).toEqual([[], 0])
    await drain()
    expect(wallet.messages()).toEqual(Array.from({ length: 40 }, (_, index) => `${index}`))
  })

  test('of a page that was read ahead gets what there was room for, and the rest from the mailbox', async () => {
    const { world, mailboxes, drain } = createScene()
    const topic = randomTopic()
    for (const text of ['one', 'two', 'three']) await store(mailboxes, { topic, text })
    let room = 2
    const wallet = world.connect('slow', { hasRoom: () => room > wallet.messages().length })
    await wallet.subscribe(topic)
    expect(wallet.messages()).toEqual(['one', 'two'])
    room = 9
    wallet.session.drained()
    await drain()
    expect(wallet.messages()).toEqual(['one', 'two', 'three'])
  })

  test('has its requests wait, and busy is what says that nothing more should be read from it', async () => {
    const { world, wallet, fill, drain, idle } = createScene()
    await fill()
    for (let index = 0; index < 6; index += 1) {
      wallet.send('irn_publish', { topic: randomTopic(), message: 'x'.repeat(90_000), ttl: 300, tag: 1108 })
    }
    await world.settle()
    expect([wallet.frames.length, wallet.session.isBusy(), idle()]).toEqual([0, true, 0])
    await drain()
    expect([wallet.frames.length, wallet.session.isBusy(), idle()]).toEqual([6, false, 1])
  })

  test('and is closed leaves nothing waiting', async () => {
    const { wallet, fill, mailboxes } = createScene()
    await fill()
    wallet.send('irn_publish', { topic: randomTopic(), message: 'x', ttl: 300, tag: 1108 })
    wallet.session.close()
    await wallet.session.settled()
    expect([wallet.frames, mailboxes.size().messages]).toEqual([[], 1])
  })
})

test('a page and a fetch hold 256 KiB of text at most, however large the messages', async () => {
  const { mailboxes, wallet, reads } = createScene()
  const topics = [randomTopic(), randomTopic()]
  for (const topic of topics) {
    for (let index = 0; index < 5; index += 1) await store(mailboxes, { topic, text: `${index}${'x'.repeat(90_000)}` })
  }
  const fetched: number[] = []
  for (let hasMore = true; hasMore; ) {
    const answer = await wallet.request('irn_batchFetchMessages', { topics })
    const { messages, hasMore: isMore } = JSON.parse(JSON.stringify(answer))
    fetched.push(messages.length)
    hasMore = isMore
  }
  expect(fetched.reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(Math.max(...fetched)).toBeLessThanOrEqual(3)
  expect(Math.max(...reads)).toBeLessThanOrEqual(256 * 1024)
})

test('32 mailboxes are read at the same time, whoever asks, and the others in their turn', async () => {
  let reading = 0
  let most = 0
  const releases: (() => void)[] = []
  const world = createWorld({
    wrap: (inner) => ({
      ...inner,
      async read(request) {
        reading += 1
        most = Math.max(most, reading)
        await new Promise<void>((resolve) => releases.push(resolve))
        reading -= 1
        return inner.read(request)
      },
    }),
  })
  const topic = randomTopic()
  const wallets = Array.from({ length: 20 }, (_, index) => world.connect(`wallet ${index}`))
  for (const wallet of wallets) {
    const topics = [topic, randomTopic(), randomTopic(), randomTopic()]
    await wallet.request('irn_batchSubscribe', { topics })
  }
  expect([reading, most]).toEqual([32, 32])
  await world.connect('dapp').publish(topic, 'to all')
  while (reading > 0) {
    for (const release of releases.splice(0)) release()
    await world.settle()
  }
  expect(most).toBe(32)
  expect(wallets.map((wallet) => wallet.messages())).toEqual(wallets.map(() => ['to all']))
})
