import { newId } from '@foyer/custody/bytes'
import { type CeremonyState, cancelCeremonyCall, ceremonyStateCall } from '@foyer/custody/keeperCalls'
import { finishSocialCall } from '@foyer/login/socialCalls'
import { describe, expect, test } from 'vitest'
import { WalletError } from '../errors.js'
import { timeOf } from '../messages/say.js'
import { continueIn, hold, type TestLogin, testLogin } from '../test/testLogin.js'
import { createSocialOpening, deviceOf, isWaiting, proveAccount } from './socialOpening.js'

const opensAt = 1_900_000_000
const held: CeremonyState = { status: 'held', opensAt }
const path = ceremonyStateCall.path

/** A device whose account the keeper has taken a provider's word for. */
async function proved(options: Parameters<typeof testLogin>[0] = {}) {
  const device = await testLogin(options)
  const { parameters, store, clock } = device
  const social = newId()
  const proof = { code: 'the code', secret: `${'a'.repeat(42)}A`, vouch: null }
  const asked = { social, provider: 'github', device: await deviceOf(parameters), proof } as const
  const { token: _, ...account } = await proveAccount(parameters, asked)
  await store.set({ ceremony: account.ceremony })
  const opening = createSocialOpening(parameters)
  const leaving = new AbortController()
  const open = (until = clock.now + 25_000) => opening.open({ social, proved: account, until, signal: leaving.signal })
  return { ...device, account, social, open, leaving }
}

/** The account's wallet is open on another device already. */
async function onAnother() {
  const first = await proved()
  await first.open()
  return first
}

const statesAsked = (device: TestLogin) => device.askedOf(path).map(({ known }) => known)

describe('an account that is proved', () => {
  test('makes its wallet, ends the login by the keeper’s word and asks the keeper once', async () => {
    const device = await proved()
    await device.open()
    const { user, wallet, ceremony } = device.store.get()
    expect([user?.person, wallet?.person, ceremony]).toEqual([device.account.user.person, user?.person, null])
    expect(statesAsked(device)).toEqual([null])
    const [finished] = device.askedOf(finishSocialCall.path)
    expect(finished).toEqual({ social: device.social, confirmation: expect.anything(), keepsIn: 'cookie' })
    expect(device.shown).toEqual([undefined])
  })

  test('has its wallet on a second device by what the keeper releases', async () => {
    const first = await onAnother()
    const second = await proved({ servers: first.scripted })
    await second.open()
    expect(second.store.get().wallet?.addresses).toEqual(first.store.get().wallet?.addresses)
    expect(second.shown).toEqual([undefined])
  })

  test('is asked after again with what is known, until the keeper opens it', async () => {
    const device = await proved()
    let left = 2
    device.scripted.state.override = () => {
      left -= 1
      return left >= 0 ? { status: 'waiting' } : undefined
    }
    await device.open()
    expect(statesAsked(device)).toEqual([null, 'waiting', 'waiting'])
    expect(device.shown).toEqual([undefined])
  })

  test.each([
    ['refused', 'error.linkRefused'],
    ['expired', 'error.linkExpired'],
    ['wrongDigits', 'error.linkDigits'],
    ['cancelled', 'error.linkCancelled'],
  ] as const)('that the keeper ended as %s says so, and is forgotten', async (reason, sentence) => {
    const device = await proved()
    device.scripted.state.override = () => ({ status: 'ended', reason })
    await expect(device.open()).rejects.toMatchObject({ sentence })
    expect([device.store.get().ceremony, device.shown]).toEqual([null, [undefined]])
    expect(device.askedOf(finishSocialCall.path)).toEqual([])
  })

  test('is asked of the keeper by its own ceremony where the device keeps another person’s, or none', async () => {
    const device = await proved()
    device.scripted.state.override = () => ({ status: 'ended', reason: 'refused' })
    const { ceremony } = device.account
    for (const kept of [{ ...ceremony, ceremony: newId(), person: 'email:eve@example.com' }, null]) {
      await device.store.set({ ceremony: kept })
      await expect(device.open()).rejects.toMatchObject({ sentence: 'error.linkRefused' })
    }
    expect(device.askedOf(path).map((each) => each.ceremony)).toEqual([ceremony.ceremony, ceremony.ceremony])
  })

  test('is waited for until the request’s time is up, and no longer', async () => {
    const device = await proved()
    const until = device.clock.now + 25_000
    device.scripted.state.override = () => {
      device.clock.now = until - 1 + device.askedOf(path).length - 1
      return { status: 'waiting' }
    }
    await expect(device.open(until)).rejects.toMatchObject({ sentence: 'error.stillWaiting' })
    // At `until - 1` it was asked once more, at `until` it wasn't.
    expect(statesAsked(device)).toEqual([null, 'waiting'])
    expect(device.store.get().ceremony).toEqual(device.account.ceremony)
  })

  test('isn’t opened for an application that has left, though the keeper’s answer comes', async () => {
    const device = await proved()
    device.anyway.add(path)
    const state = hold(device, path)
    const opening = device.open()
    const said = expect(opening).rejects.toMatchObject({ sentence: 'error.stillWaiting' })
    await expect.poll(state.count).toBe(1)
    device.leaving.abort()
    state.letGo()
    await said
    expect([device.askedOf(finishSocialCall.path), device.store.get().user]).toEqual([[], null])
  })

  test('ends a question that hangs as the application leaves', async () => {
    const device = await proved()
    const state = hold(device, path)
    const said = expect(device.open()).rejects.toMatchObject({ sentence: 'error.stillWaiting' })
    await expect.poll(state.count).toBe(1)
    device.leaving.abort()
    await said
  })
})

describe('an account whose wallet the keeper makes wait', () => {
  test.each([
    ['by mail, where it has a mailbox', 'ada@gmail.test', 'error.held'],
    ['here alone, where it has none', null, 'held.sayHere'],
  ] as const)('says when it opens %s, and can be cancelled', async (_, email, sentence) => {
    const device = await proved()
    device.scripted.state.override = () => held
    const social = createSocialOpening(device.parameters)
    const { account, clock, leaving } = device
    const asked = { social: newId(), until: clock.now + 25_000, signal: leaving.signal }
    await expect(
      social.open({ ...asked, proved: { ...account, user: { ...account.user, email } } }),
    ).rejects.toMatchObject({ sentence, values: { when: timeOf(opensAt) } })
    const screen = device.screen()
    expect(screen).toMatchObject({ is: 'held', digits: '', email, opensAt })
    expect(device.store.get().ceremony).not.toBeNull()
    if (screen?.is === 'held') screen.cancel()
    expect(device.screen()).toBeUndefined()
    await expect.poll(() => device.askedOf(cancelCeremonyCall.path)).toEqual([{ ceremony: account.ceremony.ceremony }])
  })

  test('says that nothing of the keeper’s opens it, where that is so', async () => {
    const device = await proved()
    device.scripted.state.override = () => ({ status: 'secured' })
    await expect(device.open()).rejects.toMatchObject({ sentence: 'error.secured', values: {} })
    expect(device.screen()).toMatchObject({ is: 'secured', email: device.account.user.email })
  })

  test('is a failure to an application of the original’s alone: one of this kit asks on, and has it opened', async () => {
    const other = await proved({ isOwnHost: () => false })
    other.scripted.state.override = () => held
    await expect(other.open()).rejects.toMatchObject({ sentence: 'error.held' })
    const device = await proved({ isOwnHost: () => true })
    device.scripted.state.override = () => (device.askedOf(path).length < 3 ? held : undefined)
    await device.open()
    expect(statesAsked(device)).toEqual([null, 'held', 'held'])
    expect(device.shown.map((screen) => screen?.is)).toEqual(['held', 'held', undefined])
    expect(device.store.get().user).toEqual(device.account.user)
  })

  test('goes on as soon as a window has continued, whatever is said late of the ceremony before', async () => {
    const first = await onAnother()
    const device = await proved({ servers: first.scripted, isOwnHost: () => true })
    const before = device.account.ceremony.ceremony
    first.scripted.state.override = (ceremony) => (ceremony === before ? held : undefined)
    device.anyway.add(path)
    const opening = device.open()
    await expect.poll(() => device.screen()?.is).toBe('held')
    const state = hold(device, path)
    await expect.poll(state.count).toBe(1)
    await continueIn(first.scripted, device.screen())
    first.scripted.state.override = (ceremony) =>
      ceremony === before ? { status: 'ended', reason: 'cancelled' } : undefined
    state.letGo()
    await expect.poll(state.count).toBe(2)
    state.letGo()
    await opening
    expect(device.askedOf(path).at(-1)).toEqual({ ceremony: expect.not.stringContaining(before), known: null })
    expect(device.store.get().wallet?.addresses).toEqual(first.store.get().wallet?.addresses)
  })

  test('ends a question that hangs as soon as a window has continued', async () => {
    const first = await onAnother()
    const device = await proved({ servers: first.scripted, isOwnHost: () => true })
    first.scripted.state.override = (ceremony) => (ceremony === device.account.ceremony.ceremony ? held : undefined)
    const state = hold(device, path)
    const opening = device.open()
    await expect.poll(state.count).toBe(1)
    state.letGo()
    await expect.poll(state.count).toBe(2)
    await continueIn(first.scripted, device.screen())
    await expect.poll(state.count).toBe(3)
    state.letGo()
    state.letGo()
    await opening
    expect(device.store.get().user).toEqual(device.account.user)
  })

  test('asks nothing more where the visitor has opened it by what they have', async () => {
    const first = await onAnother()
    const device = await proved({ servers: first.scripted, isOwnHost: () => true })
    first.scripted.state.override = () => held
    const opening = device.open()
    await expect.poll(() => device.screen()?.is).toBe('held')
    const { user, wallet } = first.store.get()
    const continuation = await device.screen()?.toContinue()
    await device.store.set({ user, wallet, ceremony: null })
    continuation?.entered()
    await opening
    expect(device.screen()).toBeUndefined()
    expect(device.askedOf(finishSocialCall.path)).toEqual([])
  })
})

test('what may be asked again is a wait, and a server that can’t be reached; nothing else', () => {
  const sentences = ['error.stillWaiting', 'error.unreachable', 'error.linkRefused', 'error.held'] as const
  expect(sentences.map((sentence) => isWaiting(new WalletError({ sentence })))).toEqual([true, true, false, false])
  expect(isWaiting(new Error('error.stillWaiting'))).toBe(false)
  expect(isWaiting({ sentence: 'error.stillWaiting' })).toBe(false)
})
