import { describe, expect, test } from 'vitest'
import { MailboxFullError } from './errors.js'
import { maxMessagesPerTopic } from './mailboxes.js'
import { createMemoryMailboxes } from './memoryMailboxes.js'
import { mailboxConformance, randomTopic, read, start, store } from './test/mailboxConformance.js'

describe('mailboxes in memory', () => {
  mailboxConformance(createMemoryMailboxes)

  test('137 frames of 500 messages leave everybody else’s where they are, and room for more', async () => {
    const mailboxes = createMemoryMailboxes({ now: () => start })
    const topic = randomTopic()
    const honest = { topic, publisher: 'honest', address: 'another' }
    await store(mailboxes, { ...honest, text: 'before' })
    for (let index = 0; index < 137 * 500; index += 1) {
      const publisher = `key ${Math.floor(index / 1_000)}`
      const text = `${index} ${'x'.repeat(1_800)}`
      await store(mailboxes, { topic: randomTopic(), text, publisher, ttlMs: 2_592_000_000 })
    }
    await store(mailboxes, { ...honest, text: 'after' })
    expect((await read(mailboxes, { topic })).texts).toEqual(['before', 'after'])
    expect(mailboxes.size().bytes).toBeLessThanOrEqual(16.1 * 1024 * 1024)
  })

  test('a topic holds 1,000: beyond them the publisher’s own of this topic go, and nobody else’s', async () => {
    const mailboxes = createMemoryMailboxes({ now: () => start })
    const topic = randomTopic()
    for (let index = 0; index < maxMessagesPerTopic; index += 1) {
      await store(mailboxes, { topic, text: `${index}`, publisher: `key ${index % 3}` })
    }
    await expect(store(mailboxes, { topic, text: 'more', publisher: 'another' })).rejects.toThrow(MailboxFullError)
    await store(mailboxes, { topic: randomTopic(), text: 'elsewhere', publisher: 'key 1' })
    await store(mailboxes, { topic, text: 'more', publisher: 'key 1' })
    const { texts } = await read(mailboxes, { topic, limit: 2_000 })
    expect([texts.length, texts.slice(0, 3), texts.at(-1)]).toEqual([1_000, ['0', '2', '3'], 'more'])
  })

  test('expired messages that no client asks for are dropped', async () => {
    let time = start
    const mailboxes = createMemoryMailboxes({ now: () => time })
    for (let index = 0; index < 10; index += 1) {
      await store(mailboxes, { topic: randomTopic(), text: `${index}`, ttlMs: 1_000 })
    }
    time += 1_000
    await mailboxes.tidy()
    expect(mailboxes.size()).toEqual({ messages: 0, bytes: 0 })
  })
})
