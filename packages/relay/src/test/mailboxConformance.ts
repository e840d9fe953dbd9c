import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { MailboxFullError } from '../errors.js'
import type { Owner } from '../ledger.js'
import {
  type MailboxBudgets,
  type Mailboxes,
  type MailboxPage,
  mailboxBudgets,
  maxReceivers,
  sha256,
  sizeOf,
} from '../mailboxes.js'

/** For tests: the behaviour of all mailboxes, in memory and shared by nodes. */
export const start: number = Date.parse('2026-01-01T00:00:00Z')
export const randomTopic = (): string => randomBytes(32).toString('hex')

export interface TestMessage {
  readonly topic: string
  readonly text: string
  readonly publisher?: string | undefined
  readonly address?: string | undefined
  readonly network?: string | undefined
  readonly project?: string | undefined
  readonly ttlMs?: number | undefined
  readonly attestation?: string | undefined
}

export const store = (
  mailboxes: Mailboxes,
  { topic, text, publisher = 'dapp', address = 'home', ttlMs = 300_000, attestation, ...more }: TestMessage,
): Promise<void> => {
  const { network = address, project = 'demo' } = more
  const owner: Owner = { clientId: publisher, address, network, project }
  const message = { topic, message: text, tag: 1108, publishedAt: start, attestation }
  return mailboxes.store({ message, messageId: sha256(text), owner, ttlMs })
}

/** As a stranger does, who doesn't mind being refused. */
const storeIfPossible = (mailboxes: Mailboxes, message: TestMessage) =>
  store(mailboxes, message).catch((error: unknown) => expect(error).toBeInstanceOf(MailboxFullError))

export interface TestRead {
  readonly topic: string
  readonly clientId?: string | undefined
  readonly after?: string | null | undefined
  readonly limit?: number | undefined
  readonly maxBytes?: number | undefined
}

/** @returns the page, and the texts of its messages */
export async function read(
  mailboxes: Mailboxes,
  { topic, clientId = 'wallet', after = null, limit = 100, maxBytes = 1_000_000 }: TestRead,
): Promise<MailboxPage & { readonly texts: readonly string[] }> {
  const page = await mailboxes.read({ topic, clientId, after, unacknowledged: after === null, limit, maxBytes })
  return { ...page, texts: page.messages.map(({ message }) => message) }
}

/** Empty mailboxes on the given clock. */
type Create = (options: { now: () => number; budgets?: MailboxBudgets | undefined }) => Mailboxes

export function mailboxConformance(create: Create): void {
  describe('storing', () => storing(create))
  describe('reading', () => reading(create))
  describe('what a publisher holds', () => publishersOwn(create))
  describe('who holds most gives way first', () => {
    sharesOfClients(create)
    sharesOfNetworks(create)
  })
  describe('notifications', () => notifications(create))
}

function storing(create: Create): void {
  test('a message is stored unchanged and in order, and not read by its publisher', async () => {
    const mailboxes = create({ now: () => start })
    const topic = randomTopic()
    await store(mailboxes, { topic, text: 'één', attestation: '' })
    await store(mailboxes, { topic, text: 'two' })
    const { messages, hasMore } = await read(mailboxes, { topic })
    expect(messages.map(({ position: _, ...message }) => message)).toEqual([
      { topic, message: 'één', tag: 1108, publishedAt: start, attestation: '' },
      { topic, message: 'two', tag: 1108, publishedAt: start },
    ])
    expect(hasMore).toBe(false)
    expect((await read(mailboxes, { topic, clientId: 'dapp' })).texts).toEqual([])
    expect((await read(mailboxes, { topic: randomTopic() })).texts).toEqual([])
  })

  test('each message expires by its own ttl', async () => {
    let time = start
    const mailboxes = create({ now: () => time })
    const topic = randomTopic()
    await store(mailboxes, { topic, text: 'short', ttlMs: 30_000 })
    await store(mailboxes, { topic, text: 'long', ttlMs: 86_400_000 })
    time += 29_999
    expect((await read(mailboxes, { topic })).texts).toEqual(['short', 'long'])
    time += 1
    expect((await read(mailboxes, { topic })).texts).toEqual(['long'])
    time += 86_400_000
    expect((await read(mailboxes, { topic })).texts).toEqual([])
  })

  test('the same message is stored once, and again after it has expired', async () => {
    let time = start
    const mailboxes = create({ now: () => time })
    const topic = randomTopic()
    for (let index = 0; index < 3; index += 1) await store(mailboxes, { topic, text: 'again', ttlMs: 1_000 })
    const first = await read(mailboxes, { topic })
    expect(first.texts).toEqual(['again'])
    time += 1_000
    await store(mailboxes, { topic, text: 'again', ttlMs: 1_000 })
    expect((await read(mailboxes, { topic, after: first.position })).texts).toEqual(['again'])
  })
}

function reading(create: Create): void {
  test('pages continue where the last one ended', async () => {
    const mailboxes = create({ now: () => start })
    const topic = randomTopic()
    for (let index = 0; index < 5; index += 1) await store(mailboxes, { topic, text: `${index}` })
    const one = await read(mailboxes, { topic, limit: 2 })
    const two = await read(mailboxes, { topic, limit: 2, after: one.position })
    const three = await read(mailboxes, { topic, limit: 2, after: two.position })
    expect([one, two, three].map(({ texts, hasMore }) => ({ texts, hasMore }))).toEqual([
      { texts: ['0', '1'], hasMore: true },
      { texts: ['2', '3'], hasMore: true },
      { texts: ['4'], hasMore: false },
    ])
    const nothing = await read(mailboxes, { topic, after: three.position })
    expect([nothing.texts, nothing.position]).toEqual([[], three.position])
    await store(mailboxes, { topic, text: '5' })
    expect((await read(mailboxes, { topic, after: nothing.position })).texts).toEqual(['5'])
  })

  test('a page ends before it has too much text, but holds one message', async () => {
    const mailboxes = create({ now: () => start })
    const topic = randomTopic()
    for (const text of ['12345', '67', '8', '9']) await store(mailboxes, { topic, text })
    const one = await read(mailboxes, { topic, maxBytes: 3 })
    const two = await read(mailboxes, { topic, maxBytes: 3, after: one.position })
    const three = await read(mailboxes, { topic, maxBytes: 3, after: two.position })
    expect([one, two, three].map(({ texts, hasMore }) => ({ texts, hasMore }))).toEqual([
      { texts: ['12345'], hasMore: true },
      { texts: ['67', '8'], hasMore: true },
      { texts: ['9'], hasMore: false },
    ])
  })

  test('what a client has acknowledged is left out, for that client alone', async () => {
    const mailboxes = create({ now: () => start })
    const topic = randomTopic()
    await store(mailboxes, { topic, text: 'one' })
    await store(mailboxes, { topic, text: 'two' })
    const { messages } = await read(mailboxes, { topic })
    await mailboxes.acknowledge({ topic, clientId: 'wallet', position: messages[0]?.position ?? '' })
    await mailboxes.acknowledge({ topic, clientId: 'wallet', position: messages[0]?.position ?? '' })
    expect((await read(mailboxes, { topic })).texts).toEqual(['two'])
    expect((await read(mailboxes, { topic, clientId: 'walle' })).texts).toEqual(['one', 'two'])
  })
}

const large = 'x'.repeat(1_000)
const largeSize = sizeOf({ topic: '', message: large, tag: 0, publishedAt: 0 })
/** Texts of the same size that differ. */
const numbered = (index: number) => `${index} ${large}`.slice(0, large.length)

const usual = mailboxBudgets()

function publishersOwn(create: Create): void {
  test('where a publisher holds too much, its own oldest go, first of them what somebody has', async () => {
    const budgets = { bytes: { ...usual.bytes, client: 3 * largeSize }, messages: usual.messages }
    const mailboxes = create({ now: () => start, budgets })
    const [one, other] = [randomTopic(), randomTopic()]
    await store(mailboxes, { topic: one, text: numbered(100), publisher: 'another' })
    for (const [index, topic] of [one, other, one].entries()) await store(mailboxes, { topic, text: numbered(index) })
    const { messages } = await read(mailboxes, { topic: other })
    for (let index = 0; index < maxReceivers + 2; index += 1) {
      const position = messages[0]?.position ?? ''
      await mailboxes.acknowledge({ topic: other, clientId: `wallet-${index}`, position })
    }
    await store(mailboxes, { topic: one, text: numbered(3) })
    expect((await read(mailboxes, { topic: other, clientId: 'late' })).texts).toEqual([])
    expect((await read(mailboxes, { topic: one })).texts).toEqual([100, 0, 2, 3].map(numbered))
    await store(mailboxes, { topic: one, text: numbered(4) })
    expect((await read(mailboxes, { topic: one })).texts).toEqual([100, 2, 3, 4].map(numbered))
  })

  test('messages are counted as bytes are', async () => {
    const budgets = { bytes: usual.bytes, messages: { ...usual.messages, client: 2 } }
    const mailboxes = create({ now: () => start, budgets })
    const topic = randomTopic()
    for (const text of ['one', 'two', 'three']) await store(mailboxes, { topic, text })
    expect((await read(mailboxes, { topic })).texts).toEqual(['two', 'three'])
  })
}

function sharesOfClients(create: Create): void {
  test('at an address that holds too much, the client that holds most loses its oldest, first of it what somebody has', async () => {
    const budgets = { bytes: { ...usual.bytes, address: 4 * largeSize }, messages: usual.messages }
    const mailboxes = create({ now: () => start, budgets })
    const topic = randomTopic()
    for (const index of [0, 1, 2]) await store(mailboxes, { topic, text: numbered(index), publisher: 'most' })
    await store(mailboxes, { topic, text: numbered(3), publisher: 'little' })
    const { messages } = await read(mailboxes, { topic })
    await mailboxes.acknowledge({ topic, clientId: 'had', position: messages[1]?.position ?? '' })
    await store(mailboxes, { topic, text: numbered(4), publisher: 'new' })
    expect((await read(mailboxes, { topic })).texts).toEqual([0, 2, 3, 4].map(numbered))
    // Of two that hold as much, the one that wants more.
    await store(mailboxes, { topic, text: numbered(5), publisher: 'little' })
    expect((await read(mailboxes, { topic })).texts).toEqual([0, 2, 4, 5].map(numbered))
    await store(mailboxes, { topic, text: numbered(6), publisher: 'most', address: 'elsewhere' })
    expect((await read(mailboxes, { topic })).texts).toEqual([0, 2, 4, 5, 6].map(numbered))
  })

  test('a message is refused where no one holds as much as it takes, and nothing goes for it', async () => {
    const budgets = { bytes: { ...usual.bytes, all: 3 * largeSize }, messages: usual.messages }
    const mailboxes = create({ now: () => start, budgets })
    const topic = randomTopic()
    for (const index of [0, 1, 2]) await store(mailboxes, { topic, text: numbered(index), address: `${index}` })
    const much = store(mailboxes, { topic, text: large.repeat(2), address: 'more' })
    await expect(much).rejects.toThrow(MailboxFullError)
    expect((await read(mailboxes, { topic })).texts).toEqual([0, 1, 2].map(numbered))
  })

  test('messages are shared as bytes are', async () => {
    const mailboxes = create({
      now: () => start,
      budgets: { bytes: usual.bytes, messages: { ...usual.messages, all: 4 } },
    })
    const topic = randomTopic()
    for (const index of [0, 1, 2, 3])
      await store(mailboxes, { topic, text: `${index}`, publisher: 'most', address: 'most' })
    await store(mailboxes, { topic, text: large, publisher: 'new', address: 'new' })
    expect((await read(mailboxes, { topic })).texts).toEqual(['1', '2', '3', large])
  })

  test('what has expired is paid for no longer', async () => {
    let time = start
    const budgets = { bytes: { ...usual.bytes, address: 2 * largeSize }, messages: usual.messages }
    const mailboxes = create({ now: () => time, budgets })
    const topic = randomTopic()
    for (let round = 0; round < 3; round += 1) {
      for (const index of [0, 1]) {
        await store(mailboxes, { topic, text: numbered(2 * round + index), publisher: `key ${index}`, ttlMs: 2_000 })
      }
      expect((await read(mailboxes, { topic })).texts).toEqual([2 * round, 2 * round + 1].map(numbered))
      time += 2_000
    }
    await mailboxes.tidy()
    expect((await read(mailboxes, { topic })).texts).toEqual([])
  })
}

function sharesOfNetworks(create: Create): void {
  test.each([14, 200])(
    'an honest pair is served beside %i networks that store what they can in its project, and after them',
    async (networks) => {
      const budgets = { bytes: { ...usual.bytes, all: 450 * largeSize }, messages: usual.messages }
      const mailboxes = create({ now: () => start, budgets })
      const attack = async (round: number) => {
        for (let network = 0; network < networks; network += 1) {
          // Each in a key of its own, at an address of its own.
          const [publisher, address] = [`${round} ${network}`, `${network}.${round % 5}`]
          const text = numbered(1_000 + round * networks + network)
          await storeIfPossible(mailboxes, { topic: randomTopic(), text, publisher, address, network: `${network}` })
        }
      }
      const topic = randomTopic()
      const said: string[] = []
      const say = async () => {
        const text = numbered(said.length)
        const isDapp = said.length % 2 === 0
        await store(mailboxes, {
          topic,
          text,
          publisher: isDapp ? 'dapp' : 'wallet',
          address: isDapp ? 'home' : 'phone',
        })
        said.push(text)
      }
      await say()
      for (let round = 0; round * networks < 900; round += 1) await attack(round)
      await say()
      await attack(900)
      expect((await read(mailboxes, { topic, clientId: 'either' })).texts).toEqual(said)
      // The strangers have gone; what they stored is there for a week.
      await say()
      expect((await read(mailboxes, { topic, clientId: 'either' })).texts).toEqual(said)
    },
  )

  test('the project that holds most gives way before any other, though each of its networks holds little', async () => {
    const budgets = { bytes: { ...usual.bytes, all: 20 * largeSize }, messages: usual.messages }
    const mailboxes = create({ now: () => start, budgets })
    const topic = randomTopic()
    for (const index of [0, 1, 2]) await store(mailboxes, { topic, text: numbered(index), project: 'quiet' })
    for (let index = 3; index < 40; index += 1) {
      const busy = { address: `${index}`, project: 'busy' }
      await storeIfPossible(mailboxes, { topic: randomTopic(), text: numbered(index), ...busy })
    }
    await store(mailboxes, { topic, text: numbered(99), project: 'quiet' })
    expect((await read(mailboxes, { topic })).texts).toEqual([0, 1, 2, 99].map(numbered))
  })
}

function notifications(create: Create): void {
  test('watchers are notified of each new message once, and of none that is known', async () => {
    const mailboxes = create({ now: () => start })
    const notified: (string | null)[] = []
    const stopWatching = mailboxes.watch((topic) => notified.push(topic))
    const topic = randomTopic()
    await vi.waitFor(async () => {
      await store(mailboxes, { topic: randomTopic(), text: 'is it watched?' })
      expect(notified.filter((each) => each !== null).length).toBeGreaterThan(0)
    })
    await store(mailboxes, { topic, text: 'one' })
    await store(mailboxes, { topic, text: 'one' })
    await store(mailboxes, { topic, text: 'two' })
    const last = randomTopic()
    await store(mailboxes, { topic: last, text: 'last' })
    await vi.waitFor(() => expect(notified).toContain(last))
    expect(notified.filter((each) => each === topic)).toHaveLength(2)
    stopWatching()
  })
}
