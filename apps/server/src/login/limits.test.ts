import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { personOf } from '@foyer/custody/person'
import {
  addDoorCall,
  contributeCall,
  keepWalletCall,
  openDoorCall,
  readWalletCall,
  removeDoorCall,
} from '@foyer/login/loginCalls'
import { listDevicesCall, removeDeviceCall } from '@foyer/login/ownPageCalls'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginCodes, loginDevices, loginDoors, loginSessions, loginWallets, usedNonces } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { personOfDevice } from './devices.js'
import { createLoginKeeping } from './loginKeeping.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice, type TestLogin } from './test/openLogin.js'
import { type By, createWallet, makeDoor, makeWallet } from './test/testWallet.js'

/* Where doors and devices end, and what one person's may not do to another's. */

let database: Database
let login: TestLogin
let me: By
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  const tables = [loginCodes, loginSessions, loginDevices, loginDoors, loginWallets, usedNonces]
  for (const table of tables) await database.orm.delete(table)
  login = await openLogin({ database })
  me = await enter(await createDevice())
})

const email = 'visitor@mail.example'
async function enter(by: TestDevice, address = email): Promise<By> {
  login.api.time += 31_000
  const { accessToken: token } = await login.logIn({ by, email: address })
  return { login, by, token }
}
const other = async () => enter(await createDevice(), 'other@mail.example')
const ask = ({ by, token }: By, call: Parameters<TestLogin['ask']>[0], payload: unknown) =>
  login.ask(call, by, payload, { token })
const door = () => ({ wallet: newId(), door: newId(), kind: 'device' })
const doorUnknown = [404, 'door_unknown', 'door']

describe('a door', () => {
  const wrap = () => encodeBytes(randomBytes(60))

  test('is contributed to sixty times an hour for a person, and for another all the same', async () => {
    const same = door()
    const statuses: number[] = []
    for (let asked = 0; asked < 61; asked += 1) statuses.push((await ask(me, contributeCall, same)).status)
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([200]), 429])
    expect((await ask(await other(), contributeCall, door())).status).toBe(200)
    login.api.time += 3_600_000
    const { accessToken: token } = await login.logIn({ by: me.by, email, isKnown: true })
    expect((await ask({ ...me, token }, contributeCall, same)).status).toBe(200)
  })

  test('is opened sixty times a minute by one device, and by another all the same', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const oak = await enter(await createDevice())
    const second = await makeDoor({ ...oak, kind: 'device', wallet })
    await ask(oak, addDoorCall, { wallet: wallet.wallet, ...second.said })
    const open = (who: By, { said }: typeof device) =>
      ask(who, openDoorCall, { wallet: wallet.wallet, door: said.door, purpose: 'sign' })
    for (let opened = 0; opened < 60; opened += 1) await open(me, device)
    expect([(await open(me, device)).status, (await open(oak, second)).status]).toEqual([429, 200])
  })

  test('is one of eight that a device is making: another device of its person’s makes its own all the same', async () => {
    const { wallet } = await makeWallet({ ...me, email })
    const [thief, fresh] = [await enter(await createDevice()), await enter(await createDevice())]
    const contribute = (who: By) => ask(who, contributeCall, { ...door(), wallet: wallet.wallet })
    for (let begun = 0; begun < 8; begun += 1) expect((await contribute(thief)).status).toBe(200)
    for (let more = 0; more < 8; more += 1)
      expect(await reasonOf(await contribute(thief))).toEqual([409, 'too_many_unfinished', 'door'])
    expect([(await contribute(fresh)).status, (await contribute(me)).status]).toEqual([200, 200])
  })

  test('is one of a hundred and twenty-eight of a wallet at most, made or being made', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const [row = expect.fail()] = (await database.orm.select().from(loginDoors)).filter(
      (each) => each.door === device.said.door,
    )
    await database.orm.insert(loginDoors).values(Array.from({ length: 125 }, () => ({ ...row, door: newId() })))
    const contribute = () => ask(me, contributeCall, { ...door(), wallet: wallet.wallet })
    expect((await contribute()).status).toBe(200)
    expect(await reasonOf(await contribute())).toEqual([409, 'too_many_unfinished', 'door'])
    // Another wallet has its own.
    expect((await ask(me, contributeCall, door())).status).toBe(200)
  })

  test('is made only of what was contributed to, and once', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const add = (said: object) => ask(me, addDoorCall, { wallet: wallet.wallet, ...said })
    const unknown = { door: newId(), kind: 'device', wrap: wrap() }
    expect(await reasonOf(await add(unknown))).toEqual(doorUnknown)
    expect(await reasonOf(await add({ ...device.said, wrap: wrap() }))).toEqual(doorUnknown)
    const fresh = await createWallet()
    const { vault, addresses } = fresh
    const kept = await ask(me, keepWalletCall, { wallet: fresh.wallet, vault, addresses, doors: [unknown] })
    expect(await reasonOf(kept)).toEqual(doorUnknown)
    expect(await database.orm.select().from(loginWallets)).toHaveLength(1)
  })

  test('of a device is removed by that device alone, whatever another of its person’s says that its kind is', async () => {
    const { wallet, device, recovery } = await makeWallet({ ...me, email })
    const oak = await enter(await createDevice())
    const left = async () => (await database.orm.select().from(loginDoors)).map((each) => each.door).sort()
    for (const kind of ['device', 'recovery', 'passkey', 'paper']) {
      const removing = { wallet: wallet.wallet, door: device.said.door, kind }
      expect((await ask(oak, removeDoorCall, removing)).status).toBe(204)
    }
    expect(await left()).toEqual([device.said.door, recovery.said.door].sort())
    const own = { wallet: wallet.wallet, door: device.said.door, kind: 'device' }
    expect((await ask(me, removeDoorCall, own)).status).toBe(204)
    expect(await left()).toEqual([recovery.said.door])
  })

  test('that is being made is none of the wallet’s, and is kept for its hour', async () => {
    const { wallet, device, recovery } = await makeWallet({ ...me, email })
    const contributed = { ...door(), wallet: wallet.wallet }
    expect((await ask(me, contributeCall, contributed)).status).toBe(200)
    const read = v.parse(readWalletCall.reply, await (await ask(me, readWalletCall, { wallet: wallet.wallet })).json())
    expect(read.doors.map((each) => each.door).sort()).toEqual([device.said.door, recovery.said.door].sort())
    const keepingAt = (time: number) =>
      runRound((clock) => createLoginKeeping({ orm: database.orm, log: login.api.services.log, clock }), time)
    await keepingAt(login.api.time + 3_599_000)
    expect(await database.orm.select().from(loginDoors)).toHaveLength(3)
  })

  test('a wallet of another person’s isn’t kept a second time, even with the same vault', async () => {
    const { wallet } = await makeWallet({ ...me, email })
    const { vault, addresses } = wallet
    const { said } = await makeDoor({ ...me, kind: 'device', wallet })
    const again = { wallet: wallet.wallet, vault, addresses, doors: [said] }
    expect(await reasonOf(await ask(await other(), keepWalletCall, again))).toEqual([409, 'wallet_taken', 'wallet'])
  })
})

describe('a device', () => {
  test('is shown with when it came and when it was seen last', async () => {
    const cameAt = login.api.time / 1000
    login.api.time += 60_000
    const { accessToken: token } = await login.logIn({ by: me.by, email, isKnown: true })
    const answer = await ask({ ...me, token }, listDevicesCall, {})
    const { devices } = v.parse(listDevicesCall.reply, await answer.json())
    expect(devices).toMatchObject([{ site, firstSeen: cameAt, lastSeen: cameAt + 60 }])
  })

  test('of several persons is that of whoever was seen in it last, and one that isn’t there is nobody’s', async () => {
    await enter(me.by, 'other@mail.example')
    expect(await personOfDevice(database.orm, me.by.device)).toBe(personOf({ email: 'other@mail.example' }))
    login.api.time += 31_000
    await login.logIn({ by: me.by, email, isKnown: true })
    expect(await personOfDevice(database.orm, me.by.device)).toBe(personOf({ email }))
    expect(await personOfDevice(database.orm, 'nobody’s')).toBeUndefined()
  })

  test('is removed where there is no wallet yet', async () => {
    expect((await ask(me, removeDeviceCall, { device: me.by.device })).status).toBe(204)
    expect(await database.orm.select().from(loginDevices)).toEqual([])
  })

  test('beyond a hundred of a person’s is forgotten, the one first that wasn’t seen for longest', async () => {
    const person = personOf({ email })
    const seenAt = (minutes: number) => new Date(login.api.time - minutes * 60_000)
    const old = Array.from({ length: 99 }, (_, minutes) => ({
      ...{ person, site, browser: 'Firefox', device: `device ${minutes}` },
      ...{ firstSeenAt: seenAt(minutes + 1), lastSeenAt: seenAt(minutes + 1), actsFrom: seenAt(minutes + 1) },
    }))
    await database.orm.insert(loginDevices).values(old)
    const fresh = await enter(await createDevice())
    const kept = (await database.orm.select().from(loginDevices)).map(({ device }) => device)
    expect([kept.length, kept.includes(fresh.by.device), kept.includes(me.by.device)]).toEqual([100, true, true])
    expect(kept).not.toContain('device 98')
  })
})
