import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { noticeDeletionCall } from '@foyer/custody/deletionCalls'
import { type DeviceWord, endDeviceCall, signWord } from '@foyer/custody/keeperWord'
import { personOf } from '@foyer/custody/person'
import { beginLoginCall, contributeCall, verifyCodeCall } from '@foyer/login/loginCalls'
import { allowDeletionCall } from '@foyer/login/loginDeletionCalls'
import { beginEmailChangeCall } from '@foyer/login/loginEmailCalls'
import { listDevicesCall, removeDeviceCall } from '@foyer/login/ownPageCalls'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginSessions,
} from '../db/schema/index.js'
import { createSignInKeeping } from '../signIn/signInKeeping.js'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import {
  createDevice,
  openLogin,
  reasonOf,
  site,
  type TestDevice,
  type TestLogin,
  wholeJson,
} from './test/openLogin.js'
import { makeDoor, makeWallet } from './test/testWallet.js'

const [ada, eve] = ['ada@mail.example', 'eve@mail.example']

let database: Database
let login: TestLogin
let owner: Awaited<ReturnType<typeof enter>>
let made: Awaited<ReturnType<typeof makeWallet>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
  owner = await enter(ada)
  made = await makeWallet({ login, ...owner, email: ada })
})

/** One that the keeper has confirmed, by a ceremony of its own. */
async function enter(email: string, by?: TestDevice) {
  login.api.time += 31_000
  const device = by ?? (await createDevice())
  const { accessToken: token } = await login.logIn({ by: device, email })
  const rows = await database.orm.select().from(loginDevices).where(eq(loginDevices.device, device.device))
  return { by: device, token, ceremony: rows.find(({ person }) => person === personOf({ email }))?.ceremony ?? '' }
}
type Entered = typeof owner

const seconds = (ms = 0) => Math.floor((login.api.time + ms) / 1000)
/** Signs and sends the keeper's word on a device, for ten minutes. */
async function say(word: Partial<DeviceWord> & Pick<DeviceWord, 'device' | 'ends'>, by = login.keeper) {
  const common = {
    person: personOf({ email: ada }),
    ceremony: newId(),
    actsFrom: seconds(),
    expiresAt: seconds(600_000),
  }
  return login.api.post(
    endDeviceCall.path,
    { receipt: await signWord('device', by.privateKey, { ...common, ...word }) },
    wholeJson,
  )
}
const devices = async () => new Set((await database.orm.select().from(loginDevices)).map(({ device }) => device))
const keysOf = (...all: readonly Entered[]) => new Set(all.map(({ by }) => by.device))
const doors = async () => (await database.orm.select().from(loginDoors)).map(({ door }) => door).toSorted()
const deletionStatus = async () => (await database.orm.select().from(loginDeletions))[0]?.status

/** Leaves all that a device may have: an own door, one that it hasn't made yet, one of recovery, a code, a change of the address, and a deletion that waits. */
async function busy(who: Entered) {
  const { by, token } = who
  const { wallet } = made.wallet
  const own = await makeDoor({ login, by, token, kind: 'device', wallet: made.wallet })
  // As the device has it that the wallet was made in.
  const shared = await makeDoor({ login, by, token, kind: 'device', wallet: made.wallet })
  for (const { said, kind } of [
    { ...own, kind: 'device' },
    { ...shared, kind: 'recovery' },
  ] as const)
    await database.orm.update(loginDoors).set({ wrap: said.wrap, kind }).where(eq(loginDoors.door, said.door))
  await login.ask(contributeCall, by, { wallet, door: newId(), kind: 'device' }, { token })
  await login.ask(beginEmailChangeCall, by, { email: 'new@mail.example', site }, { token })
  await login.ask(allowDeletionCall, by, { wallet }, { token })
  const said = {
    wallet,
    person: personOf({ email: ada }),
    device: by.device,
    deletion: newId(),
    at: seconds(86_400_000),
  }
  const receipt = await signWord('deletion', login.keeper.privateKey, {
    ...said,
    stage: 'asked',
    expiresAt: seconds(600_000),
  })
  await login.api.post(noticeDeletionCall.path, { receipt, link: encodeBytes(randomBytes(32)) }, wholeJson)
  login.api.time += 31_000
  await login.begin({ by, email: ada, isKnown: true })
  return { shared: shared.said.door }
}
const left = async ({ by: { device } }: Entered) =>
  Promise.all(
    [loginDoors, loginCodes, loginEmailChanges, loginSessions].map(async (table) => {
      const rows = await database.orm.select({ device: table.device }).from(table).where(eq(table.device, device))
      return rows.length
    }),
  )

describe('the keeper’s word that a device isn’t the person’s', () => {
  test.each(['ceremony', 'device'] as const)(
    '[F4] ends it with all that it has and has asked for (%s)',
    async (ends) => {
      const other = await enter(ada)
      const { shared } = await busy(other)
      const before = await left(owner)
      expect([await left(other), await deletionStatus()]).toEqual([[3, 1, 1, 1], 'noticed'])
      const { ceremony, by } = other
      const word = { device: by.device, ends, ...(ends === 'ceremony' ? { ceremony } : {}) }
      expect((await say(word)).status).toBe(204)
      // The recovery door that it has made is the wallet's, and what it has proved of another mailbox is of a device that goes.
      expect([await left(other), await deletionStatus()]).toEqual([[1, 0, ends === 'device' ? 0 : 1, 0], 'stopped'])
      expect(await doors()).toContain(shared)
      expect([await left(owner), await devices()]).toEqual([before, keysOf(owner)])
      const answer = await login.ask(listDevicesCall, by, {}, { token: other.token })
      expect(await reasonOf(answer)).toEqual([401, 'session_over', 'session'])
      // Said once more, and of one that isn't there, it is no fault.
      expect((await say(word)).status).toBe(204)
    },
  )

  test('[F4] of a ceremony is of what came by it alone: a device that the person had stays', async () => {
    const other = await enter(ada)
    expect((await say({ device: other.by.device, ends: 'ceremony' })).status).toBe(204)
    expect((await say({ device: owner.by.device, ends: 'ceremony', ceremony: other.ceremony })).status).toBe(204)
    expect(await devices()).toEqual(keysOf(owner, other))
  })

  test('[F4] of a device is of that person’s, and of nobody else’s who has the same browser', async () => {
    const hers = await enter(eve, owner.by)
    await login.ask(beginEmailChangeCall, hers.by, { email: 'new@mail.example', site }, { token: hers.token })
    const other = await enter(ada)
    await login.ask(beginEmailChangeCall, other.by, { email: 'other@mail.example', site }, { token: other.token })
    expect((await say({ device: owner.by.device, ends: 'device' })).status).toBe(204)
    const rows = await database.orm.select().from(loginDevices)
    expect(new Set(rows.map(({ person, device }) => `${person} ${device}`))).toEqual(
      new Set([`${personOf({ email: eve })} ${owner.by.device}`, `${personOf({ email: ada })} ${other.by.device}`]),
    )
    expect(await database.orm.select().from(loginEmailChanges)).toHaveLength(2)
  })

  test('[F4] finds what came by its ceremony though the wallet has gone to another mailbox since', async () => {
    const other = await enter(ada)
    const { by, ceremony } = other
    await database.orm.insert(loginDevices).values({
      ...((await database.orm.select().from(loginDevices).where(eq(loginDevices.device, by.device)))[0] ??
        expect.fail()),
      person: personOf({ email: eve }),
    })
    expect((await say({ device: by.device, ends: 'ceremony', ceremony })).status).toBe(204)
    expect(await devices()).toEqual(keysOf(owner))
  })

  test('[F4] takes back a code that was sent for the ceremony, and lets nobody in by it any more', async () => {
    const [by, kept] = [await createDevice(), await createDevice()]
    login.api.time += 31_000
    const confirmation = await login.says({ email: ada, device: by.device })
    const { ceremony } = v.parse(v.object({ ceremony: v.string() }), JSON.parse(confirmation.text))
    const asked = { email: ada, projectId: 'demo', site, confirmation }
    const { login: id } = v.parse(beginLoginCall.reply, await (await login.ask(beginLoginCall, by, asked)).json())
    // Another ceremony of the same person takes back nothing of it.
    expect((await say({ device: kept.device, ends: 'device' })).status).toBe(204)
    expect(await database.orm.select().from(loginCodes)).toHaveLength(1)
    expect((await say({ device: by.device, ends: 'ceremony', ceremony })).status).toBe(204)
    expect(await database.orm.select().from(loginCodes)).toEqual([])
    const typed = await login.ask(verifyCodeCall, by, { login: id, code: '123456', keepsIn: 'page' })
    expect(await reasonOf(typed)).toEqual([403, 'code_expired', 'login'])
    login.api.time += 31_000
    const { orm } = database
    await runRound((clock) => createSignInKeeping({ orm, log: login.api.services.log, clock }), login.api.time)
    const count = login.mails.length
    const again = v.parse(beginLoginCall.reply, await (await login.ask(beginLoginCall, by, asked)).json())
    await expect.poll(() => login.mails.length).toBeGreaterThan(count)
    const code = /\b\d{6}\b/.exec(login.mails.at(-1)?.text ?? '')?.[0] ?? ''
    const entered = await login.ask(verifyCodeCall, by, { login: again.login, code, keepsIn: 'page' })
    expect(await reasonOf(entered)).toEqual([403, 'unconfirmed', 'confirmation'])
    expect(await devices()).toEqual(keysOf(owner))
  })

  test('leaves a deletion that the keeper has asked of for the last time, and one that another device has asked for', async () => {
    const other = await enter(ada)
    await busy(other)
    await say({ device: (await createDevice()).device, ends: 'device' })
    expect(await deletionStatus()).toBe('noticed')
    await database.orm.update(loginDeletions).set({ status: 'closed' })
    await say({ device: other.by.device, ends: 'device' })
    expect(await deletionStatus()).toBe('closed')
  })

  test('[F4] that is over, or signed by another, ends nothing', async () => {
    const { device } = owner.by
    const refused = [403, 'unconfirmed', 'confirmation']
    expect(await reasonOf(await say({ device, ends: 'device', expiresAt: seconds() - 1 }))).toEqual(refused)
    expect(await reasonOf(await say({ device, ends: 'device' }, (await createDevice()).keys))).toEqual(refused)
    expect(await devices()).toEqual(keysOf(owner))
  })
})

test('a device that its person removes takes along what it has asked for', async () => {
  const other = await enter(ada)
  await busy(other)
  const { by, token } = owner
  expect((await login.ask(removeDeviceCall, by, { device: other.by.device }, { token })).status).toBe(204)
  expect([(await left(other)).slice(0, 2), await deletionStatus()]).toEqual([[1, 0], 'stopped'])
  expect(await devices()).toEqual(keysOf(owner))
})
