import type { Answer, AskingStep, ConnectorStep, LoginProfile } from '@foyer/core'
import { describe, expect, test } from 'vitest'
import { codeFailures, linksWaiting } from '../protocol/hello.js'
import { connectedKit, failure, type SessionKitOptions } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
const [ada, lovelace] = ['ada@example.com', 'lovelace@example.com']

/** An update of the address that has begun; each question waits until the test answers it. */
async function updating({ action = 'VERIFY_PRIMARY_OTP', ...options }: SessionKitOptions & { action?: string } = {}) {
  const kit = await connectedKit(pages, options)
  const { wallet, live, kept } = kit
  const answers = (name: string, ...all: unknown[]) =>
    wallet.instead.set(name, () => {
      const next = all.length > 1 ? all.shift() : all[0]
      if (next instanceof Error) throw next
      return next
    })
  answers('UPDATE_EMAIL', { action, codeSeconds: 420 })
  answers('UPDATE_EMAIL_PRIMARY_OTP', undefined)
  answers('UPDATE_EMAIL_SECONDARY_OTP', { newEmail: lovelace })
  const asked: { step: AskingStep; reply: (answer: Answer) => void }[] = []
  const steps: ConnectorStep[] = []
  const profiles: LoginProfile[] = []
  live.listen((event) => event.type === 'profileChanged' && profiles.push(event.profile))
  const ending = new AbortController()
  const begin = () =>
    live.updateEmail?.({
      email: lovelace,
      signal: ending.signal,
      step: (step) => steps.push(step),
      ask: (step) => new Promise((reply) => asked.push({ step, reply })),
    }) ?? expect.fail()
  const question = async (number: number) => {
    await expect.poll(() => asked.length).toBe(number)
    return asked[number - 1] ?? expect.fail()
  }
  return { ...kit, answers, steps, profiles, ending, begin, question, kept }
}

describe('another address', () => {
  test('[S4.24 S4.25] is proved by a code to each, kept for the next visit, and in the profile', async () => {
    const { begin, question, clock, live, kept, profiles, names } = await updating()
    const done = begin()
    const first = await question(1)
    const sentAt = clock.now()
    const said = { type: 'codeSent', digits: 6, isWrong: false, againAt: sentAt + 30_000, expiresAt: sentAt + 420_000 }
    expect(first.step).toEqual({ ...said, sentTo: ada })
    first.reply({ code: '123456' })
    const second = await question(2)
    expect(second.step).toEqual({ ...said, sentTo: lovelace })
    second.reply({ code: '654321' })
    await done
    expect(live.profile?.email).toBe(lovelace)
    expect(profiles).toEqual([live.profile])
    expect([kept.get('embedded/email'), kept.has('embedded/last_email_login_time')]).toEqual([lovelace, false])
    expect(names().slice(-3)).toEqual(['UPDATE_EMAIL', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'])
  })

  test('[S4.24] needs the second code alone where the page has proved the first', async () => {
    const { begin, question, names } = await updating({ action: 'VERIFY_SECONDARY_OTP' })
    const done = begin()
    const only = await question(1)
    expect(only.step).toMatchObject({ sentTo: lovelace })
    only.reply({ code: '654321' })
    await done
    expect(names()).not.toContain('UPDATE_EMAIL_PRIMARY_OTP')
  })

  test('waits for the links that both were sent, and asks on with nothing typed again', async () => {
    const { begin, question, answers, steps, names } = await updating({ action: 'VERIFY_SECONDARY_OTP' })
    const waiting = new Error(linksWaiting)
    answers('UPDATE_EMAIL_SECONDARY_OTP', waiting, waiting, { newEmail: lovelace })
    const done = begin()
    ;(await question(1)).reply({ code: '654321' })
    await done
    expect(new Set(steps.map((step) => JSON.stringify(step)))).toEqual(
      new Set([JSON.stringify({ type: 'linksSent', sentTo: [ada, lovelace] })]),
    )
    expect(names().filter((name) => name === 'UPDATE_EMAIL_SECONDARY_OTP')).toHaveLength(3)
  })

  test('shows the page with the digits of both links for as long as it wants to be seen, and no longer than it is waited for', async () => {
    const { begin, question, wallet, shown } = await updating({ action: 'VERIFY_SECONDARY_OTP' })
    let resolve = (_: unknown) => {}
    const answer = new Promise((given) => {
      resolve = given
    })
    wallet.instead.set('UPDATE_EMAIL_SECONDARY_OTP', () => answer)
    const done = begin()
    ;(await question(1)).reply({ code: '654321' })
    await expect.poll(() => wallet.page.asked.at(-1)?.name).toBe('UPDATE_EMAIL_SECONDARY_OTP')
    wallet.page.post({ type: 'foyer/surface', shown: true })
    await expect.poll(() => shown).toEqual(['shown'])
    resolve({ newEmail: lovelace })
    await done
    expect(shown).toEqual(['shown', 'hidden'])
  })

  test('a wrong code is typed again, in either mailbox', async () => {
    const { begin, question, answers } = await updating()
    answers('UPDATE_EMAIL_PRIMARY_OTP', new Error(codeFailures.wrong), undefined)
    answers('UPDATE_EMAIL_SECONDARY_OTP', new Error(codeFailures.wrong), { newEmail: lovelace })
    const done = begin()
    ;(await question(1)).reply({ code: '000000' })
    const again = await question(2)
    expect(again.step).toMatchObject({ sentTo: ada, isWrong: true })
    again.reply({ code: '123456' })
    ;(await question(3)).reply({ code: '000000' })
    const last = await question(4)
    expect(last.step).toMatchObject({ sentTo: lovelace, isWrong: true })
    last.reply({ code: '654321' })
    await done
  })

  test('an answer that is no code is none that is wrong, and sends nothing', async () => {
    const { begin, question, names } = await updating()
    const done = begin()
    const first = await question(1)
    first.reply({ sendAgain: true })
    const again = await question(2)
    expect([again.step, names()]).toEqual([first.step, expect.not.arrayContaining(['UPDATE_EMAIL_PRIMARY_OTP'])])
    again.reply({ code: '123456' })
    ;(await question(3)).reply({ code: '654321' })
    await done
  })

  test.each([
    { said: codeFailures.tooMany, end: { code: 'too_many_codes', cause: { message: codeFailures.tooMany } } },
    { said: 'This address has a wallet of its own. Use another one.', end: { code: 'frame_reply' } },
    { said: 'Please try again after 12 seconds', end: { code: 'login_cooling_down', facts: { seconds: 12 } } },
  ])('[F18] what our page refuses for another reason ends it, and the address stays: $said', async ({ said, end }) => {
    const { begin, question, answers, live } = await updating()
    answers('UPDATE_EMAIL_PRIMARY_OTP', new Error(said))
    const failed = failure(begin())
    ;(await question(1)).reply({ code: '123456' })
    expect(await failed).toMatchObject(end)
    expect(live.profile?.email).toBe(ada)
  })

  test('[S5.30 S9.26] is begun once in 30 seconds', async () => {
    const { begin, question, clock, ending } = await updating()
    failure(begin())
    await question(1)
    clock.advance(18_000)
    expect(await failure(begin())).toMatchObject({ code: 'login_cooling_down', facts: { seconds: 12 } })
    clock.advance(12_000)
    failure(begin())
    await question(2)
    ending.abort()
  })

  test('[F18] that nobody waits for any more is told to the page', async () => {
    const { begin, question, ending, wallet } = await updating({ action: 'VERIFY_SECONDARY_OTP' })
    wallet.instead.set('UPDATE_EMAIL_SECONDARY_OTP', () => new Promise(() => {}))
    const failed = failure(begin())
    ;(await question(1)).reply({ code: '654321' })
    await expect.poll(() => wallet.page.asked.at(-1)?.name).toBe('UPDATE_EMAIL_SECONDARY_OTP')
    ending.abort()
    expect(await failed).toMatchObject({ code: 'aborted' })
  })
})
