import { newId } from '@foyer/custody/bytes'
import { cancelDeletionCall, finishDeletionCall, noticeDeletionCall } from '@foyer/custody/deletionCalls'
import { readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { type DeletionStatement, signWord } from '@foyer/custody/keeperWord'
import { personOf } from '@foyer/custody/person'
import { createKeeperKeeping } from '@foyer/keeper/keeping'
import { keeperCeremonies, keeperDeletions } from '@foyer/keeper/tables'
import {
  ask,
  begin,
  createDevice,
  dayMs,
  email,
  firstLogin,
  linkIn,
  mailsSent,
  minuteMs,
  ofPage,
  site,
} from '@foyer/keeper/test/keeperWorld'
import { readWalletCall } from '@foyer/login/loginCalls'
import { allowDeletionCall, stopDeletionCall } from '@foyer/login/loginDeletionCalls'
import { runRound } from '@foyer/service-testing/runRound'
import { describe, expect, test } from 'vitest'
import { loginDevices, loginDoors, loginWallets } from '../../db/schema/index.js'
import { reasonOf } from '../../login/test/openLogin.js'
import { makeWallet } from '../../login/test/testWallet.js'
import type { Both } from './bothServers.js'
import { type DeletionWorld, eachDeletion, gone, whole } from './deletionWorld.js'

let on: DeletionWorld
let both: Both
eachDeletion((world) => {
  on = world
  both = world.both
})

const person = personOf({ email })

test('[F15] a wallet is deleted at both servers once the wait is over, and not a moment before', async () => {
  const sent = both.world.mails.length
  const opensAt = Math.floor((both.clock.now() + dayMs) / 1000)
  const deletion = await on.asked()
  expect(await on.state()).toEqual({ status: 'held', deletion, opensAt })
  expect(await on.atLoginServer()).toEqual({ opensAt })
  both.pass(dayMs - 1000)
  await both.world.sendLate()
  expect(await on.left()).toEqual(whole)
  both.pass(1000)
  await both.world.sendLate()
  expect(await on.left()).toEqual(gone)
  // The last is of the ceremony that the device had come by.
  expect(both.said).toEqual(['notice', 'close', 'finish', 'end'])
  expect(await on.state()).toMatchObject({ status: 'deleted', at: opensAt })
  await mailsSent(both.world)
  expect(both.world.mails.slice(sent).map(({ subject }) => subject)).toEqual([
    'Your wallet will be deleted on 2 January 2026 00:00 UTC',
    'Your wallet was deleted',
  ])
  expect((await both.atLogin(readWalletCall, { wallet: both.wallet })).status).toBe(401)
  // Nothing is said any more.
  both.pass(dayMs)
  await both.world.sendLate()
  expect(both.said).toHaveLength(4)
})

test.each([-2, 2])('[F15] it is deleted though the login server’s clock is %i minutes apart', async (minutes) => {
  await on.asked()
  both.pass(dayMs)
  both.login.api.time += minutes * minuteMs
  await both.world.sendLate()
  expect(await on.left()).toEqual(gone)
})

test('both servers write to the mailbox, and what each has written cancels it; opening it changes nothing', async () => {
  for (const which of ['keeper', 'login'] as const) {
    await on.asked()
    const mails = which === 'keeper' ? both.world.mails : both.login.mails
    expect(mails.at(-1)).toMatchObject({ to: email, subject: expect.stringMatching(/^Your wallet will be deleted on/) })
    const link = linkIn(mails.at(-1))
    for (let look = 0; look < 2; look += 1)
      expect(await (await ask(both.world, readLinkCall, { link })).json()).toMatchObject({ status: 'deletion', site })
    expect(await on.state()).toMatchObject({ status: 'held' })
    expect((await ask(both.world, refuseLinkCall, { link })).status).toBe(200)
    expect(await on.state()).toEqual({ status: 'none' })
    expect(await (await ask(both.world, readLinkCall, { link })).json()).toEqual({ status: 'over' })
    // A browser that the keeper doesn't know asks the login server, which is told with the next round.
    await both.world.sendLate()
    expect(await on.atLoginServer()).toEqual({ opensAt: null })
    await on.due()
    expect(await on.left()).toEqual({ ...whole })
    both.pass(dayMs)
    await on.logInAgain()
  }
})

describe('who asks', () => {
  test('[F15] needs a login under five minutes, without which the keeper begins nothing', async () => {
    both.pass(5 * minuteMs + 1000)
    expect(await reasonOf(await on.allow())).toEqual([403, 'login_too_old', 'session'])
    expect(await reasonOf(await on.askKeeper())).toEqual([409, 'deletion_refused', 'wallet'])
    await on.due()
    expect(await on.left()).toEqual(whole)
    expect(both.login.mails.filter(({ subject }) => subject.includes('deleted'))).toEqual([])
  })

  test('what was allowed counts for ten minutes, and for the device that asked', async () => {
    await on.allow()
    expect(await reasonOf(await on.askKeeper(both.browser))).toEqual([409, 'deletion_refused', 'wallet'])
    both.pass(10 * minuteMs + 1000)
    expect(await reasonOf(await on.askKeeper())).toEqual([409, 'deletion_refused', 'wallet'])
  })

  test('another person’s device neither asks, sees nor cancels', async () => {
    const other = await firstLogin(both.world, { to: 'eve@mail.example' })
    expect(await reasonOf(await on.askKeeper(other.device))).toEqual([403, 'device_unknown', 'device'])
    const deletion = await on.asked()
    expect(await on.state(other.device)).toEqual({ status: 'none' })
    const answer = await both.atKeeper(cancelDeletionCall, { deletion }, other.device)
    expect(await reasonOf(answer)).toEqual([403, 'device_unknown', 'device'])
    const by = await both.otherDevice()
    const { accessToken } = await both.login.logIn({ by, email: 'eve@mail.example' })
    expect((await both.atLogin(allowDeletionCall, { wallet: both.wallet }, accessToken, by)).status).toBe(404)
    await both.atLogin(stopDeletionCall, { wallet: both.wallet }, accessToken, by)
    expect(await on.state()).toMatchObject({ status: 'held' })
  })

  test('begins three a day, and the same again is the one that waits', async () => {
    const deletion = await on.asked()
    expect(await on.asked()).toBe(deletion)
    for (let again = 0; again < 2; again += 1) {
      await both.atKeeper(cancelDeletionCall, { deletion: again === 0 ? deletion : await on.asked() })
    }
    await both.atKeeper(cancelDeletionCall, { deletion: await on.asked() })
    await on.allow()
    expect(await reasonOf(await on.askKeeper())).toEqual([429, 'too_many_ceremonies', 'email'])
  })
})

describe('who cancels', () => {
  test.each(['device', 'browser'] as const)('a %s that the keeper knows', async (which) => {
    const deletion = await on.asked()
    expect((await both.atKeeper(cancelDeletionCall, { deletion }, both[which])).status).toBe(204)
    await on.due(2)
    expect(await on.left()).toEqual(whole)
  })

  test('a session that the keeper doesn’t know: the keeper asks before it deletes', async () => {
    await on.asked()
    both.pass(minuteMs)
    const by = await both.otherDevice()
    const token = await both.logIn(by)
    expect((await both.atLogin(stopDeletionCall, { wallet: both.wallet }, token, by)).status).toBe(204)
    await on.due(2)
    expect(both.said).toEqual(['notice', 'close', 'end'])
    expect((await on.left()).keeper).toBe(whole.keeper)
    expect(await on.state()).toEqual({ status: 'none' })
  })

  test('a cancellation at the keeper after it has asked for the last time still counts', async () => {
    const deletion = await on.asked()
    both.faults.set('close', ['deaf'])
    await on.due()
    const late = await both.logIn(both.by)
    const stopped = await both.atLogin(stopDeletionCall, { wallet: both.wallet }, late)
    expect(await reasonOf(stopped)).toEqual([409, 'deletion_over', 'wallet'])
    expect((await both.atKeeper(cancelDeletionCall, { deletion })).status).toBe(204)
    await on.due(2)
    expect(await on.left()).toEqual(whole)
    // And it may be asked for anew.
    both.pass(minuteMs)
    await on.logInAgain()
    await on.asked()
    await on.due()
    expect(await on.left()).toEqual(gone)
  })

  test('nobody, once it is done', async () => {
    const deletion = await on.asked()
    await on.due()
    expect(await reasonOf(await both.atKeeper(cancelDeletionCall, { deletion }))).toEqual([
      409,
      'deletion_over',
      'wallet',
    ])
    const link = linkIn(both.world.mails.find(({ subject }) => subject.startsWith('Your wallet will be deleted')))
    expect(await reasonOf(await ask(both.world, refuseLinkCall, { link }))).toEqual([409, 'deletion_over', 'wallet'])
  })
})

describe('what the login server doesn’t take', () => {
  const words = (stage: 'asked' | 'due' | 'done', more: object = {}) => ({
    ...{ stage, deletion: newId(), wallet: both.wallet, person, device: both.device.id },
    ...{ at: Math.floor(both.clock.now() / 1000), expiresAt: Math.floor(both.clock.now() / 1000) + 600 },
    ...more,
  })
  const show = async (path: string, word: DeletionStatement, by = both.world.services.keeper.secrets.signing) => {
    const body = {
      receipt: await signWord('deletion', by, word),
      ...(path === noticeDeletionCall.path && { link: 'A'.repeat(43) }),
    }
    return (await both.login.api.post(path, body, ofPage)).status
  }

  test('a word that another has signed, that is over, or of another stage', async () => {
    await on.allow()
    const forger = (await createDevice()).keys.privateKey
    expect(await show(noticeDeletionCall.path, words('asked'), forger)).toBe(403)
    expect(
      await show(noticeDeletionCall.path, words('asked', { expiresAt: Math.floor(both.clock.now() / 1000) - 1 })),
    ).toBe(403)
    expect(await show(noticeDeletionCall.path, words('due'))).toBe(403)
    expect(await show(noticeDeletionCall.path, words('asked'))).toBe(204)
  })

  test('the keeper’s alone: without a wait that it was told of, or before that is over by its own clock', async () => {
    expect(await show(finishDeletionCall.path, words('done'))).toBe(403)
    const deletion = await on.asked()
    expect(await show(finishDeletionCall.path, words('done', { deletion }))).toBe(403)
    expect(await show('/login/v1/deletions/close', words('due', { deletion }))).toBe(409)
    expect(await on.left()).toEqual(whole)
  })
})

test('after it the mailbox makes another wallet, which isn’t touched by what is still said of the old one', async () => {
  await on.asked()
  both.faults.set('finish', ['lost', 'lost'])
  await on.due()
  both.pass(minuteMs)
  const by = await both.otherDevice()
  const token = await both.logIn(by)
  const made = await makeWallet({ login: both.login, by, token, email })
  expect(made.statuses).toEqual([204, 409])
  await on.due(3)
  const wallets = await on.database.orm.select({ id: loginWallets.id }).from(loginWallets)
  expect(wallets).toEqual([{ id: made.wallet.wallet }])
  expect(await on.database.orm.select().from(loginDoors)).toHaveLength(2)
  expect(await on.database.orm.select().from(loginDevices)).toHaveLength(1)
  const again = await firstLogin(both.world)
  expect(again.wallet).not.toBe(both.wallet)
})

test('what devices had begun at the keeper is over, and what was cancelled or is long over is forgotten', async () => {
  const deletion = await on.asked()
  const other = await createDevice()
  await begin(both.world, { device: other })
  await on.due()
  const statuses = (await both.world.database.orm.select().from(keeperCeremonies)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['ended']))
  const { keeper: base, log } = both.world.services
  const keep = () => runRound((clock) => createKeeperKeeping({ base: { ...base, clock }, log }), both.clock.now())
  await keep()
  expect((await both.world.database.orm.select().from(keeperDeletions)).map(({ id }) => id)).toEqual([deletion])
  both.pass(366 * dayMs)
  await keep()
  expect(await both.world.database.orm.select().from(keeperDeletions)).toEqual([])
})
