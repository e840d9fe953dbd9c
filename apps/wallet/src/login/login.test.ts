import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys } from '@foyer/custody/signed'
import { describe, expect, test, vi } from 'vitest'
import { speakTo } from '../messages/say.js'
import { createServers } from '../servers/servers.js'
import { logIn, memoryDatabase, ownHost, testFrame } from '../test/testFrame.js'
import { releasedBy } from './continuation.js'

const email = 'ada@example.com'

describe('a login by mail', () => {
  test('[S4.23] [F1] the first says how long its mail is good, and makes the wallet after the keeper has said that there is none, and the frame shows it', async () => {
    const frame = await testFrame()
    const { ask, servers } = frame
    expect(await ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: false } })
    // An original shows a failure's sentence, and not the frame.
    const told = await ask('CONNECT_EMAIL', { email })
    const { login } = frame.frame.state.get()
    if (login?.is !== 'digits') return expect.fail(login?.is)
    expect([login.email, told.ok, Object(told.payload).message]).toEqual([
      ...[email, false, `Digits for the mail’s page: ${login.digits}. Then continue here.`],
    ])
    expect(await ask('CONNECT_EMAIL', { email })).toEqual({
      ok: true,
      payload: { action: 'VERIFY_DEVICE', linkSeconds: expect.closeTo(600, -1), codeSeconds: 420 },
    })
    expect(await servers.useLink(email)).toBe(login.digits)
    expect(await ask('CONNECT_DEVICE')).toMatchObject({ ok: true, payload: { codeSeconds: 420 } })
    expect(frame.frame.state.get().login).toBeUndefined()
    expect(await ask('CONNECT_OTP', { otp: servers.code })).toEqual({ ok: true, payload: undefined })
    expect(await ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: true } })
    const { payload } = await ask('GET_USER', { chainId: 1 })
    expect(payload).toMatchObject({ email, chainId: 1, accounts: [{ type: 'eoa' }], smartAccountDeployed: false })
  })

  test('a device that is known asks for the code alone, and renews its door', async () => {
    const frame = await testFrame()
    await logIn(frame)
    const { payload: before } = await frame.ask('GET_USER')
    await frame.ask('SIGN_OUT')
    frame.servers.state.sessionOver = false
    expect(await frame.ask('GET_USER')).toMatchObject({ ok: false })
    expect(await frame.ask('CONNECT_EMAIL', { email })).toEqual({
      ok: true,
      payload: { action: 'VERIFY_OTP', codeSeconds: 420 },
    })
    await frame.ask('CONNECT_OTP', { otp: frame.servers.code })
    expect((await frame.ask('GET_USER')).payload).toEqual(before)
    const removed = frame.servers.calls.filter(({ id }) => id.endsWith('/doors/remove'))
    expect(removed).toHaveLength(1)
    expect(frame.reported).toEqual([])
  })

  test('another device opens the same wallet by what the keeper releases to it', async () => {
    const first = await testFrame()
    await logIn(first)
    const second = await testFrame({ servers: first.servers })
    await logIn(second)
    expect((await second.ask('GET_USER')).payload).toEqual((await first.ask('GET_USER')).payload)
  })

  test('loaded again, the frame is logged in, and goes on where it waited for the link', async () => {
    const database = memoryDatabase()
    const first = await testFrame({ database })
    await first.ask('CONNECT_EMAIL', { email })
    const again = await testFrame({ database, servers: first.servers })
    await again.ask('CONNECT_EMAIL', { email })
    expect(first.servers.calls.filter(({ id }) => id.endsWith('/ceremonies'))).toHaveLength(1)
    await logIn(again)
    const later = await testFrame({ database, servers: first.servers })
    expect(await later.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: true } })
  })

  test('a browser that the keeper knows continues at another site, without the mail and its digits', async () => {
    const first = await testFrame()
    await logIn(first)
    const second = await testFrame({ servers: first.servers })
    await second.ask('CONNECT_EMAIL', { email })
    const { login } = second.frame.state.get()
    if (login?.is !== 'digits') throw new Error('The frame shows no digits.')
    const { asked, released } = await login.toContinue()
    const keys = await createSigningKeys()
    const browser = createServers({ fetch: (url, init) => first.servers.fetch(String(url), init), keys: () => keys })
    await released(await releasedBy(browser, asked))
    expect((await second.ask('CONNECT_DEVICE')).ok).toBe(true)
    expect((await second.ask('CONNECT_OTP', { otp: second.servers.code })).ok).toBe(true)
    expect((await second.ask('GET_USER')).payload).toEqual((await first.ask('GET_USER')).payload)
  })

  test('goes on as soon as a window has continued, though the keeper hasn’t answered yet of the mail’s link', async () => {
    const first = await testFrame()
    await logIn(first)
    const held: AbortSignal[] = []
    const fetch: typeof first.servers.fetch = async (url, init) => {
      const isHeld = String(url).endsWith('/ceremonies/state') && held.length === 0
      const signal = isHeld ? init?.signal : undefined
      if (!signal) return first.servers.fetch(url, init)
      held.push(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const second = await testFrame({ servers: { ...first.servers, fetch } })
    await second.ask('CONNECT_EMAIL', { email })
    const { login } = second.frame.state.get()
    if (login?.is !== 'digits') throw new Error('The frame shows no digits.')
    const letIn = second.ask('CONNECT_DEVICE')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const { asked, released } = await login.toContinue()
    const keys = await createSigningKeys()
    const browser = createServers({ fetch: (url, init) => first.servers.fetch(String(url), init), keys: () => keys })
    await released(await releasedBy(browser, asked))
    expect((await letIn).ok).toBe(true)
  })

  test('a code that comes too soon after another device’s is waited for, and one that comes much later isn’t', async () => {
    const frame = await testFrame()
    frame.servers.state.tooSoon.push('0', '0')
    await logIn(frame)
    const late = await testFrame({ servers: frame.servers })
    frame.servers.state.tooSoon.push('1800')
    await late.ask('CONNECT_EMAIL', { email })
    await frame.servers.useLink(email)
    expect(await late.ask('CONNECT_DEVICE')).toMatchObject({
      ok: false,
      payload: { message: expect.stringContaining('1800') },
    })
    // The same again has it sent once there is room.
    expect((await late.ask('CONNECT_DEVICE')).ok).toBe(true)
  })

  test('asks for its mails in the language that the page is in', async () => {
    const windowIn = (lang: string) => ({
      location: { search: `?lang=${lang}` },
      navigator: { languages: [] },
      document: { documentElement: { lang: '', dir: '' } },
    })
    const frame = await testFrame()
    await speakTo(windowIn('de'))
    await logIn(frame).finally(() => speakTo(windowIn('en')))
    const asked = frame.servers.calls.filter(({ id }) => /v1\/(logins|ceremonies)$/.test(id))
    expect(asked).toHaveLength(3)
    for (const { body } of asked) expect(body.replaceAll('\\', '')).toContain('"language":"de"')
  })

  test('[S4.23] whoever is logged in already is connected at once', async () => {
    const frame = await testFrame()
    await logIn(frame)
    expect(await frame.ask('CONNECT_EMAIL', { email })).toEqual({ ok: true, payload: { action: 'CONNECT' } })
  })
})

describe('a login that fails', () => {
  test('a wrong code has its sentence, and the right one counts afterwards', async () => {
    const frame = await testFrame()
    await frame.ask('CONNECT_EMAIL', { email })
    await frame.servers.useLink(email)
    await frame.ask('CONNECT_DEVICE')
    expect(await frame.ask('CONNECT_OTP', { otp: '000000' })).toMatchObject({
      ok: false,
      payload: { message: 'Invalid code' },
    })
    expect((await frame.ask('CONNECT_OTP', { otp: frame.servers.code })).ok).toBe(true)
  })

  test.each([
    ['refused', 'The login was refused on the mail’s page.'],
    ['expired', 'The link in your mail is too old. Ask for another.'],
    ['wrongDigits', 'Other digits were typed on the mail’s page. Ask for another link.'],
    ['cancelled', 'The login was cancelled.'],
  ] as const)('a link that ended: %s', async (reason, message) => {
    const frame = await testFrame()
    await frame.ask('CONNECT_EMAIL', { email })
    frame.servers.state.override = () => ({ status: 'ended', reason })
    expect(await frame.ask('CONNECT_DEVICE')).toEqual({ ok: false, payload: { message } })
    expect(frame.frame.state.get().login).toBeUndefined()
  })

  test('what is shown is brought up once, and not again where the visitor has put it away', async () => {
    const frame = await testFrame()
    const { ask, shown, close } = ownHost(frame)
    await ask('CONNECT_EMAIL', { email })
    frame.frame.putAway()
    await ask('CONNECT_EMAIL', { email })
    expect(shown).toEqual([true, false, false])
    await frame.servers.useLink(email)
    await ask('CONNECT_DEVICE')
    await ask('CONNECT_EMAIL', { email: 'eve@example.com' })
    expect(shown.at(-1)).toBe(true)
    close()
  })

  test('a wait is shown with its time, and can be cancelled', async () => {
    const frame = await testFrame()
    await frame.ask('CONNECT_EMAIL', { email })
    await frame.servers.useLink(email)
    frame.servers.state.override = () => ({ status: 'held', opensAt: 1_900_000_000 })
    const { ok, payload } = await frame.ask('CONNECT_DEVICE')
    expect([ok, JSON.stringify(payload)]).toEqual([false, expect.stringContaining('Your wallet opens here on')])
    const { login } = frame.frame.state.get()
    expect(login).toMatchObject({ is: 'held', opensAt: 1_900_000_000 })
    if (login?.is === 'held') login.cancel()
    expect(frame.frame.state.get().login).toBeUndefined()
    await expect.poll(() => frame.servers.calls.some(({ id }) => id.endsWith('/cancel'))).toBe(true)
  })

  test('a wait is no failure to our application: it stays shown however often it is asked about, and the login goes on once it is over', async () => {
    const frame = await testFrame()
    const { ask, cancel, shown, close } = ownHost(frame)
    await ask('CONNECT_EMAIL', { email })
    await frame.servers.useLink(email)
    frame.servers.state.override = () => ({ status: 'held', opensAt: 1_900_000_000 })
    const is = () => frame.frame.state.get().login?.is
    const first = ask('CONNECT_DEVICE')
    await expect.poll(is).toBe('held')
    cancel()
    const seen: unknown[] = []
    const stop = frame.frame.state.subscribe(() => seen.push(is()))
    await ask('CONNECT_EMAIL', { email })
    const again = ask('CONNECT_DEVICE')
    await expect.poll(() => seen.length).toBeGreaterThan(1)
    expect(new Set(seen)).toEqual(new Set(['held']))
    expect(shown.every(Boolean)).toBe(true)
    stop()
    frame.servers.state.override = undefined
    expect([(await first).ok, (await again).ok]).toEqual([false, true])
    expect(is()).toBeUndefined()
    close()
  })

  test.each([
    ['goes on, however long it lasts, where the link was used in time', 'held', 1],
    ['is begun anew where the link wasn’t used', 'waiting', 2],
  ] as const)('a ceremony that is too old for its link %s', async (_, status, begun) => {
    const frame = await testFrame()
    await frame.ask('CONNECT_EMAIL', { email })
    frame.servers.state.override = () => (status === 'held' ? { status, opensAt: 1_900_000_000 } : { status })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await frame.ask('CONNECT_EMAIL', { email })
    vi.useRealTimers()
    expect(frame.servers.calls.filter(({ id }) => id.endsWith('/ceremonies'))).toHaveLength(begun)
  })

  test('the code before the mail, and a link that nobody asked for', async () => {
    const { ask } = await testFrame()
    for (const [name, payload] of [
      ['CONNECT_OTP', { otp: '1' }],
      ['CONNECT_DEVICE', undefined],
    ] as const)
      expect(await ask(name, payload)).toEqual({ ok: false, payload: { message: 'Ask for a code first.' } })
  })

  test('with the servers away it has a sentence, and a known device stays connected', async () => {
    const frame = await testFrame()
    await logIn(frame)
    const database = frame.database
    frame.servers.state.isAway = true
    const again = await testFrame({ database, servers: frame.servers })
    expect(await again.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: true } })
    expect(await again.ask('CONNECT_EMAIL', { email: 'eve@example.com' })).toMatchObject({
      ok: false,
      payload: { message: 'The wallet’s service can’t be reached. Try again in a moment.' },
    })
  })

  test('a session that is over logs the device out', async () => {
    const frame = await testFrame()
    await logIn(frame)
    frame.servers.state.sessionOver = true
    const again = await testFrame({ database: frame.database, servers: frame.servers })
    expect(await again.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: false } })
  })
})

describe('a login server that lies', () => {
  test('a receipt that the keeper didn’t sign makes no wallet', async () => {
    const frame = await testFrame()
    await frame.ask('CONNECT_EMAIL', { email })
    await frame.servers.useLink(email)
    await frame.ask('CONNECT_DEVICE')
    const forged = { text: '{"is":"unbound"}', signature: encodeBytes(randomBytes(64)) }
    frame.servers.state.override = () => ({ status: 'unbound', confirmation: forged, receipt: forged })
    expect((await frame.ask('CONNECT_OTP', { otp: frame.servers.code })).ok).toBe(false)
    expect(frame.servers.calls.some(({ id }) => id.endsWith('/wallets'))).toBe(false)
    expect((await frame.ask('GET_USER')).ok).toBe(false)
  })

  test('[F15] what a door is opened by never stands in what is sent or answered', async () => {
    const used: Uint8Array[] = []
    const importKey = vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...given) => {
      const [, bytes, algorithm] = given
      if (algorithm === 'HKDF' && bytes instanceof Uint8Array) used.push(Uint8Array.from(bytes))
      return Reflect.apply(real, crypto.subtle, given)
    })
    const first = await testFrame()
    await logIn(first)
    const second = await testFrame({ servers: first.servers })
    await logIn(second)
    importKey.mockRestore()
    const said = first.servers.calls.map(({ body, reply }) => body + reply).join()
    // Two doors of the first device, one of the second, and the recovery part that it was given.
    expect(used.length).toBeGreaterThanOrEqual(4)
    for (const bytes of used)
      for (const form of [encodeBytes(bytes), Buffer.from(bytes).toString('hex')]) expect(said).not.toContain(form)
    const { wallet } = Object(await first.database.read())
    expect(wallet.a.extractable).toBe(false)
  })
})

const real = crypto.subtle.importKey

describe('two tabs of one site', () => {
  test('that log in at once share the ceremony, and each has the wallet', async () => {
    const database = memoryDatabase()
    const one = await testFrame({ database })
    const other = await testFrame({ database, servers: one.servers })
    await one.ask('CONNECT_EMAIL', { email })
    await other.ask('CONNECT_EMAIL', { email })
    expect(one.servers.calls.filter(({ id }) => id.endsWith('/ceremonies'))).toHaveLength(1)
    await one.servers.useLink(email)
    for (const { ask } of [one, other]) expect((await ask('CONNECT_DEVICE')).ok).toBe(true)
    for (const { ask } of [one, other]) expect((await ask('CONNECT_OTP', { otp: one.servers.code })).ok).toBe(true)
    expect((await other.ask('GET_USER')).payload).toEqual((await one.ask('GET_USER')).payload)
    expect(one.servers.calls.filter(({ id }) => id.endsWith('/wallets'))).toHaveLength(1)
    expect([...one.reported, ...other.reported]).toEqual([])
  })

  test('the one that comes late is connected by the other’s login, and forgets nothing of it', async () => {
    const database = memoryDatabase()
    const one = await testFrame({ database })
    const other = await testFrame({ database, servers: one.servers })
    await logIn(one)
    await other.ask('SYNC_THEME', { themeMode: 'dark' })
    expect(await other.ask('CONNECT_EMAIL', { email })).toEqual({ ok: true, payload: { action: 'CONNECT' } })
    const again = await testFrame({ database, servers: one.servers })
    expect((await again.ask('GET_USER')).payload).toEqual((await one.ask('GET_USER')).payload)
  })

  test('a device that had another person’s wallet meanwhile lets the first in by the mail', async () => {
    const frame = await testFrame()
    await logIn(frame)
    const { payload: before } = await frame.ask('GET_USER')
    for (const person of ['eve@example.com', email]) {
      await frame.ask('SIGN_OUT')
      frame.servers.state.sessionOver = false
      await logIn(frame, person)
    }
    expect((await frame.ask('GET_USER')).payload).toEqual(before)
  })
})
