import { describe, expect, test } from 'vitest'
import { MailboxFullError } from './errors.js'
import { createMemoryMailboxes } from './memoryMailboxes.js'
import { mailboxConformance, randomTopic, read, start, store } from './test/mailboxConformance.js'

describe('mailboxes in memory', () => {
  mailboxConformance((now) => createMemoryMailboxes({ now }))

  test('hold no more than they have room for, and drop what is acknowledged first', async () => {
    const mailboxes = createMemoryMailboxes({ now: () => start, maxBytes: 3_000 })
    const [one, other] = [randomTopic(), randomTopic()]
    await store(mailboxes, { topic: one, text: 'a'.repeat(400) })
    await store(mailboxes, { topic: other, text: 'b'.repeat(400) })
    await expect(store(mailboxes, { topic: other, text: 'c'.repeat(400) })).rejects.toThrow(MailboxFullError)
    const { messages } = await read(mailboxes, { topic: one })
    await mailboxes.acknowledge({ topic: one, clientId: 'wallet', position: messages[0]?.position ?? '' })
    await store(mailboxes, { topic: other, text: 'c'.repeat(400) })
    expect((await read(mailboxes, { topic: one, clientId: 'another' })).texts).toEqual([])
    expect(mailboxes.size()).toEqual({ messages: 2, bytes: 2_600 })
  })

  test('drop expired messages that no client asks for', async () => {
    let time = start
    const mailboxes = createMemoryMailboxes({ now: () => time })
    for (let index = 0; index < 10; index += 1) {
      await store(mailboxes, { topic: randomTopic(), text: `${index}`, ttlMs: 1_000 })
    }
    time += 60_000
    await store(mailboxes, { topic: randomTopic(), text: 'now' })
    expect(mailboxes.size().messages).toBe(1)
  })
})
