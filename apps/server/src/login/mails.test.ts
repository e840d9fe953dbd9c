import { createLog } from '@foyer/service/log/createLog'
import { browserName } from '@foyer/service/mail/browserName'
import { drawLetter } from '@foyer/service/mail/drawLetter'
import { unlinked } from '@foyer/service/mail/letter'
import type { Mail } from '@foyer/service/mail/mail'
import { MailError } from '@foyer/service/mail/mail'
import { speakMail } from '@foyer/service/mail/mailLanguage'
import { createMailQueue } from '@foyer/service/mail/mailQueue'
import { createSmtpMailer } from '@foyer/service/mail/smtpMailer'
import { handClock } from '@foyer/service-testing/handClock'
import { type MailServer, startMailServer } from '@foyer/service-testing/startMailServer'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { codeLetter } from './codeLetter.js'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server?.stop())
beforeEach(() => {
  server.taken.length = 0
  server.answer = '250 OK'
})

const mail: Mail = { to: 'visitor@mail.example', subject: 'A subject', text: 'Some words\n', html: '<p>Some words</p>' }

describe('the operator’s mail server', () => {
  test('gets a mail as text and as a page, from the operator’s sender', async () => {
    const mailer = createSmtpMailer({ url: server.url, from: 'Foyer <login@wallet.example>' })
    await mailer.send(mail)
    mailer.close()
    const [taken] = server.taken
    expect(taken).toMatchObject({ from: 'login@wallet.example', to: mail.to })
    for (const part of ['Subject: A subject', 'From: Foyer <login@wallet.example>', 'text/plain', 'text/html']) {
      expect(taken?.content).toContain(part)
    }
  })

  test.each([
    { answer: '550 no such mailbox: visitor@mail.example', isLasting: true, code: '550' },
    { answer: '450 later: visitor@mail.example', isLasting: false, code: '450' },
  ])('[F28] that answers $code is a failure of that code, without the address', async ({ answer, isLasting, code }) => {
    server.answer = answer
    const mailer = createSmtpMailer({ url: server.url, from: 'login@wallet.example' })
    const failed = await mailer.send(mail).catch((error: unknown) => error)
    mailer.close()
    if (!(failed instanceof MailError)) expect.fail(String(failed))
    expect([failed.code, failed.isLasting]).toEqual([code, isLasting])
    expect(`${failed.stack} ${String(failed.cause)}`).not.toContain('visitor')
  })

  test('that isn’t there is a failure that may pass', async () => {
    const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'login@wallet.example' })
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ESOCKET', isLasting: false })
    mailer.close()
  })

  test('is given no header and no second recipient by an address', async () => {
    const mailer = createSmtpMailer({ url: server.url, from: 'login@wallet.example' })
    const odd = { ...mail, subject: 'one\r\nBcc: other@mail.example' }
    await mailer.send(odd)
    await mailer.send({ ...mail, to: 'a@mail.example,b@mail.example' }).catch(() => undefined)
    mailer.close()
    for (const { to, content } of server.taken) {
      expect(content).not.toMatch(/^Bcc:/m)
      expect(to).not.toBe('b@mail.example')
    }
  })
})

describe('the queue', () => {
  const open = (send: (mail: Mail) => Promise<void>, most?: number) => {
    const logged: string[] = []
    const clock = handClock()
    const log = createLog({ level: 'trace', to: { write: (line) => void logged.push(line) } })
    const counted: string[] = []
    const metrics = { mailed: ({ outcome }: { outcome: string }) => void counted.push(outcome) }
    const queue = createMailQueue({ mailer: { send, close() {} }, log, metrics, clock, name: 'mails', most })
    queue.work.start()
    return { queue, clock, logged, counted }
  }

  test('[F3] sends in a turn of its own, after what caused it', async () => {
    const order: string[] = []
    const { queue } = open(async () => void order.push('sent'))
    await Promise.resolve(queue.add(mail)).then(() => order.push('answered'))
    await vi.waitFor(() => expect(order).toEqual(['answered', 'sent']))
  })

  test('[F28] tries three times what may pass, and says so without the address', async () => {
    const send = vi.fn(async () => {
      throw new MailError({ code: '450', isLasting: false })
    })
    const { queue, clock, logged } = open(send)
    queue.add(mail)
    for (const tried of [1, 2]) {
      await vi.waitFor(() => expect([send.mock.calls.length, clock.waiting()]).toEqual([tried, 1]))
      clock.expire()
    }
    await vi.waitFor(() => expect(queue.length).toBe(0))
    expect(send).toHaveBeenCalledTimes(3)
    expect(logged.join('')).toContain('a mail was not sent')
    expect(logged.join('')).not.toContain('visitor')
  })

  test('tries what lasts once, and goes on with the next', async () => {
    const send = vi.fn(async ({ to }: Mail) => {
      if (to === mail.to) throw new MailError({ code: '550', isLasting: true })
    })
    const { queue, counted } = open(send)
    queue.add(mail)
    queue.add({ ...mail, to: 'other@mail.example' })
    await vi.waitFor(() => expect(queue.length).toBe(0))
    expect(send).toHaveBeenCalledTimes(2)
    expect(counted).toEqual(['failed', 'sent'])
  })

  test('takes so many and no more, and sends four at a time', async () => {
    const held: (() => void)[] = []
    const { queue, counted } = open(() => new Promise<void>((resolve) => void held.push(resolve)), 6)
    expect(Array.from({ length: 7 }, () => queue.add(mail))).toEqual([true, true, true, true, true, true, false])
    await vi.waitFor(() => expect(held).toHaveLength(4))
    for (const release of held.splice(0)) release()
    await vi.waitFor(() => expect(held).toHaveLength(2))
    for (const release of held.splice(0)) release()
    await vi.waitFor(() => expect(queue.length).toBe(0))
    expect(counted).toEqual(['dropped', ...Array(6).fill('sent')])
  })

  test('tries a mail that is owed elsewhere once, in time, and says how it went', async () => {
    const held: (() => void)[] = []
    const { queue, clock, counted } = open(() => new Promise<void>((resolve) => void held.push(resolve)))
    const settled: string[] = []
    const owed = { sendBy: clock.now(), settled: async (outcome: string) => void settled.push(outcome) }
    for (let added = 0; added < 5; added += 1) queue.add(mail, owed)
    await vi.waitFor(() => expect(held).toHaveLength(4))
    // The turn of the fifth comes when it is another node's to send.
    clock.pass(1)
    for (const release of held.splice(0)) release()
    await vi.waitFor(() => expect(queue.length).toBe(0))
    expect(counted.toSorted()).toEqual(['dropped', ...Array(4).fill('sent')])
    expect([settled, held]).toEqual([Array(4).fill('sent'), []])
  })

  test('sends what waits before its node leaves, and takes nothing after that', async () => {
    const sent: Mail[] = []
    const { queue, clock } = open(async (each) => void sent.push(each))
    for (let added = 0; added < 9; added += 1) queue.add(mail)
    await queue.work.stop()
    // A timer that is left would keep the process.
    expect([sent.length, queue.add(mail), clock.waiting()]).toEqual([9, false, 0])
  })

  test('keeps no process by a mail that waits for another try', async () => {
    const send = vi.fn(async () => {
      throw new MailError({ code: '450', isLasting: false })
    })
    const { queue, clock } = open(send)
    queue.add(mail)
    await vi.waitFor(() => expect(clock.waiting()).toBe(1))
    const stopped = queue.work.stop()
    await vi.waitFor(() => expect(clock.waiting()).toBe(2))
    clock.expire()
    await stopped
    await vi.waitFor(() => expect([queue.length, clock.waiting()]).toEqual([0, 0]))
  })

  test('leaves a mail server that takes nothing after eight seconds, and says how many mails are left', async () => {
    const { queue, clock, logged } = open(() => new Promise<void>(() => {}))
    for (let added = 0; added < 6; added += 1) queue.add(mail)
    const stopped = queue.work.stop()
    await vi.waitFor(() => expect(clock.waiting()).toBe(1))
    clock.expire()
    await stopped
    expect(logged.join('')).toContain('"left":2')
  })
})

describe('a letter', () => {
  test('has its code as one run of digits in words and on the page, and needs nothing from elsewhere', () => {
    const { subject, text, html } = codeLetter({
      code: '012345',
      siteName: 'dapp.example:8443',
      minutes: 10,
      browser: 'Firefox on Windows',
      language: 'en',
      walletOrigin: 'https://wallet.example',
    })
    expect(subject).toBe(`012345 is your code for ${unlinked('dapp.example:8443')}`)
    for (const said of [text, html]) {
      expect(said).toContain('012345')
      expect(said).toContain('good for 10 minutes')
      expect(said).toContain(unlinked('dapp.example:8443'))
      expect(said).toContain('Firefox on Windows')
    }
    expect(html).not.toMatch(/<(img|script|link)|url\(|https?:/)
  })

  test('puts nothing of what it is told into its markup, its lines or its direction', () => {
    const walletOrigin = 'https://wallet.example'
    const odd = '<b>"&\u202e\r\n\u0007'
    const said = speakMail('en').say('code.title', { site: odd })
    expect(said).toBe(`Log in at ${unlinked('<b>"&')}`)
    const letter = { language: 'en', direction: 'ltr', subject: said, preview: '', title: said, walletOrigin } as const
    const { html } = drawLetter({
      ...letter,
      parts: [
        { kind: 'facts', facts: [{ label: 'Site', value: '<i>"' }] },
        { kind: 'link', label: '<u>', href: 'https://wallet.example/"><script>' },
        { kind: 'code', label: 'Code', code: '<s>' },
        { kind: 'note', text: '<p>' },
      ],
    })
    expect(html).not.toMatch(/<(b|i|u|s|script)>/)
    expect(html).toContain('&lt;\u200cb&gt;\u200c&quot;\u200c&amp;')
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/1 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['<script>', 'A browser'],
  [undefined, 'A browser'],
])('%s is called %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name))
