import type { Answer, AskingStep } from '@foyer/core'
import { UserRejectedError } from '@foyer/core/errors'
import { expect, test, vi } from 'vitest'
import { stillWaiting } from '../protocol/hello.js'
import { failure, type SessionKitOptions, sessionKit, settle } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
const uri = 'https://secure.foyer.example/social#login'
const reply = { address: '0xA11ce', chainId: 1, email: 'ada@gmail.test', userName: 'Ada Lovelace' }

/** A login at a provider that has begun; what it asks waits until the test answers it. */
function logIn({
  answers = [],
  steps = [],
  ...options
}: SessionKitOptions & { answers?: readonly unknown[]; steps?: string[] } = {}) {
  const kit = sessionKit(pages, options)
  const left = [...answers]
  const asked: { step: AskingStep; reply: (answer: Answer) => void }[] = []
  kit.wallet.instead.set('GET_SOCIAL_REDIRECT_URI', ({ payload }) => {
    if (Object(payload).provider !== 'google') throw new Error('This wallet has no login by that provider.')
    return { uri }
  })
  kit.wallet.instead.set('CONNECT_SOCIAL', () => {
    const next = left.length > 0 ? left.shift() : new Promise(() => {})
    if (next instanceof Error) throw next
    if (next === reply) kit.wallet.isLoggedIn = true
    return next
  })
  const ask = (step: AskingStep) => new Promise<Answer>((answer) => asked.push({ step, reply: answer }))
  const login = { method: 'social', provider: 'google' } as const
  const live = kit.connector.connect(kit.request({ login, ask, step: ({ type }) => void steps.push(type) }))
  live.catch(() => undefined)
  return {
    ...{ ...kit, live, asked },
    async question() {
      await expect.poll(() => asked.length).toBe(1)
      return asked[0] ?? expect.fail()
    },
  }
}

test('[S1.3 S3.6] leads the window where the page says, and has the account once that is there', async () => {
  const { question, live, names, kept, wallet } = logIn({ answers: [reply] })
  const { step } = await question()
  expect(step).toEqual({ type: 'popup', url: uri })
  const { profile } = await live
  expect(profile).toMatchObject({ provider: 'google', email: 'ada@example.com', userName: 'Ada Lovelace' })
  expect(names()).toContain('CONNECT_SOCIAL')
  const [asked] = wallet.page.asked.filter(({ name }) => name === 'CONNECT_SOCIAL')
  expect(asked?.payload).toEqual({ uri })
  expect([kept.get('embedded/connected_social'), kept.get('embedded/social_username')]).toEqual([
    'google',
    'Ada Lovelace',
  ])
})

test('[S9.28] goes on asking as long as the visitor takes, and ends nothing by itself', async () => {
  const waiting = new Error(stillWaiting)
  const steps: string[] = []
  const { question, live, names, kept } = logIn({ answers: [waiting, waiting, reply], steps })
  ;(await question()).reply({ opened: true })
  await live
  // Its window is open: the page stays.
  expect([steps, kept.has('embedded/social_provider')]).toEqual([[], false])
  expect(names().filter((name) => name === 'CONNECT_SOCIAL')).toHaveLength(3)
})

test('who doesn’t want to log in at the provider has rejected', async () => {
  const { live } = logIn({ answers: [Object.assign(new Error('You didn’t log in at the provider.'), { code: 4001 })] })
  expect(await failure(live)).toBeInstanceOf(UserRejectedError)
})

test('a provider that the operator has switched off is said so', async () => {
  const kit = sessionKit(pages)
  kit.wallet.instead.set('GET_SOCIAL_REDIRECT_URI', () => {
    throw new Error('This wallet has no login by that provider.')
  })
  const login = { method: 'social', provider: 'google' } as const
  const error = await failure(kit.connector.connect(kit.request({ login })))
  expect(error).toMatchObject({ code: 'frame_reply', message: 'This wallet has no login by that provider.' })
})

test('where the browser opens no window the page is left, and the login is taken up when it is led back to', async () => {
  const went: string[] = []
  const at = { href: 'https://dapp.example/page?a=1#part', search: '', origin: 'https://dapp.example' }
  vi.stubGlobal('location', { ...at, assign: (to: string) => went.push(to) })
  const steps: string[] = []
  const { question, connector, host, kept, wallet, request } = logIn({ steps })
  ;(await question()).reply({ opened: false })
  await expect.poll(() => steps).toEqual(['redirect'])
  expect(went).toEqual([`${uri}.${encodeURIComponent(at.href).replaceAll('.', '%2E')}`])
  expect(kept.get('embedded/social_provider')).toBe('google')
  expect(connector.resume?.(host)).toBeUndefined()

  const href = `https://dapp.example/page?a=1&result_uri=${encodeURIComponent('https://secure.foyer.example/social?result=login')}`
  vi.stubGlobal('location', { ...at, href, search: new URL(href).search })
  const shown: string[] = []
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _unused: string, to: URL) => shown.push(to.href),
  })
  wallet.instead.set('CONNECT_SOCIAL', () => {
    wallet.isLoggedIn = true
    return reply
  })
  const resumed = await connector.resume?.(host)?.(request())
  expect(resumed?.profile).toMatchObject({ provider: 'google', userName: 'Ada Lovelace' })
  expect([shown, kept.has('embedded/social_provider')]).toEqual([['https://dapp.example/page?a=1'], false])
  expect(wallet.page.asked.filter(({ name }) => name === 'CONNECT_SOCIAL').at(-1)?.payload).toEqual({
    uri: 'https://secure.foyer.example/social?result=login',
  })
})

test('within Telegram the page is left at once, and no window is asked for', async () => {
  vi.stubGlobal('TelegramWebviewProxy', {})
  const went: string[] = []
  vi.stubGlobal('location', {
    ...{ href: 'https://dapp.example/', search: '', origin: 'https://dapp.example' },
    assign: (to: string) => went.push(to),
  })
  const steps: string[] = []
  const { asked, kept } = logIn({ steps })
  await expect.poll(() => steps).toEqual(['redirect'])
  expect([went, asked]).toEqual([[`${uri}.https%3A%2F%2Fdapp%2Eexample%2F`], []])
  expect(kept.get('embedded/social_provider')).toBe('google')
})

test('the page that has something to show is seen for as long as the login takes', async () => {
  let answer = (_: unknown) => {}
  const { question, live, wallet, shown } = logIn({ answers: [new Promise((resolve) => (answer = resolve))] })
  await question()
  wallet.page.post({ type: 'foyer/surface', shown: true })
  await settle()
  expect(shown).toEqual(['shown'])
  wallet.isLoggedIn = true
  answer(reply)
  await live
  await settle()
  expect(shown).toEqual(['shown', 'hidden'])
})

test('an account’s address is the provider’s where the page knows none', async () => {
  const { live, wallet } = logIn({ answers: [reply] })
  wallet.instead.set('GET_USER', () => ({ address: '0xA11ce', chainId: 1 }))
  expect((await live).profile).toMatchObject({ provider: 'google', email: 'ada@gmail.test' })
})

test.each([
  ['of no provider that there is', 'nobody', 'https://dapp.example/?result_uri=x'],
  ['that has no result', 'google', 'https://dapp.example/?no_result_uri=x'],
])('a page that is led back to by a login %s asks for none', async (_, provider, href) => {
  const { connector, host, kept, names, request } = sessionKit(pages)
  vi.stubGlobal('location', { href, search: new URL(href).search, origin: 'https://dapp.example' })
  vi.stubGlobal('history', { state: null, replaceState: () => {} })
  kept.set('embedded/social_provider', provider)
  await connector.resume?.(host)?.(request())
  expect([names().includes('CONNECT_SOCIAL'), kept.has('embedded/social_provider')]).toEqual([false, false])
})

test('an address that nobody had left for is taken up as any other visit', async () => {
  const { connector, host } = sessionKit(pages)
  vi.stubGlobal('location', {
    href: 'https://dapp.example/?result_uri=x',
    search: '?result_uri=x',
    origin: 'https://dapp.example',
  })
  expect(connector.resume?.(host)).toBeUndefined()
})

test('the next visit finds by which account it was, until the visitor leaves', async () => {
  const { live, connector, host, kept } = logIn({ answers: [reply] })
  await live
  const restored = await connector.restore({ host, signal: new AbortController().signal })
  expect(restored?.profile).toMatchObject({ provider: 'google', userName: 'Ada Lovelace' })
  await restored?.disconnect()
  expect([...kept.keys()].filter((key) => /social|email|used/.test(key))).toEqual([])
})
