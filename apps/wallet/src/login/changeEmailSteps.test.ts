import { newId } from '@foyer/custody/bytes'
import { changeDigitsOf } from '@foyer/custody/digits'
import { askEmailChangeCall, type EmailChangeState, emailChangeStateCall } from '@foyer/custody/emailChangeCalls'
import { claimWalletCall } from '@foyer/login/loginCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import { describe, expect, test } from 'vitest'
import { timeOf } from '../messages/say.js'
import { refusedDatabase, site } from '../test/testFrame.js'
import { enter, hold, lost, refusing, testLogin } from '../test/testLogin.js'
import { type ChangeScreen, createChangeEmail } from './changeEmail.js'

const [ada, lovelace] = ['ada@example.com', 'lovelace@example.com']
const path = emailChangeStateCall.path
const never = () => new AbortController().signal

async function stand({ isLoggedIn = true, ...more }: Parameters<typeof testLogin>[0] & { isLoggedIn?: boolean } = {}) {
  const device = await testLogin(more)
  if (isLoggedIn) await enter(device)
  let changed = 0
  let screen: ChangeScreen | undefined
  const changes = createChangeEmail({
    ...device.parameters,
    show(next) {
      screen = next
    },
    changed() {
      changed += 1
    },
  })
  return { ...device, changes, changed: () => changed, changeScreen: () => screen }
}

/** Both codes are typed but for the second. */
async function untilSecond(...given: Parameters<typeof stand>) {
  const device = await stand(...given)
  await device.changes.begin(lovelace)
  await device.changes.primary(device.scripted.code)
  return device
}

describe('another mailbox', () => {
  test('[S4.24] is asked for as it is meant, whatever stands around it, and proved by both codes', async () => {
    const device = await stand()
    expect(await device.changes.begin(`  ${lovelace.toUpperCase()} `)).toEqual({
      ...{ action: 'VERIFY_PRIMARY_OTP', codeSeconds: 420 },
    })
    await device.changes.primary(device.scripted.code)
    expect(await device.changes.secondary(device.scripted.code, never())).toEqual({ newEmail: lovelace })
    const [first, second] = device.askedOf(verifyEmailChangeCall.path)
    expect(device.askedOf(beginEmailChangeCall.path)).toEqual([{ email: lovelace, site, language: 'en' }])
    expect([first?.code, second?.code, first?.change === second?.change]).toEqual(['417205', '417205', false])
    expect(device.askedOf(askEmailChangeCall.path)).toEqual([{ from: ada, to: lovelace, site, language: 'en' }])
    expect(device.askedOf(claimWalletCall.path)).toHaveLength(2)
    expect(device.store.get()).toMatchObject({
      ...{ user: { email: lovelace }, wallet: { person: `email:${lovelace}` }, change: null },
    })
    expect([device.changed(), device.reported]).toEqual([1, []])
  })

  test('isn’t asked of the keeper by the first mailbox’s code, typed where the second’s is wanted', async () => {
    const device = await stand()
    await device.changes.begin(lovelace)
    const second = device.changes.secondary(device.scripted.code, never())
    await expect(second).rejects.toMatchObject({ sentence: 'error.codeWrong' })
    expect(device.askedOf(askEmailChangeCall.path)).toEqual([])
    expect(await device.changes.secondary(device.scripted.code, never())).toEqual({ newEmail: lovelace })
  })

  test('is asked for once: a second time there is no code for it', async () => {
    const device = await untilSecond()
    await device.changes.secondary(device.scripted.code, never())
    const again = device.changes.secondary(device.scripted.code, never())
    await expect(again).rejects.toMatchObject({ sentence: 'error.noLogin' })
  })

  test('is none of who isn’t logged in, logs in at a provider, or whose browser keeps nothing', async () => {
    const nobody = await stand({ isLoggedIn: false })
    await expect(nobody.changes.begin(lovelace)).rejects.toMatchObject({ sentence: 'error.signedOut', rpcCode: 4100 })
    const social = await stand()
    await social.store.set({ user: { person: 'google:1', email: ada, userName: null } })
    await expect(social.changes.begin(lovelace)).rejects.toMatchObject({ sentence: 'error.emailSocial' })
    const unkept = await stand({ database: refusedDatabase })
    await expect(unkept.changes.begin(lovelace)).rejects.toMatchObject({ sentence: 'error.emailElsewhere' })
    for (const { askedOf } of [nobody, social, unkept]) expect(askedOf(beginEmailChangeCall.path)).toEqual([])
  })
})

describe('both mailboxes’ links', () => {
  test.each([
    ['refused', 'error.changeEnded'],
    ['taken', 'error.emailTaken'],
  ] as const)('that are %s leave nothing to finish', async (reason, sentence) => {
    const device = await untilSecond()
    device.scripted.state.changeIs = { status: 'ended', reason }
    const second = device.changes.secondary(device.scripted.code, never())
    await expect(second).rejects.toMatchObject({ sentence })
    expect([device.store.get().change, device.changed()]).toEqual([null, 0])
  })

  test('are waited for by an application of this kit as long as a request may, by any other until it leaves', async () => {
    const own = await untilSecond({ isOwnHost: () => true })
    own.scripted.state.changeIs = { status: 'waiting' }
    const waits = { sentence: 'error.linksWaiting' }
    await expect(own.changes.secondary(own.scripted.code, never())).rejects.toMatchObject(waits)
    expect(own.askedOf(path)).toEqual([])
    expect(own.changeScreen()).toEqual({
      ...{ is: 'change', email: lovelace, digits: await changeDigitsOf(own.store.get().change?.change ?? '') },
    })
    const start = own.clock.now
    own.instead.set(path, (next) => {
      own.clock.now = start + 25_000 - 3 + own.askedOf(path).length
      return next()
    })
    await expect(own.changes.secondary('', never())).rejects.toMatchObject(waits)
    expect(own.askedOf(path).map(({ known }) => known)).toEqual([null, 'waiting', 'waiting'])
    for (const isOwnHost of [() => false, undefined]) {
      const other = await untilSecond({ isOwnHost })
      const leaving = new AbortController()
      other.scripted.state.changeIs = { status: 'waiting' }
      other.anyway.add(path)
      other.instead.set(path, (next) => {
        other.clock.now += 25_000
        if (other.askedOf(path).length === 4) leaving.abort()
        return next()
      })
      const digits = { sentence: 'error.digits', values: { digits: expect.stringMatching(/^\d{4}$/) } }
      await expect(other.changes.secondary(other.scripted.code, never())).rejects.toMatchObject(digits)
      await expect(other.changes.secondary('', leaving.signal)).rejects.toMatchObject(waits)
      expect(other.askedOf(path)).toHaveLength(4)
    }
  })

  test('that are held say until when and for whom, and are finished on the next visit', async () => {
    const device = await untilSecond()
    const opensAt = 1_900_000_000
    device.scripted.state.changeIs = { status: 'held', opensAt }
    await expect(device.changes.secondary(device.scripted.code, never())).rejects.toMatchObject({
      sentence: 'error.changeHeld',
      values: { email: lovelace, when: timeOf(opensAt) },
    })
    expect([device.store.get().change?.to, device.store.get().user?.email]).toEqual([lovelace, ada])
    device.scripted.state.changeIs = undefined
    await device.changes.finish()
    expect(device.store.get()).toMatchObject({ user: { email: lovelace }, change: null })
    expect([device.changed(), device.reported]).toEqual([1, []])
  })

  test('are no longer asked after as the application leaves a question that hangs', async () => {
    const device = await untilSecond()
    const state = hold(device, path)
    const leaving = new AbortController()
    const second = device.changes.secondary(device.scripted.code, leaving.signal)
    const said = expect(second).rejects.toMatchObject({ sentence: 'error.unreachable' })
    await expect.poll(state.count).toBe(1)
    leaving.abort()
    await said
  })
})

describe('a change that both mailboxes were asked for before', () => {
  /** A device that was left after both codes, with what the keeper says since. */
  async function left() {
    const device = await stand()
    const change = { change: newId(), to: lovelace }
    await device.store.set({ change })
    return { ...device, change }
  }

  test.each([
    ['waits for the links', { status: 'waiting' }, true],
    ['is held', { status: 'held', opensAt: 1_900_000_000 }, true],
    ['has ended', { status: 'ended', reason: 'expired' }, false],
  ] satisfies [string, EmailChangeState, boolean][])(
    'and %s is no fault on the next visit',
    async (_, state, isKept) => {
      const device = await left()
      device.scripted.more.set(path, () => state)
      await device.changes.finish()
      expect([device.store.get().change, device.reported]).toEqual([isKept ? device.change : null, []])
      expect([device.askedOf(path), device.changed()]).toEqual([[{ change: device.change.change, known: null }], 0])
    },
  )

  test('is forgotten where the keeper knows of it no more', async () => {
    const device = await left()
    device.instead.set(path, refusing('ceremony_over', 409))
    await device.changes.finish()
    expect([device.store.get().change, device.reported]).toEqual([null, []])
    await device.changes.finish()
    expect(device.askedOf(path)).toHaveLength(1)
  })

  test.each([
    ['can’t be reached', lost],
    ['refuses otherwise', refusing('signature_unknown', 403)],
  ])('stays for another visit where the keeper %s, which is reported', async (_, answer) => {
    const device = await left()
    device.instead.set(path, answer)
    await device.changes.finish()
    expect([device.store.get().change, device.reported.length]).toEqual([device.change, 1])
  })

  test('is finished as another begins', async () => {
    const device = await left()
    device.scripted.more.set(path, () => ({ status: 'ended', reason: 'expired' }))
    await device.changes.begin(lovelace)
    expect(device.store.get().change).toBeNull()
  })
})
