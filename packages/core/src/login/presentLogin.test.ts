import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Connector, ConnectRequest } from '../connector/connector.js'
import type { AskingStep } from '../connector/live.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { fakeKit } from '../test/fakeKit.js'
import { presentLogin, takeLoginWindow } from './presentLogin.js'

afterEach(() => vi.unstubAllGlobals())

/** A login whose wallet asks one thing after another, and connects with `connected` as the answer. */
function loginKit(...asked: readonly AskingStep[]) {
  const answers: unknown[] = []
  const auth: Connector = {
    ...fakeConnector({ id: 'auth', type: 'AUTH' }),
    logins: { email: true, socials: ['google', 'x'] },
    async connect(request: ConnectRequest) {
      for (const step of asked) answers.push(await request.ask(step))
      return fakeConnector().connect(request)
    },
  }
  const kit = fakeKit({ connectors: [auth] })
  const { foyer } = kit
  foyer.start()
  const login = presentLogin({ foyer, shown: foyer })
  const seen: (readonly [string, number])[] = []
  const stop = login.subscribe(() => {
    const { phase, wrongCodes } = login.get()
    const last = seen.at(-1)
    if (last?.[0] !== phase || last[1] !== wrongCodes) seen.push([phase, wrongCodes])
  })
  return { ...kit, login, answers, seen, stop, step: (type: string) => kit.until(isAt(type)) }
}

const isAt =
  (type: string) =>
  ({ connection }: ReturnType<ReturnType<typeof fakeKit>['foyer']['store']['getState']>) =>
    connection.attempts.connect?.step.type === type

const codeSent = { type: 'codeSent', sentTo: 'ada@example.com', digits: 6 } as const
const popup = { type: 'popup', url: 'https://provider.example/login' } as const

/** The window that a press opens. */
function stubWindow(opens = true) {
  const opened = { opener: globalThis, closed: false, close: vi.fn(), location: { replace: vi.fn() } }
  vi.stubGlobal('open', () => (opens ? opened : null))
  return opened
}

describe('logging in by e-mail', () => {
  test('a code is checked once it is whole; a wrong one is counted, and another is asked for', async () => {
    const { login, answers, seen, step, until } = loginKit(codeSent, { ...codeSent, isWrong: true })
    login.get().setEmail(' ada@example.com ')
    login.get().start({ method: 'email', email: login.get().email })
    await step('codeSent')
    expect(login.get()).toMatchObject({ phase: 'code', sentTo: 'ada@example.com', digits: 6, wrongCodes: 0 })
    login.get().submitCode('12345')
    expect(login.get().phase).toBe('code')
    login.get().submitCode('111 111')
    login.get().submitCode('222222')
    expect(login.get().phase).toBe('checking')
    await until(({ connection }) => {
      const asked = connection.attempts.connect?.step
      return asked?.type === 'codeSent' && asked.isWrong === true
    })
    expect(login.get()).toMatchObject({ phase: 'code', wrongCodes: 1 })
    login.get().submitCode('222222')
    await until(({ connection }) => connection.attempts.connect?.end?.status === 'succeeded')
    expect(answers).toEqual([{ code: '111111' }, { code: '222222' }])
    expect(seen).toContainEqual(['code', 1])
    await vi.waitFor(() => expect(login.get()).toMatchObject({ email: '', knownEmail: 'ada@example.com' }))
  })

  test('another mail is asked for once its time has come, and not before', async () => {
    const againAt = 1_700_000_000_000 + 30_000
    const { login, answers, clock, step } = loginKit({ ...codeSent, againAt }, { ...codeSent, sentTo: 'a@example.org' })
    login.get().start({ method: 'email', email: 'ada@example.com' })
    await step('codeSent')
    login.get().sendAgain()
    expect(login.get()).toMatchObject({ phase: 'code', againIn: 30 })
    await clock.advance(6_000)
    expect(login.get().againIn).toBe(24)
    await clock.advance(24_000)
    login.get().sendAgain()
    await vi.waitFor(() => expect(answers).toEqual([{ sendAgain: true }]))
  })

  test('cancelled it is idle; what was typed goes with the kit’s stop', async () => {
    const { login, foyer, step, until } = loginKit(codeSent)
    login.get().setEmail('ada@example.com')
    login.get().start({ method: 'email', email: 'ada@example.com' })
    await step('codeSent')
    login.get().cancel()
    await until(({ connection }) => connection.attempts.connect?.end?.status === 'cancelled')
    expect(login.get()).toMatchObject({ phase: 'idle', email: 'ada@example.com', sentTo: undefined })
    foyer.stop()
    expect(login.get().email).toBe('')
    foyer.start()
    login.get().setEmail('bob@example.com')
    expect(login.get().email).toBe('bob@example.com')
  })

  test('a server, and a page while it is hydrated, offer no address', () => {
    const { foyer } = fakeKit({ entries: new Map([['@foyer/1/project/known_email', 'ada@example.com']]) })
    const login = presentLogin({ foyer, shown: foyer })
    expect([login.get().knownEmail, login.getInitial().knownEmail]).toEqual(['ada@example.com', undefined])
    login.get().forgetEmail()
    expect(login.get().knownEmail).toBeUndefined()
  })
})

describe('logging in at a provider', () => {
  test('goes on in the window that its press has opened, which closes with it', async () => {
    const opened = stubWindow()
    const { login, answers, step } = loginKit(popup)
    login.get().start({ method: 'social', provider: 'google' })
    expect([login.get().window, opened.opener]).toEqual(['open', null])
    await step('popup')
    await vi.waitFor(() => expect(answers).toEqual([{ opened: true }]))
    expect(opened.location.replace).toHaveBeenCalledWith(popup.url)
    await vi.waitFor(() => expect(opened.close).toHaveBeenCalled())
    expect(login.get().window).toBe('none')
  })

  test('a window that was closed is noticed, and opened by the next press', async () => {
    const opened = stubWindow()
    const { login, clock, foyer } = loginKit({ ...popup, url: 'javascript:alert(1)' })
    login.get().start({ method: 'social', provider: 'x' })
    opened.closed = true
    await clock.advance(1_000)
    expect(login.get().window).toBe('closed')
    opened.closed = false
    login.get().openWindow()
    expect(login.get().window).toBe('open')
    expect(opened.location.replace).not.toHaveBeenCalled()
    foyer.stop()
    expect(login.get().window).toBe('none')
  })

  test('where the browser opens none twice, the page is left for the provider', async () => {
    stubWindow(false)
    const { login, answers, step } = loginKit(popup)
    login.get().start({ method: 'social', provider: 'x' })
    await step('popup')
    expect(login.get()).toMatchObject({ phase: 'window', window: 'blocked' })
    login.get().openWindow()
    await vi.waitFor(() => expect(answers).toEqual([{ opened: false }]))
  })

  test('a window that was opened ahead is taken', () => {
    const { login, foyer } = loginKit()
    takeLoginWindow(foyer, null)
    expect(login.get().window).toBe('blocked')
  })
})
