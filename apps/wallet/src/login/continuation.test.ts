import { cancelCeremonyCall, continueCall } from '@foyer/custody/keeperCalls'
import { describe, expect, test } from 'vitest'
import { timeOf } from '../messages/say.js'
import { site } from '../test/testFrame.js'
import { enter, lost, otherBrowser, type TestLogin, testLogin } from '../test/testLogin.js'
import { continuation, isEntered, releasedBy, untilContinued, waitingError, waitingScreen } from './continuation.js'
import { deviceOf } from './socialOpening.js'

const [ada, eve] = ['email:ada@example.com', 'email:eve@example.com']
const opensAt = 1_900_000_000

/** Returns the continuation of a person's wallet in a window, and how often it has continued. */
async function asked({ parameters }: TestLogin, person: string) {
  const heard = { continued: 0, entered: 0 }
  const of = await continuation(parameters, {
    person,
    continued() {
      heard.continued += 1
    },
    entered() {
      heard.entered += 1
    },
  })
  return { of, heard }
}

describe('a login that a window continues', () => {
  test('names the site, this device and whose wallet is wanted, and takes what is released to it', async () => {
    const first = await testLogin()
    await enter(first)
    const device = await testLogin({ servers: first.scripted })
    const { of, heard } = await asked(device, ada)
    const key = await deviceOf(device.parameters)
    expect(of.asked).toEqual({ site, device: key, key: expect.anything(), person: ada, language: 'en' })
    expect(of.asked.key).not.toBe(key)
    const { servers } = await otherBrowser(first.scripted)
    const answer = await releasedBy(servers, of.asked)
    await of.released(answer)
    const { ceremony } = device.store.get()
    expect(ceremony).toMatchObject({ ceremony: answer.ceremony, person: ada, digits: '' })
    expect(ceremony?.expiresAt).toBeGreaterThan(Date.now() / 1_000)
    expect(heard).toEqual({ continued: 1, entered: 0 })
    of.entered()
    expect(heard).toEqual({ continued: 1, entered: 1 })
  })

  test('[F7] takes nothing that is another person’s, or that the keeper didn’t sign', async () => {
    const first = await testLogin()
    await enter(first)
    const device = await testLogin({ servers: first.scripted })
    const { servers } = await otherBrowser(first.scripted)
    const { of, heard } = await asked(device, eve)
    const answer = await releasedBy(servers, { ...of.asked, person: ada })
    await expect(of.released(answer)).rejects.toMatchObject({ sentence: 'error.otherWallet' })
    const { text, signature } = answer.confirmation
    const forged = { text: text.replace(ada, eve), signature }
    await expect(of.released({ ...answer, confirmation: forged })).rejects.toMatchObject({ code: 'wrong_signature' })
    expect([device.store.get().ceremony, heard.continued]).toEqual([null, 0])
  })

  test('takes no word of the keeper’s that is over', async () => {
    const first = await testLogin()
    await enter(first)
    const device = await testLogin({ servers: first.scripted })
    const { servers } = await otherBrowser(first.scripted)
    const { of } = await asked(device, ada)
    const answer = await releasedBy(servers, of.asked)
    device.clock.now += 3_600_000
    await expect(of.released(answer)).rejects.toMatchObject({ code: 'wrong_signature' })
  })

  test('is told where the keeper has nothing that opens the wallet', async () => {
    const { scripted } = await testLogin()
    const { servers } = await otherBrowser(scripted)
    scripted.more.set(continueCall.path, () => ({ status: 'secured' }))
    const device = await testLogin({ servers: scripted })
    const { of } = await asked(device, ada)
    await expect(releasedBy(servers, of.asked)).rejects.toMatchObject({ sentence: 'error.secured' })
  })

  test('ends what was asked before, once, and what is asked from then on isn’t ended by it', () => {
    const { before, continued } = untilContinued()
    const first = before()
    expect([first.aborted, before()]).toEqual([false, first])
    continued()
    const second = before()
    expect([first.aborted, second.aborted]).toEqual([true, false])
    continued()
    expect([second.aborted, before().aborted]).toEqual([true, false])
  })
})

test('a wallet is entered once nothing is waited for and both the person and the wallet are those that were wanted', async () => {
  const first = await testLogin()
  expect(isEntered(first, ada)).toBe(false)
  await first.login.email('ada@example.com')
  const { ceremony } = first.store.get()
  await first.scripted.useLink('ada@example.com')
  await first.login.device()
  await first.login.code(first.scripted.code)
  const { user, wallet } = first.store.get()
  expect([isEntered(first, ada), isEntered(first, eve)]).toEqual([true, false])
  if (!user || !wallet) return expect.fail('Nobody is logged in.')
  for (const without of [
    { ceremony },
    { user: null },
    { wallet: null },
    { user: { ...user, person: eve } },
    { wallet: { ...wallet, person: eve } },
  ]) {
    await first.store.set({ user, wallet, ceremony: null, ...without })
    expect(isEntered(first, ada)).toBe(false)
  }
})

describe('a wait', () => {
  const waitingFor = async () => {
    const device = await testLogin()
    await device.login.email('ada@example.com')
    const { ceremony } = device.store.get()
    if (!ceremony) throw new Error('Nothing is waited for.')
    return { device, ceremony }
  }
  const toContinue = () => Promise.reject(new Error('not asked'))

  test('is shown with its digits and its time, and cancelled at the keeper as it leaves the screen', async () => {
    const { device, ceremony } = await waitingFor()
    const of = { ceremony, email: null, toContinue }
    const screen = waitingScreen(device.parameters, of, { status: 'held', opensAt })
    const { digits } = ceremony
    expect(screen).toEqual({ is: 'held', digits, email: null, opensAt, toContinue, cancel: expect.any(Function) })
    if (screen.is === 'held') screen.cancel()
    expect(device.screen()).toBeUndefined()
    await expect.poll(() => device.askedOf(cancelCeremonyCall.path)).toEqual([{ ceremony: ceremony.ceremony }])
    expect(device.reported).toEqual([])
  })

  test('that can’t be cancelled is reported', async () => {
    const { device, ceremony } = await waitingFor()
    device.instead.set(cancelCeremonyCall.path, lost)
    const screen = waitingScreen(device.parameters, { ceremony, email: null, toContinue }, { status: 'held', opensAt })
    if (screen.is === 'held') screen.cancel()
    await expect.poll(() => device.reported).toMatchObject([{ sentence: 'error.unreachable' }])
  })

  test('for what the keeper can’t open is shown as that, and has nothing to cancel', async () => {
    const { device, ceremony } = await waitingFor()
    const of = { ceremony, email: 'ada@example.com', toContinue }
    const screen = waitingScreen(device.parameters, of, { status: 'secured' })
    expect(screen).toEqual({ is: 'secured', email: 'ada@example.com', toContinue })
  })

  test('is said to an application in a sentence with its time', () => {
    expect(waitingError({ status: 'held', opensAt }, 'held.sayHere')).toMatchObject({
      sentence: 'held.sayHere',
      values: { when: timeOf(opensAt) },
    })
    expect(waitingError({ status: 'secured' }, 'held.sayHere')).toMatchObject({ sentence: 'error.secured' })
  })
})
