import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { MailboxFullError } from '../errors.js'
import { type Mailboxes, type MailboxPage, maxMessagesPerTopic, maxReceivers, sha256 } from '../mailboxes.js'

/** For tests: the behaviour of all mailboxes, in memory and shared by nodes. */
export const start: number = Date.parse('2026-01-01T00:00:00Z')
export const randomTopic = (): string => randomBytes(32).toString('hex')

export interface TestMessage {
  readonly topic: string
  readonly text: string
  readonly publisher?: string | undefined
  readonly ttlMs?: number | undefined
  readonly attestation?: string | undefined
}

export const store = (
  mailboxes: Mailboxes,
  { topic, text, publisher = 'dapp', ttlMs = 300_000, attestation }: TestMessage,
): Promise<void> =>
  mailboxes.store({
    message: { topic, message: text, tag: 1108, publishedAt: start, attestation },
    messageId: sha256(text),
    publisher,
    ttlMs,
  })

export interface TestRead {
  readonly topic: string
  readonly clientId?: string | undefined
  readonly after?: string | null | undefined
  readonly limit?: number | undefined
}

/** @returns the page, and the texts of its messages */
export async function read(
  mailboxes: Mailboxes,
  { topic, clientId = 'wallet', after = null, limit = 100 }: TestRead,
): Promise<MailboxPage & { readonly texts: readonly string[] }> {
  const page = await mailboxes.read({ topic, clientId, after, unacknowledged: after === null, limit })
  return { ...page, texts: page.messages.map(({ message }) => message) }
}

/** @param create - makes empty mailboxes on the given clock */
export function mailboxConformance(create: (now: () => number) => Mailboxes): void {
  describe('storing', () => storing(create))
  describe('reading', () => reading(create))
  describe('limits and notifications', () => limits(create))
}

function storing(create: (now: () => number) => Mailboxes): void {
  test('a message is stored unchanged and in order, and not read by its publisher', async () => {
    const mailboxes = create(() => start)
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
    const mailboxes = create(() => time)
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
    const mailboxes = create(() => time)
    const topic = randomTopic()
    for (let index = 0; index < 3; index += 1) await store(mailboxes, { topic, text: 'again', ttlMs: 1_000 })
    const first = await read(mailboxes, { topic })
    expect(first.texts).toEqual(['again'])
    time += 1_000
    await store(mailboxes, { topic, text: 'again', ttlMs: 1_000 })
    expect((await read(mailboxes, { topic, after: first.position })).texts).toEqual(['again'])
  })
}

function reading(create: (now: () => number) => Mailboxes): void {
  test('pages continue where the last one ended', async () => {
    const mailboxes = create(() => start)
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

  test('what a client has acknowledged is left out, for that client alone', async () => {
    const mailboxes = create(() => start)
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

function limits(create: (now: () => number) => Mailboxes): void {
  test('a full mailbox takes no more until a message is acknowledged', async () => {
    const mailboxes = create(() => start)
    const topic = randomTopic()
    for (let index = 0; index < maxMessagesPerTopic; index += 1) await store(mailboxes, { topic, text: `${index}` })
    await expect(store(mailboxes, { topic, text: 'more' })).rejects.toThrow(MailboxFullError)
    await store(mailboxes, { topic, text: '7' })
    const { messages } = await read(mailboxes, { topic, limit: 1_000 })
    const position = messages[0]?.position ?? ''
    for (let index = 0; index < maxReceivers + 2; index += 1) {
      await mailboxes.acknowledge({ topic, clientId: `wallet-${index}`, position })
    }
    await store(mailboxes, { topic, text: 'more' })
    const { texts } = await read(mailboxes, { topic, limit: 1_000 })
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([maxMessagesPerTopic, '1', 'more'])
  })

  test('watchers are notified of each new message once, and of none that is known', async () => {
    const mailboxes = create(() => start)
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
