import {
  allowDeletionCall,
  askDeletionCall,
  cancelDeletionCall,
  DeletionState,
  deletionStateCall,
  finishDeletionCall,
  newId,
  noticeDeletionCall,
  personOf,
  readDeletionCall,
  readLinkCall,
  readWalletCall,
  refuseLinkCall,
  signDeletion,
  stopDeletionCall,
} from '@foyer/embedded/custody'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.js'
import {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginOwnDoors,
  loginSessions,
  loginWallets,
  usedNonces,
} from '../db/schema/index.js'
import { reasonOf } from '../login/test/openLogin.js'
import { makeWallet } from '../login/test/testWallet.js'
import { openTestDatabase } from '../test/openApi.js'
import { runRound } from '../test/runRound.js'
import { createKeeperKeeping } from './keeping.js'
import { keeperBindings, keeperCeremonies, keeperDeletions, keeperDevices } from './tables.js'
import { type Both, startBoth } from './test/bothServers.js'
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
  site,
} from './test/keeperWorld.js'

let database: Database
let both: Both
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
const tables = [
  loginCodes,
  loginDeletions,
  loginSessions,
  loginDevices,
  loginDoors,
  loginOwnDoors,
  loginWallets,
  usedNonces,
]
beforeEach(async () => {
  for (const table of tables) await database.orm.delete(table)
  both = await startBoth(database)
})
afterEach(() => both?.world.close())

const person = personOf({ email })
const allow = (token = both.token, by = both.by) => both.atLogin(allowDeletionCall, { wallet: both.wallet }, token, by)
const askKeeper = (who = both.device) => both.atKeeper(askDeletionCall, { wallet: both.wallet, site }, who)
const state = async (who = both.device) =>
  v.parse(DeletionState, await (await both.atKeeper(deletionStateCall, { wallet: both.wallet }, who)).json())
/** Asks both, and waits for their mails. @returns the deletion at the keeper */
async function asked(): Promise<string> {
  expect((await allow()).status).toBe(204)
  const answer = await askKeeper()
  if (!answer.ok) throw new Error(await answer.text())
  await mailsSent(both.world)
  return v.parse(askDeletionCall.reply, await answer.json()).deletion
}
/** The end of the wait, and what the keeper does by itself then. */
async function due(rounds = 1) {
  both.pass(dayMs)
  for (let round = 0; round < rounds; round += 1) {
    await both.world.sendLate()
    both.pass(minuteMs * 60)
  }
  await mailsSent(both.world)
}
/** What is left of the person, at both. */
async function left() {
  const { orm } = both.world.database
  const [bindings, keys] = [await orm.select().from(keeperBindings), await orm.select().from(keeperDevices)]
  const atLogin = await Promise.all(
    [loginWallets, loginDoors, loginSessions, loginDevices].map(
      async (table) => (await database.orm.select().from(table)).length,
    ),
  )
  return { keeper: bindings.length + keys.length, login: atLogin.reduce((sum, each) => sum + each, 0) }
}
const gone = { keeper: 0, login: 0 }
const whole = { keeper: 3, login: 5 }

test('[F15] a wallet is deleted at both servers once the wait is over, and not a moment before', async () => {
  const sent = both.world.mails.length
  const opensAt = Math.floor((both.clock.now() + dayMs) / 1000)
  const deletion = await asked()
  expect(await state()).toEqual({ status: 'held', deletion, opensAt })
  expect(await (await both.atLogin(readDeletionCall, { wallet: both.wallet })).json()).toEqual({ opensAt })
  both.pass(dayMs - 1000)
  await both.world.sendLate()
  expect(await left()).toEqual(whole)
  both.pass(1000)
  await both.world.sendLate()
  expect(await left()).toEqual(gone)
  expect(both.said).toEqual(['notice', 'close', 'finish'])
  expect(await state()).toMatchObject({ status: 'deleted', at: opensAt })
  await mailsSent(both.world)
  expect(both.world.mails.slice(sent).map(({ subject }) => subject)).toEqual([
    'Your wallet is deleted on 2 January 2026 00:00 UTC',
    'Your wallet was deleted',
  ])
  expect((await both.atLogin(readWalletCall, { wallet: both.wallet })).status).toBe(401)
  // Nothing is said any more.
  both.pass(dayMs)
  await both.world.sendLate()
  expect(both.said).toHaveLength(3)
})

test('both servers write to the mailbox, and what each has written cancels it; opening it changes nothing', async () => {
  for (const which of ['keeper', 'login'] as const) {
    await asked()
    const mails = which === 'keeper' ? both.world.mails : both.login.mails
    expect(mails.at(-1)).toMatchObject({ to: email, subject: expect.stringMatching(/^Your wallet is deleted on/) })
    const link = linkIn(mails.at(-1))
    for (let look = 0; look < 2; look += 1)
      expect(await (await ask(both.world, readLinkCall, { link })).json()).toMatchObject({ status: 'deletion', site })
    expect(await state()).toMatchObject({ status: 'held' })
    expect((await ask(both.world, refuseLinkCall, { link })).status).toBe(204)
    expect(await state()).toEqual({ status: 'none' })
    expect(await (await ask(both.world, readLinkCall, { link })).json()).toEqual({ status: 'over' })
    await due()
    expect(await left()).toEqual({ ...whole })
    both.pass(dayMs)
    const token = await both.logIn(both.by)
    both = { ...both, token }
  }
})

describe('who asks', () => {
  test('[F15] needs a login under five minutes, without which the keeper begins nothing', async () => {
    both.pass(5 * minuteMs + 1000)
    expect(await reasonOf(await allow())).toEqual([403, 'login_too_old', 'session'])
    expect(await reasonOf(await askKeeper())).toEqual([409, 'deletion_refused', 'wallet'])
    await due()
    expect(await left()).toEqual(whole)
    expect(both.login.mails.filter(({ subject }) => subject.includes('deleted'))).toEqual([])
  })

  test('what was allowed counts for ten minutes, and for the device that asked', async () => {
    await allow()
    expect(await reasonOf(await askKeeper(both.browser))).toEqual([409, 'deletion_refused', 'wallet'])
    both.pass(10 * minuteMs + 1000)
    expect(await reasonOf(await askKeeper())).toEqual([409, 'deletion_refused', 'wallet'])
  })

  test('another person’s device neither asks, sees nor cancels', async () => {
    const other = await firstLogin(both.world, { to: 'eve@mail.example' })
    expect(await reasonOf(await askKeeper(other.device))).toEqual([403, 'device_unknown', 'device'])
    const deletion = await asked()
    expect(await state(other.device)).toEqual({ status: 'none' })
    const answer = await both.atKeeper(cancelDeletionCall, { deletion }, other.device)
    expect(await reasonOf(answer)).toEqual([403, 'device_unknown', 'device'])
    const by = await both.otherDevice()
    const { accessToken } = await both.login.logIn({ by, email: 'eve@mail.example' })
    expect((await both.atLogin(allowDeletionCall, { wallet: both.wallet }, accessToken, by)).status).toBe(404)
    await both.atLogin(stopDeletionCall, { wallet: both.wallet }, accessToken, by)
    expect(await state()).toMatchObject({ status: 'held' })
  })

  test('begins three a day, and the same again is the one that waits', async () => {
    const deletion = await asked()
    expect(await asked()).toBe(deletion)
    for (let again = 0; again < 2; again += 1) {
      await both.atKeeper(cancelDeletionCall, { deletion: again === 0 ? deletion : await asked() })
    }
    await both.atKeeper(cancelDeletionCall, { deletion: await asked() })
    await allow()
    expect(await reasonOf(await askKeeper())).toEqual([429, 'too_many_ceremonies', 'email'])
  })
})

describe('who cancels', () => {
  test.each(['device', 'browser'] as const)('a %s that the keeper knows', async (which) => {
    const deletion = await asked()
    expect((await both.atKeeper(cancelDeletionCall, { deletion }, both[which])).status).toBe(204)
    await due(2)
    expect(await left()).toEqual(whole)
  })

  test('a session that the keeper doesn’t know: the keeper asks before it deletes', async () => {
    await asked()
    both.pass(minuteMs)
    const by = await both.otherDevice()
    const token = await both.logIn(by)
    expect((await both.atLogin(stopDeletionCall, { wallet: both.wallet }, token, by)).status).toBe(204)
    await due(2)
    expect(both.said).toEqual(['notice', 'close'])
    expect((await left()).keeper).toBe(whole.keeper)
    expect(await state()).toEqual({ status: 'none' })
  })

  test('a cancellation at the keeper after it has asked for the last time still counts', async () => {
    const deletion = await asked()
    both.faults.set('close', ['deaf'])
    await due()
    const late = await both.logIn(both.by)
    const stopped = await both.atLogin(stopDeletionCall, { wallet: both.wallet }, late)
    expect(await reasonOf(stopped)).toEqual([409, 'deletion_over', 'wallet'])
    expect((await both.atKeeper(cancelDeletionCall, { deletion })).status).toBe(204)
    await due(2)
    expect(await left()).toEqual(whole)
    // And it may be asked for anew.
    both.pass(minuteMs)
    both = { ...both, token: await both.logIn(both.by) }
    await asked()
    await due()
    expect(await left()).toEqual(gone)
  })

  test('nobody, once it is done', async () => {
    const deletion = await asked()
    await due()
    expect(await reasonOf(await both.atKeeper(cancelDeletionCall, { deletion }))).toEqual([
      409,
      'deletion_over',
      'wallet',
    ])
    const link = linkIn(both.world.mails.find(({ subject }) => subject.startsWith('Your wallet is deleted')))
    expect(await reasonOf(await ask(both.world, refuseLinkCall, { link }))).toEqual([409, 'deletion_over', 'wallet'])
  })
})

describe('[F16] a server that is away, or ends, at any moment', () => {
  test.each(['lost', 'deaf'] as const)(
    'as the keeper first speaks (%s): nothing waits, and it may be asked again',
    async (fault) => {
      both.faults.set('notice', [fault])
      await allow()
      expect(await reasonOf(await askKeeper())).toEqual([503, 'login_away', 'wallet'])
      await due(2)
      expect(await left()).toEqual(whole)
      both = { ...both, token: await both.logIn(both.by) }
      await asked()
      await due()
      expect(await left()).toEqual(gone)
    },
  )

  test.each(['lost', 'deaf'] as const)(
    'as it asks for the last time (%s): the wallet is whole until it is gone',
    async (fault) => {
      await asked()
      both.faults.set('close', [fault, fault, fault])
      await due()
      expect(await left()).toEqual(whole)
      await due(3)
      expect(await left()).toEqual(gone)
    },
  )

  test.each(['lost', 'deaf'] as const)(
    'as it says that it is done (%s): it is said until it is heard',
    async (fault) => {
      await asked()
      both.faults.set('finish', [fault, fault])
      await due()
      expect((await left()).keeper).toBe(0)
      await due(3)
      expect(await left()).toEqual(gone)
      expect((await both.world.database.orm.select().from(keeperDeletions))[0]?.nextTellAt).toBeNull()
    },
  )

  test('the page takes the keeper’s word as well', async () => {
    await asked()
    both.faults.set('finish', ['lost'])
    await due()
    const said = await state()
    if (said.status !== 'deleted') return expect.fail()
    for (let time = 0; time < 2; time += 1) {
      const answer = await both.login.api.post(finishDeletionCall.path, { receipt: said.receipt }, ofWallet)
      expect(answer.status).toBe(204)
    }
    expect(await left()).toEqual(gone)
  })
})

const ofWallet = {
  'content-type': 'application/json',
  origin: 'https://wallet.example',
  'sec-fetch-site': 'same-origin',
}

describe('what the login server doesn’t take', () => {
  const words = (stage: 'asked' | 'due' | 'done', more: object = {}) => ({
    ...{ stage, deletion: newId(), wallet: both.wallet, person, device: both.device.id },
    ...{ at: Math.floor(both.clock.now() / 1000), expiresAt: Math.floor(both.clock.now() / 1000) + 600 },
    ...more,
  })
  const show = async (
    path: string,
    word: Parameters<typeof signDeletion>[1],
    by = both.world.services.keeper.secrets.signing,
  ) => {
    const body = {
      receipt: await signDeletion(by, word),
      ...(path === noticeDeletionCall.path && { link: 'A'.repeat(43) }),
    }
    return (await both.login.api.post(path, body, ofWallet)).status
  }

  test('a word that another has signed, that is over, or of another stage', async () => {
    await allow()
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
    const deletion = await asked()
    expect(await show(finishDeletionCall.path, words('done', { deletion }))).toBe(403)
    expect(await show('/login/v1/deletions/close', words('due', { deletion }))).toBe(409)
    expect(await left()).toEqual(whole)
  })
})

test('after it the mailbox makes another wallet, which isn’t touched by what is still said of the old one', async () => {
  await asked()
  both.faults.set('finish', ['lost', 'lost'])
  await due()
  both.pass(minuteMs)
  const by = await both.otherDevice()
  const token = await both.logIn(by)
  const made = await makeWallet({ login: both.login, by, token, email })
  expect(made.statuses).toEqual([204, 409])
  await due(3)
  const wallets = await database.orm.select({ id: loginWallets.id }).from(loginWallets)
  expect(wallets).toEqual([{ id: made.wallet.wallet }])
  expect(await database.orm.select().from(loginDoors)).toHaveLength(2)
  expect(await database.orm.select().from(loginDevices)).toHaveLength(1)
  const again = await firstLogin(both.world)
  expect(again.wallet).not.toBe(both.wallet)
})

test('what devices had begun at the keeper is over, and what was cancelled or is long over is forgotten', async () => {
  const deletion = await asked()
  const other = await createDevice()
  await begin(both.world, { device: other })
  await due()
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
