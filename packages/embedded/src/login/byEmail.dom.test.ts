import type { Answer, AskingStep } from '@foyer/core'
import { describe, expect, test, vi } from 'vitest'
import { codeFailures, stillWaiting } from '../protocol/hello.js'
import { failure, type SessionKitOptions, sessionKit, settle } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
const email = 'ada@example.com'
const again: Answer = { sendAgain: true }

interface LoginOptions extends SessionKitOptions {
  readonly knowsDevice?: boolean | undefined
}

/** A login that has begun; each question waits until the test answers it. */
function logIn({ knowsDevice = true, ...options }: LoginOptions = {}) {
  const kit = sessionKit(pages, options)
  kit.wallet.knowsDevice = knowsDevice
  const asked: { step: AskingStep; reply: (answer: Answer) => void }[] = []
  const ending = new AbortController()
  const ask = (step: AskingStep) => new Promise<Answer>((reply) => asked.push({ step, reply }))
  const live = kit.connector.connect(kit.request({ login: { method: 'email', email }, ask, signal: ending.signal }))
  // A test that ends before its login stops the kit.
  live.catch(() => undefined)
  return {
    ...{ ...kit, ending, live },
    /** The question of that number, once it is asked. */
    async question(number: number) {
      await expect.poll(() => asked.length).toBe(number)
      return asked[number - 1] ?? expect.fail()
    },
    mails: () => kit.names().filter((name) => name === 'CONNECT_EMAIL').length,
    answers: (name: string, ...answers: unknown[]) =>
      kit.wallet.instead.set(name, () => {
        const next = answers.length > 1 ? answers.shift() : answers[0]
        if (next instanceof Error) throw next
        return next
      }),
  }
}

describe('the code', () => {
  test('[S5.30] [F1] says where it was sent, until when the page says that it is good, and when another may be asked for', async () => {
    const { question, clock, mails } = logIn()
    const first = await question(1)
    const sentAt = clock.now()
    const said = { type: 'codeSent', digits: 6, sentTo: email, expiresAt: sentAt + 420_000, askedInHour: 1 }
    expect(first.step).toEqual({ ...said, isWrong: false, againAt: sentAt + 30_000 })
    first.reply(again)
    expect((await question(2)).step).toEqual(first.step)
    expect(mails()).toBe(1)
    clock.advance(600_000)
    const wrong = await question(2)
    wrong.reply({ code: '000000' })
    expect((await question(3)).step).toEqual({ ...said, isWrong: true, againAt: clock.now() })
  })

  test('[F1] has no time in the view where the page says none, as the original’s doesn’t', async () => {
    const { question, answers } = logIn()
    answers('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect((await question(1)).step).toMatchObject({ type: 'codeSent', expiresAt: undefined })
  })

  test('[S4.23] is sent again after the wait, and the one before is no longer called wrong', async () => {
    const { question, clock, mails, wallet, live } = logIn()
    ;(await question(1)).reply({ code: '000000' })
    const wrong = await question(2)
    expect(wrong.step).toMatchObject({ isWrong: true })
    clock.advance(30_000)
    wrong.reply(again)
    const fresh = await question(3)
    expect(fresh.step).toMatchObject({ isWrong: false, againAt: clock.now() + 30_000 })
    expect(mails()).toBe(2)
    fresh.reply({ code: wallet.code })
    expect((await live).profile).toMatchObject({ email })
  })

  test('[F3] the sixth asking within an hour is told apart, of this browser’s own count, and of our page alone', async () => {
    for (const isOwn of [true, false]) {
      const { question, clock, mails } = logIn({ isOwn })
      for (let asked = 1; asked <= 5; asked += 1) {
        const { step, reply } = await question(asked)
        expect(step).toMatchObject({ type: 'codeSent', askedInHour: isOwn ? asked : undefined })
        clock.advance(60_000)
        reply(again)
      }
      expect((await question(6)).step).toMatchObject({ askedInHour: isOwn ? 6 : undefined })
      expect(mails()).toBe(6)
      clock.advance(3_600_000)
      ;(await question(6)).reply(again)
      expect((await question(7)).step).toMatchObject({ askedInHour: isOwn ? 1 : undefined })
    }
  })

  test('[S4.23] asked for again goes where the page then leads', async () => {
    const { question, clock, answers, live, names } = logIn()
    const first = await question(1)
    clock.advance(30_000)
    answers('CONNECT_EMAIL', { action: 'CONNECT' })
    first.reply(again)
    await live
    expect(names()).not.toContain('CONNECT_OTP')
  })

  test('of a mail before the last may be typed anew', async () => {
    const { question, answers, live, wallet } = logIn()
    answers('CONNECT_OTP', new Error(codeFailures.replaced))
    ;(await question(1)).reply({ code: '000000' })
    const newer = await question(2)
    expect(newer.step).toMatchObject({ isWrong: true })
    wallet.instead.delete('CONNECT_OTP')
    newer.reply({ code: wallet.code })
    expect((await live).profile).toMatchObject({ email })
  })

  test.each([
    { said: codeFailures.tooMany, end: { code: 'too_many_codes', cause: { message: codeFailures.tooMany } } },
    { said: 'The login is over', end: { code: 'frame_reply', message: 'The login is over' } },
  ])('that our page refuses for another reason ends the login: $said', async ({ said, end }) => {
    const { question, answers, live } = logIn()
    answers('CONNECT_OTP', new Error(said))
    const failed = failure(live)
    ;(await question(1)).reply({ code: '000000' })
    expect(await failed).toMatchObject(end)
  })

  test('that a page of the original’s refuses is wrong, whatever that page says', async () => {
    const { question, answers } = logIn({ isOwn: false })
    answers('CONNECT_OTP', new Error('Invalid one-time password'))
    ;(await question(1)).reply({ code: '000000' })
    expect((await question(2)).step).toMatchObject({ isWrong: true })
  })

  test.each([true, false])(
    '[S9.28] that is not answered within 30 s isn’t wrong: the login ends by the name of that (our page: %s)',
    async (isOwn) => {
      const { question, wallet, clock, live, names } = logIn({ isOwn })
      wallet.instead.set('CONNECT_OTP', () => new Promise(() => {}))
      const failed = failure(live)
      ;(await question(1)).reply({ code: '000000' })
      await expect.poll(names).toContain('CONNECT_OTP')
      clock.advance(30_000)
      expect(await failed).toMatchObject({ code: 'frame_timeout' })
    },
  )
})

describe('the link', () => {
  const unknown = { knowsDevice: false } as const

  test('[S9.28] is asked about again while the page says that it waits, and nothing is sent again', async () => {
    const { question, answers, names, mails } = logIn(unknown)
    answers('CONNECT_DEVICE', new Error(stillWaiting), new Error(stillWaiting), undefined)
    await vi.waitUntil(() => names().filter((name) => name === 'CONNECT_DEVICE').length === 3)
    expect((await question(2)).step).toMatchObject({ type: 'codeSent' })
    expect(mails()).toBe(1)
  })

  test('is waited for no longer, and no code is asked for, once the page says that its visitor has opened the wallet by what they have', async () => {
    const { question, answers, live, names, wallet } = logIn(unknown)
    answers('CONNECT_DEVICE', new Error(stillWaiting), 'CONNECT')
    wallet.isLoggedIn = true
    expect((await question(1)).step).toMatchObject({ type: 'deviceApproval' })
    expect((await live).profile).toMatchObject({ email })
    expect(names()).not.toContain('CONNECT_OTP')
  })

  test.each([true, null, 'connect', { action: 'CONNECT' }, ['CONNECT'], { codeSeconds: '90' }])(
    'leads to the code whatever else a page answers: %j',
    async (said) => {
      const { question, answers, clock } = logIn(unknown)
      answers('CONNECT_DEVICE', said)
      expect((await question(2)).step).toMatchObject({ type: 'codeSent', expiresAt: clock.now() + 420_000 })
    },
  )

  test('[F1] has its code beside it, which is good for as long as our page says', async () => {
    const { question, answers, clock } = logIn(unknown)
    answers('CONNECT_DEVICE', { codeSeconds: 90 })
    expect((await question(2)).step).toMatchObject({ type: 'codeSent', expiresAt: clock.now() + 90_000 })
  })

  test('is waited for no longer once the visitor goes by another address, and another mail is sent only as they ask', async () => {
    const { question, answers, clock, mails, wallet } = logIn(unknown)
    answers('CONNECT_DEVICE', 'ANOTHER')
    const left = await question(2)
    expect([left.step, mails()]).toMatchObject([{ type: 'deviceApproval', isLeft: true }, 1])
    left.reply(again)
    const stillLeft = await question(3)
    wallet.instead.delete('CONNECT_DEVICE')
    clock.advance(30_000)
    stillLeft.reply(again)
    expect((await question(4)).step).not.toHaveProperty('isLeft')
    expect(mails()).toBe(2)
  })

  test('that the page refuses ends the login', async () => {
    const { answers, live, names } = logIn(unknown)
    answers('CONNECT_DEVICE', new Error('No'), undefined)
    expect(await failure(live)).toMatchObject({ code: 'frame_reply', message: 'No' })
    expect(names().filter((name) => name === 'CONNECT_DEVICE')).toHaveLength(1)
  })

  test('is sent again after the wait alone, and leads where the page says', async () => {
    const { question, clock, mails, wallet } = logIn(unknown)
    const first = await question(1)
    const now = clock.now()
    const times = { againAt: now + 30_000, expiresAt: now + 900_000 }
    expect(first.step).toMatchObject({ type: 'deviceApproval', sentTo: email, ...times })
    first.reply(again)
    const second = await question(2)
    expect([second.step, mails()]).toEqual([first.step, 1])
    clock.advance(30_000)
    wallet.knowsDevice = true
    second.reply(again)
    expect((await question(3)).step).toMatchObject({ type: 'codeSent' })
    expect(mails()).toBe(2)
  })

  test('is waited for by no page any more once the visitor has left', async () => {
    const { question, ending, live, wallet, names } = logIn(unknown)
    const failed = failure(live)
    await question(1)
    ending.abort()
    expect(await failed).toMatchObject({ code: 'aborted' })
    expect(wallet.page.cancelled).toHaveLength(1)
    expect(names().filter((name) => name === 'CONNECT_DEVICE')).toHaveLength(1)
  })
})

describe('the page that has digits to show', () => {
  const unknown = { knowsDevice: false } as const
  const dialog = () => document.querySelector('dialog')?.open
  const surface = (shown: boolean) => ({ type: 'foyer/surface', shown })

  test('is hidden when it asks for that, and once more when the wait is over', async () => {
    const { question, wallet, shown } = logIn(unknown)
    await question(1)
    wallet.page.post(surface(true))
    wallet.page.post(surface(false))
    await settle()
    expect([shown, dialog()]).toEqual([['shown', 'hidden'], false])
    wallet.approveDevice()
    await question(2)
    wallet.page.post(surface(true))
    await settle()
    expect([shown, dialog()]).toEqual([['shown', 'hidden'], false])
  })

  test('stays as it is when it asks for that again, and is shown anew once it was hidden', async () => {
    const { question, wallet, shown } = logIn(unknown)
    await question(1)
    for (const isShown of [true, true, false, true]) {
      wallet.page.post(surface(isShown))
      await settle()
    }
    expect([shown, dialog()]).toEqual([['shown', 'hidden', 'shown'], true])
    wallet.approveDevice()
    await question(2)
    expect(dialog()).toBe(false)
  })

  test('isn’t left shown where it was shown only after it was no longer wanted', async () => {
    let show = () => {}
    const events: string[] = []
    const showSurface = async () => {
      await new Promise<void>((resolve) => (show = resolve))
      return () => void events.push('hidden')
    }
    const { question, wallet } = logIn({ ...unknown, host: { showSurface } })
    await question(1)
    wallet.page.post(surface(true))
    await settle()
    wallet.approveDevice()
    await question(2)
    expect(events).toEqual([])
    show()
    await settle()
    expect(events).toEqual(['hidden'])
  })

  test('that can’t be shown is reported, and the login goes on', async () => {
    const blocked = new Error('blocked')
    const { question, wallet, reported } = logIn({ ...unknown, host: { showSurface: () => Promise.reject(blocked) } })
    await question(1)
    wallet.page.post(surface(true))
    await settle()
    expect(reported).toEqual([blocked])
    wallet.approveDevice()
    expect((await question(2)).step).toMatchObject({ type: 'codeSent' })
  })

  test('stays hidden in a kit without a place for it', async () => {
    const { question, wallet, reported } = logIn({ ...unknown, host: { showSurface: undefined } })
    await question(1)
    wallet.page.post(surface(false))
    wallet.page.post(surface(true))
    await settle()
    wallet.page.post(surface(true))
    wallet.page.post(surface(false))
    await settle()
    expect([reported, dialog()]).toEqual([[], false])
    wallet.approveDevice()
    await question(2)
    expect(reported).toEqual([])
  })
})
