import { newId } from '@foyer/custody/bytes'
import { cancelCeremonyCall } from '@foyer/custody/keeperCalls'
import { beginLoginCall, renewSessionCall } from '@foyer/login/loginCalls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '../test/scriptedServers.js'
import { site } from '../test/testFrame.js'
import { enter, lost, ownTimers, realTimers, refusing, testLogin, until } from '../test/testLogin.js'
import { createOwnLogin } from './ownLogin.js'
import { openedWallet } from './sign.js'

const [email, eve] = ['ada@example.com', 'eve@example.com']
const [ada] = [`email:${email}`]

afterEach(realTimers)

const opened = async (...given: Parameters<typeof testLogin>) => {
  const device = await testLogin(...given)
  await enter(device)
  return device
}

describe('a login’s first step', () => {
  test('asks for a code and a link, for the site, and says how long each is good', async () => {
    const { login, clock, store, askedOf } = await testLogin()
    const next = await login.email(email)
    const linkSeconds = (store.get().ceremony?.expiresAt ?? 0) - Math.floor(clock.now / 1_000)
    expect(next).toEqual({ action: 'VERIFY_DEVICE', codeSeconds: 420, linkSeconds })
    expect(askedOf(beginLoginCall.path)).toEqual([{ email, projectId: 'shop', site, language: 'en' }])
  })

  test('is the last where the same visitor is logged in, and not where another is, or the wallet is gone here', async () => {
    const device = await opened()
    expect(await device.login.email(email)).toEqual({ action: 'CONNECT' })
    expect((await device.login.email(eve)).action).toBe('VERIFY_DEVICE')
    await device.store.set({ wallet: null })
    expect((await device.login.email(email)).action).toBe('VERIFY_DEVICE')
  })

  test('begins a login where the session is over, which a device with its wallet needs a code for alone', async () => {
    const device = await opened()
    device.clock.now += 3_600_000
    device.instead.set(renewSessionCall.path, refusing('session_over', 401))
    expect(await device.login.email(email)).toEqual({ action: 'VERIFY_OTP', codeSeconds: 420 })
  })

  test('asks for the code alone once the link was used, though the wallet isn’t here yet', async () => {
    const device = await testLogin()
    await device.login.email(email)
    await device.scripted.useLink(email)
    await device.login.device()
    expect(await device.login.email(email)).toEqual({ action: 'VERIFY_OTP', codeSeconds: 420 })
    await device.login.code(device.scripted.code)
    expect(device.store.get().wallet?.person).toBe(ada)
  })

  test('asks for the link as long as it wasn’t used, of a device that is known and has no wallet: a code alone opens nothing there', async () => {
    const device = await opened()
    await device.store.set({ wallet: null, user: null })
    for (let asked = 0; asked < 2; asked += 1) expect((await device.login.email(email)).action).toBe('VERIFY_DEVICE')
    await device.scripted.useLink(email)
    expect((await device.login.email(email)).action).toBe('VERIFY_OTP')
  })

  test('says an original the digits by a failure, once a link and each time that it is asked for anew, and begins nothing twice', async () => {
    const device = await testLogin({ isOwnHost: () => false })
    const said = async () =>
      device.login.email(email).catch(({ sentence, values }) => ({ action: `${sentence} ${values.digits}` }))
    const digits = () => `error.digits ${device.store.get().ceremony?.digits}`
    const first = await said()
    expect([first.action, (await said()).action]).toEqual([digits(), 'VERIFY_DEVICE'])
    expect(device.askedOf(beginLoginCall.path)).toHaveLength(1)
    // Its "Resend email", which sends none: the same digits once more.
    expect([(await said()).action, (await said()).action]).toEqual([digits(), 'VERIFY_DEVICE'])
    expect(device.askedOf(beginLoginCall.path)).toHaveLength(2)
    // Its link is too old, and another is sent.
    const old = digits()
    device.clock.now += 3_600_000
    const another = await said()
    device.clock.now -= 3_600_000
    expect([another.action, (await said()).action]).toEqual([digits(), 'VERIFY_DEVICE'])
    expect(digits()).not.toBe(old)
  })

  test('says an original no digits of a link that was used, or that waits to open', async () => {
    const device = await testLogin({ isOwnHost: () => false })
    await expect(device.login.email(email)).rejects.toMatchObject({ sentence: 'error.digits' })
    await device.login.email(email)
    device.scripted.state.override = () => ({ status: 'held', opensAt: 1_900_000_000 })
    expect((await device.login.email(email)).action).toBe('VERIFY_DEVICE')
    device.scripted.state.override = undefined
    await device.scripted.useLink(email)
    expect((await device.login.email(email)).action).toBe('VERIFY_DEVICE')
  })

  test('asks for a link where the login server no longer knows the device, though its wallet is here', async () => {
    const device = await opened()
    await device.store.set({ user: null })
    device.scripted.more.set(beginLoginCall.path, () => ({
      ...{ login: newId(), action: 'VERIFY_DEVICE', codeSeconds: 420 },
    }))
    expect((await device.login.email(email)).action).toBe('VERIFY_DEVICE')
    expect(device.screen()).toMatchObject({ is: 'digits', email })
  })

  test('comes before its code, which counts once', async () => {
    const device = await testLogin()
    const early = device.login.code(device.scripted.code)
    await expect(early).rejects.toMatchObject({ sentence: 'error.noLogin' })
    await enter(device)
    const again = device.login.code(device.scripted.code)
    await expect(again).rejects.toMatchObject({ sentence: 'error.noLogin' })
  })

  test('names no end of a link that was used in time, and is too old by now', async () => {
    const device = await testLogin()
    await device.login.email(email)
    device.scripted.state.override = () => ({ status: 'held', opensAt: 1_900_000_000 })
    const expiresAt = (device.store.get().ceremony?.expiresAt ?? 0) * 1_000
    for (const late of [0, 1_000, 3_600_000]) {
      device.clock.now = expiresAt + late
      expect(await device.login.email(email)).toEqual({ action: 'VERIFY_DEVICE', codeSeconds: 420 })
    }
  })
})

describe('a login’s link', () => {
  const begun = ({ askedOf }: Awaited<ReturnType<typeof testLogin>>) => askedOf(beginLoginCall.path)

  test('has its code sent by the keeper’s word, once', async () => {
    const device = await testLogin()
    await device.login.email(email)
    await device.scripted.useLink(email)
    expect(await device.login.device()).toEqual({ action: 'VERIFY_OTP', codeSeconds: 420 })
    expect(begun(device).map((asked) => 'confirmation' in asked)).toEqual([false, true])
    expect(await device.login.device()).toEqual({})
    expect(begun(device)).toHaveLength(2)
  })

  test('of a known device that lost its wallet sends no second code', async () => {
    const device = await opened()
    await device.store.set({ wallet: null, user: null })
    expect((await device.login.email(email)).action).toBe('VERIFY_DEVICE')
    await device.scripted.useLink(email)
    const before = begun(device).length
    expect(await device.login.device()).toEqual({})
    expect(begun(device)).toHaveLength(before)
    await device.login.code(device.scripted.code)
    expect(device.store.get().user?.person).toBe(ada)
  })

  test('of another address than the code was sent to has one of its own sent', async () => {
    const device = await opened()
    await device.login.email(eve)
    const { ceremony } = device.store.get()
    await device.scripted.useLink(eve)
    await device.store.set({ user: null, wallet: null })
    expect((await device.login.email(email)).action).toBe('VERIFY_DEVICE')
    await device.store.set({ ceremony })
    await device.login.device()
    expect(begun(device).at(-1)).toMatchObject({ email: eve, confirmation: expect.anything() })
  })

  test('is gone on with by a page that was loaded anew', async () => {
    const first = await testLogin()
    await first.login.email(email)
    await first.scripted.useLink(email)
    const again = await testLogin({ servers: first.scripted, database: first.database })
    expect(await again.login.device()).toMatchObject({ action: 'VERIFY_OTP' })
    await again.login.code(first.scripted.code)
    expect(again.store.get().user?.person).toBe(ada)
  })

  test('is none of a login at a provider', async () => {
    const device = await testLogin()
    await device.login.email(email)
    const { ceremony } = device.store.get()
    await device.store.set({ ceremony: ceremony && { ...ceremony, person: 'google:1' } })
    await expect(device.login.device()).rejects.toMatchObject({ sentence: 'error.noLogin' })
    expect(device.askedOf(cancelCeremonyCall.path)).toEqual([])
  })
})

describe('a code that is asked for too soon', () => {
  /** The link was used, and the login server has the device wait so long for its code. */
  async function tooSoon(seconds: number) {
    const device = await testLogin()
    await device.login.email(email)
    await device.scripted.useLink(email)
    device.scripted.state.tooSoon.push(`${seconds}`)
    const isWaiting = ownTimers()
    let isDone = false
    const next = device.login.device().finally(() => {
      isDone = true
    })
    next.catch(() => undefined)
    const asked = () => device.askedOf(beginLoginCall.path).length
    await until(() => isWaiting(Math.min(seconds, 25) * 1_000))
    return { device, next, asked, isDone: () => isDone }
  }

  test.each([20, 25])('is sent after the %i seconds that the server says', async (seconds) => {
    const { next, asked, isDone } = await tooSoon(seconds)
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect([asked(), isDone()]).toEqual([2, false])
    await vi.advanceTimersByTimeAsync(1)
    expect(await next).toEqual({ action: 'VERIFY_OTP', codeSeconds: 420 })
    expect(asked()).toBe(3)
  })

  test('is waited for as long as a request may, where that is longer, and by the next request then', async () => {
    const { next, asked, isDone, device } = await tooSoon(30)
    await vi.advanceTimersByTimeAsync(24_999)
    expect(isDone()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(next).rejects.toMatchObject({ sentence: 'error.stillWaiting', cause: { refusal: 'too_many_codes' } })
    expect(asked()).toBe(2)
    expect(await device.login.device()).toEqual({ action: 'VERIFY_OTP', codeSeconds: 420 })
  })

  test.each([
    ['much later', refusingLater('too_many_codes', '31')],
    ['without saying when', refusingLater('too_many_codes')],
    ['for another reason', refusingLater('provider_busy', '0')],
  ])('and is refused %s fails at once', async (_, refused) => {
    const device = await testLogin()
    await device.login.email(email)
    await device.scripted.useLink(email)
    device.scripted.more.set(beginLoginCall.path, () => refused)
    await expect(device.login.device()).rejects.toMatchObject({ refusal: refused.code })
    expect(device.askedOf(beginLoginCall.path)).toHaveLength(2)
  })

  test('of a server that is away fails at once', async () => {
    const device = await testLogin()
    await device.login.email(email)
    await device.scripted.useLink(email)
    device.instead.set(beginLoginCall.path, lost)
    await expect(device.login.device()).rejects.toMatchObject({ sentence: 'error.unreachable' })
    expect(device.askedOf(beginLoginCall.path)).toHaveLength(2)
  })
})

function refusingLater(code: string, seconds?: string): Refusal {
  return new Refusal(429, code, seconds === undefined ? {} : { 'retry-after': seconds })
}

test('a wallet is what somebody has opened who is logged in: without either there is none', async () => {
  const device = await opened()
  const { user, wallet } = device.store.get()
  expect(openedWallet(device.store)).toEqual(wallet)
  for (const without of [
    { user: null, wallet },
    { user, wallet: null },
    { user: null, wallet: null },
  ]) {
    await device.store.set(without)
    expect(() => openedWallet(device.store)).toThrow(
      expect.objectContaining({ sentence: 'error.signedOut', rpcCode: 4100 }),
    )
  }
})

test('a login on a page of the wallet’s own shows what it needs there, and waits on where an application’s would fail', async () => {
  const device = await testLogin()
  const { login, screen } = createOwnLogin(device.parameters)
  expect(screen.get()).toEqual({ login: undefined })
  await login.email(email)
  expect(screen.get().login).toMatchObject({ is: 'digits', email })
  device.scripted.state.override = () => ({ status: 'held', opensAt: 1_900_000_000 })
  const waiting = login.device()
  await expect.poll(() => screen.get().login?.is).toBe('held')
  await device.scripted.useLink(email)
  device.scripted.state.override = undefined
  expect(await waiting).toMatchObject({ action: 'VERIFY_OTP' })
  expect([screen.get(), device.shown]).toEqual([{ login: undefined }, []])
})
