import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBytes, newId } from '@foyer/custody/bytes'
import { agreeOnWalletCall, signWord } from '@foyer/custody/keeperWord'
import { doorKey, importContribution, unwrapDataKey } from '@foyer/login/door'
import {
  addDoorCall,
  claimWalletCall,
  contributeCall,
  keepWalletCall,
  openDoorCall,
  readWalletCall,
  removeDoorCall,
  renewSessionCall,
  Session,
  verifyCodeCall,
} from '@foyer/login/loginCalls'
import { listDevicesCall, removeDeviceCall } from '@foyer/login/ownPageCalls'
import { openVault } from '@foyer/login/vault'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backup } from '../backup/backup.js'
import { restore } from '../backup/restore.js'
import { loginCodes, loginDevices, loginDoors, loginSessions, loginWallets, usedNonces } from '../db/schema/index.js'
import { createMemoryStore } from '../pictures/memoryStore.js'
import { openTestDatabase } from '../test/openApi.js'
import { createLoginKeeping } from './loginKeeping.js'
import { rotateLoginKeys } from './rotateLoginKeys.js'
import {
  createDevice,
  namedKey,
  openLogin,
  reasonOf,
  type TestDevice,
  type TestLogin,
  wholeJson,
} from './test/openLogin.js'
import {
  type By,
  claim,
  createWallet,
  makeDoor,
  makeWallet,
  type TestDoor,
  type TestWallet,
} from './test/testWallet.js'

let database: Database
let login: TestLogin
let maple: TestDevice
let me: By
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  const tables = [loginCodes, loginSessions, loginDevices, loginDoors, loginWallets, usedNonces]
  for (const table of tables) await database.orm.delete(table)
  login = await openLogin({ database })
  maple = await createDevice()
  me = await enter(maple)
})

const email = 'visitor@mail.example'
async function enter(by: TestDevice, address = email): Promise<By> {
  login.api.time += 31_000
  const { accessToken: token } = await login.logIn({ by, email: address })
  return { login, by, token }
}

const ask = (
  { by, token }: By,
  ...[call, payload, on]: [Parameters<TestLogin['ask']>[0], unknown, TestLogin['api']?]
) => login.ask(call, by, payload, { token, on })
const open = (who: By, payload: object, on?: TestLogin['api']) =>
  ask(who, openDoorCall, { purpose: 'sign', ...payload }, on)
const namesOf = ({ wallet }: TestWallet, { said: { door, kind } }: TestDoor) => ({ wallet, door, kind })

/** Opens the wallet as the page does. */
async function secretBy({ wallet }: TestWallet, { said, a }: TestDoor, answer: Response, on?: TestLogin['api']) {
  const { b } = v.parse(openDoorCall.reply, await answer.json())
  const read = v.parse(readWalletCall.reply, await (await ask(me, readWalletCall, { wallet }, on)).json())
  const name = { wallet, door: said.door, kind: said.kind }
  const key = await doorKey({ a: await importContribution(a), b: decodeBytes(b), ...name })
  const { wrap } = read.doors.find(({ door }) => door === said.door) ?? expect.fail()
  const dataKey = await unwrapDataKey({ key, wrap: decodeBytes(wrap), ...name })
  return openVault({ wallet, dataKey, vault: decodeBytes(read.vault) })
}

describe('a wallet', () => {
  test('is kept, is the person’s by the keeper’s word, and opens by its device’s door', async () => {
    const { wallet, device, statuses } = await makeWallet({ ...me, email })
    expect(statuses).toEqual([204, 204])
    expect(await secretBy(wallet, device, await open(me, namesOf(wallet, device)))).toEqual(wallet.secret)
    const again = v.parse(
      Session,
      await (await login.ask(renewSessionCall, maple, { refreshToken: await renewing() })).json(),
    )
    expect(again.wallet).toBe(wallet.wallet)
  })

  const renewing = async () => {
    login.api.time += 31_000
    return (await login.logIn({ by: maple, email, isKnown: true })).refreshToken
  }

  test('isn’t the person’s before the keeper says so, of this person and this device', async () => {
    const wallet = await createWallet()
    const door = await makeDoor({ ...me, kind: 'device', wallet })
    const said = { wallet: wallet.wallet, vault: wallet.vault, addresses: wallet.addresses, doors: [door.said] }
    expect((await ask(me, keepWalletCall, said)).status).toBe(204)
    expect(await reasonOf(await ask(me, readWalletCall, { wallet: wallet.wallet }))).toEqual([
      404,
      'wallet_unknown',
      'wallet',
    ])
    const oak = await createDevice()
    const bound = {
      is: 'bound',
      wallet: wallet.wallet,
      sealedHash: 'A'.repeat(43),
      email,
      device: maple.device,
    } as const
    const refused = [
      await login.says({ ...bound, device: oak.device }),
      await login.says({ ...bound, email: 'other@mail.example' }),
      await login.says({ ...bound, is: 'confirmed' }),
      { ...(await login.says(bound)), signature: 'A'.repeat(86) },
    ]
    for (const receipt of refused) {
      expect(await reasonOf(await ask(me, claimWalletCall, { receipt }))).toEqual([403, 'unconfirmed', 'confirmation'])
    }
    expect((await claim({ ...me, email, wallet: wallet.wallet })).status).toBe(204)
    expect((await claim({ ...me, email, wallet: wallet.wallet })).status).toBe(204)
  })

  test('[F16] is one, however often its making was cut off and begun again', async () => {
    const wallet = await createWallet()
    const door = await makeDoor({ ...me, kind: 'device', wallet })
    const said = { wallet: wallet.wallet, vault: wallet.vault, addresses: wallet.addresses, doors: [door.said] }
    expect([(await ask(me, keepWalletCall, said)).status, (await ask(me, keepWalletCall, said)).status]).toEqual([
      204, 204,
    ])
    const other = { ...said, vault: (await createWallet()).vault }
    expect(await reasonOf(await ask(me, keepWalletCall, other))).toEqual([409, 'wallet_taken', 'wallet'])
    // The keeper bound it, and the browser ended before it could say so here: another device of the person's does.
    const oak = await enter(await createDevice())
    expect((await claim({ ...oak, email, wallet: wallet.wallet })).status).toBe(204)
    const second = await makeWallet({ ...me, email })
    expect(second.statuses).toEqual([204, 409])
    const rows = await database.orm.select().from(loginWallets)
    expect(rows.filter(({ claimedAt }) => claimedAt !== null).map(({ id }) => id)).toEqual([wallet.wallet])
  })

  test('is nothing to another person, whatever they ask', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const thief = await enter(await createDevice(), 'thief@mail.example')
    const names = namesOf(wallet, device)
    const unknown = [404, 'wallet_unknown', 'wallet']
    expect(await reasonOf(await ask(thief, readWalletCall, { wallet: wallet.wallet }))).toEqual(unknown)
    expect(await reasonOf(await open(thief, names))).toEqual([404, 'door_unknown', 'door'])
    expect(await reasonOf(await ask(thief, removeDoorCall, names))).toEqual(unknown)
    const contributed = await ask(thief, contributeCall, { wallet: wallet.wallet, door: newId(), kind: 'device' })
    expect(await reasonOf(contributed)).toEqual([409, 'wallet_taken', 'wallet'])
    expect((await claim({ ...thief, email: 'thief@mail.example', wallet: wallet.wallet })).status).toBe(404)
  })

  test('waits unclaimed in so many that a person may begin', async () => {
    for (let begun = 0; begun < 8; begun += 1) {
      const wallet = await createWallet()
      const { said } = await makeDoor({ ...me, kind: 'device', wallet })
      const { vault, addresses } = wallet
      expect((await ask(me, keepWalletCall, { wallet: wallet.wallet, vault, addresses, doors: [said] })).status).toBe(
        204,
      )
    }
    const { statuses } = await makeWallet({ ...me, email })
    expect(statuses).toEqual([409, 404])
  })
})

describe('a door', () => {
  test('of a device gives its part to that device alone', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const oak = await enter(await createDevice())
    expect(await reasonOf(await open(oak, namesOf(wallet, device)))).toEqual([404, 'door_unknown', 'door'])
    const stolen = await login.ask(
      openDoorCall,
      oak.by,
      { ...namesOf(wallet, device), purpose: 'sign' },
      { token: me.token },
    )
    expect(await reasonOf(stolen)).toEqual([401, 'session_over', 'session'])
  })

  test('of recovery lets a device in that the keeper has confirmed, and signs nothing', async () => {
    const { wallet, recovery } = await makeWallet({ ...me, email })
    const oak = await enter(await createDevice())
    const names = namesOf(wallet, recovery)
    expect(await secretBy(wallet, recovery, await open(oak, { ...names, purpose: 'enrol' }))).toEqual(wallet.secret)
    for (const purpose of ['sign', 'export']) {
      expect(await reasonOf(await open(oak, { ...names, purpose }))).toEqual([400, 'invalid_input', 'purpose'])
    }
    const own = await makeDoor({ ...oak, kind: 'device', wallet })
    const add = { wallet: wallet.wallet, ...own.said }
    expect([(await ask(oak, addDoorCall, add)).status, (await ask(oak, addDoorCall, add)).status]).toEqual([204, 204])
    expect(await secretBy(wallet, own, await open(oak, namesOf(wallet, own)))).toEqual(wallet.secret)
  })

  test('[F15] gives its part for an export within five minutes of the login', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const names = { ...namesOf(wallet, device), purpose: 'export' }
    login.api.time += 300_000
    expect((await open(me, names)).status).toBe(200)
    login.api.time += 1
    expect(await reasonOf(await open(me, names))).toEqual([403, 'login_too_old', 'session'])
    expect((await open(me, { ...names, purpose: 'sign' })).status).toBe(200)
  })

  test('that is being made has the same part until it is made, and is forgotten after an hour', async () => {
    const wallet = await createWallet()
    const name = { wallet: wallet.wallet, door: newId(), kind: 'device' }
    const contribute = async (who = me, changed = {}) => ask(who, contributeCall, { ...name, ...changed })
    const first = v.parse(contributeCall.reply, await (await contribute()).json())
    expect(v.parse(contributeCall.reply, await (await contribute()).json())).toEqual(first)
    expect(await reasonOf(await contribute(me, { kind: 'recovery' }))).toEqual([409, 'door_taken', 'door'])
    const oak = await enter(await createDevice())
    expect(await reasonOf(await contribute(oak))).toEqual([409, 'door_taken', 'door'])
    expect(await reasonOf(await open(me, { wallet: name.wallet, door: name.door }))).toEqual([
      404,
      'door_unknown',
      'door',
    ])
    await keep(3_600_001)
    expect(await database.orm.select().from(loginDoors)).toEqual([])
    for (let begun = 0; begun < 8; begun += 1) expect((await contribute(me, { door: newId() })).status).toBe(200)
    expect(await reasonOf(await contribute(me, { door: newId() }))).toEqual([409, 'too_many_unfinished', 'door'])
  })

  test('is removed with its part, but not the last', async () => {
    const { wallet, device, recovery } = await makeWallet({ ...me, email })
    const remove = (door: TestDoor) => ask(me, removeDoorCall, namesOf(wallet, door))
    expect(await reasonOf(await remove(recovery))).toEqual([409, 'not_secured', 'door'])
    expect([(await remove(device)).status, (await remove(device)).status]).toEqual([204, 204])
    expect(await reasonOf(await remove(recovery))).toEqual([409, 'last_door', 'door'])
    expect((await database.orm.select().from(loginDoors)).map(({ door }) => door)).toEqual([recovery.said.door])
  })

  test('isn’t opened by the hundred', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const answers = []
    for (let opened = 0; opened < 61; opened += 1) answers.push((await open(me, namesOf(wallet, device))).status)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([60, 429])
  })
})

const keep = (laterMs: number) =>
  runRound(
    (clock) => createLoginKeeping({ orm: database.orm, log: login.api.services.log, clock }),
    login.api.time + laterMs,
  )

describe('a device', () => {
  const list = async (who: By) =>
    v.parse(listDevicesCall.reply, await (await ask(who, listDevicesCall, {})).json()).devices

  test('is listed with its site, and ends with its session and its door', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const oak = await enter(await createDevice())
    expect((await list(oak)).map(({ device: key, site }) => [key, site])).toEqual([
      [oak.by.device, 'https://dapp.example'],
      [maple.device, 'https://dapp.example'],
    ])
    expect((await ask(oak, removeDeviceCall, { device: maple.device })).status).toBe(204)
    expect(await reasonOf(await open(me, namesOf(wallet, device)))).toEqual([401, 'session_over', 'session'])
    expect((await list(oak)).map(({ device: key }) => key)).toEqual([oak.by.device])
    expect((await database.orm.select().from(loginDoors)).map(({ kind }) => kind)).toEqual(['recovery'])
  })

  test('isn’t ended where the wallet would open by nothing', async () => {
    const { recovery } = await makeWallet({ ...me, email })
    await database.orm.delete(loginDoors).where(eq(loginDoors.door, recovery.said.door))
    expect(await reasonOf(await ask(me, removeDeviceCall, { device: maple.device }))).toEqual([
      409,
      'last_door',
      'door',
    ])
  })
})

test('[F17] what a backup holds is restored into another database, and every wallet opens there', async () => {
  const { wallet, device } = await makeWallet({ ...me, email })
  const folder = await mkdtemp(join(tmpdir(), 'foyer-login-'))
  const file = join(folder, 'backup.ndjson')
  const restored = await openTestDatabase()
  const pictureStore = createMemoryStore()
  await backup({ database, pictureStore, file })
  await restore({ database: restored, pictureStore, file, replace: true, eventRetentionDays: 90 })
  await rm(folder, { recursive: true })
  const there = await openLogin({ database: restored, login: login.config })
  there.api.time = login.api.time
  const opened = await open(me, namesOf(wallet, device), there.api)
  expect(await secretBy(wallet, device, opened, there.api)).toEqual(wallet.secret)
  await restored.close()
})

describe('the operator’s keys', () => {
  test('[F17] change while every wallet opens, and the old one can be taken away', async () => {
    const { wallet, device } = await makeWallet({ ...me, email })
    const before = await database.orm.select().from(loginDoors)
    const keys = [namedKey('2027', 8), namedKey('2026', 7)] as const
    const both = await login.another({ config: { login: { ...login.config, keys } } })
    expect(await secretBy(wallet, device, await open(me, namesOf(wallet, device), both))).toEqual(wallet.secret)
    expect([
      await rotateLoginKeys({ orm: database.orm, keys }),
      await rotateLoginKeys({ orm: database.orm, keys }),
    ]).toEqual([2, 0])
    const after = await database.orm.select().from(loginDoors)
    expect(after.map(({ sealed }) => sealed).sort()).toEqual(before.map(({ sealed }) => sealed).sort())
    const alone = await login.another({ config: { login: { ...login.config, keys: [keys[0]] } } })
    login.api.time += 31_000
    alone.time = login.api.time
    const begun = await login.begin({ by: maple, email, isKnown: true, on: alone })
    const answer = await login.ask(verifyCodeCall, maple, { ...begun, keepsIn: 'page' }, { on: alone })
    const { accessToken: token } = v.parse(Session, await answer.json())
    me = { ...me, token }
    const opened = await open(me, namesOf(wallet, device), alone)
    expect(await secretBy(wallet, device, opened, alone)).toEqual(wallet.secret)
  })

  test('[F17] that are missing are named, and nothing is changed', async () => {
    await makeWallet({ ...me, email })
    const before = await database.orm.select().from(loginDoors)
    const rotating = rotateLoginKeys({ orm: database.orm, keys: [namedKey('2027', 8)] })
    await expect(rotating).rejects.toThrow('Rows are sealed with the key "2026", which is no longer given.')
    expect(await database.orm.select().from(loginDoors)).toEqual(before)
  })
})

test('a wallet of which the keeper was answered that it is kept is as long here as it is bound there, though it was never claimed; once it is undone it goes as any other', async () => {
  const agree = async (is: 'kept' | 'undone', wallet: string, of: string) => {
    const expiresAt = Math.floor(login.api.time / 1000) + 600
    const receipt = await signWord('wallet', login.keeper.privateKey, { is, wallet, person: `email:${of}`, expiresAt })
    return (await login.api.post(agreeOnWalletCall.path, { receipt }, wholeJson)).status
  }
  const made = []
  for (const of of ['bound@mail.example', 'undone@mail.example', 'alone@mail.example']) {
    const by = await enter(await createDevice(), of)
    const unclaimed = await createWallet()
    const { wallet, vault, addresses } = unclaimed
    const { said } = await makeDoor({ ...by, kind: 'recovery', wallet: unclaimed })
    expect((await ask(by, keepWalletCall, { wallet, vault, addresses, doors: [said] })).status).toBe(204)
    made.push({ of, wallet })
  }
  const [bound, undone, alone] = made
  if (bound === undefined || undone === undefined || alone === undefined) expect.fail()
  for (const { of, wallet } of [bound, undone]) expect(await agree('kept', wallet, of)).toBe(204)
  expect(await agree('undone', undone.wallet, undone.of)).toBe(204)
  await keep(3 * 366 * 86_400_000)
  expect((await database.orm.select().from(loginWallets)).map(({ id }) => id)).toEqual([bound.wallet])
  expect((await database.orm.select().from(loginDoors)).map(({ wallet }) => wallet)).toEqual([bound.wallet])
})

test('a wallet that was never claimed is forgotten after a year, with its doors, and a claimed one is not', async () => {
  const { wallet } = await makeWallet({ ...me, email })
  const oak = await enter(await createDevice(), 'other@mail.example')
  const unclaimed = await createWallet()
  const { said } = await makeDoor({ ...oak, kind: 'device', wallet: unclaimed })
  const { vault, addresses } = unclaimed
  await ask(oak, keepWalletCall, { wallet: unclaimed.wallet, vault, addresses, doors: [said] })
  await keep(364 * 86_400_000)
  expect(await database.orm.select().from(loginWallets)).toHaveLength(2)
  await keep(366 * 86_400_000)
  expect((await database.orm.select().from(loginWallets)).map(({ id }) => id)).toEqual([wallet.wallet])
  expect(new Set((await database.orm.select().from(loginDoors)).map((door) => door.wallet))).toEqual(
    new Set([wallet.wallet]),
  )
  expect([await database.orm.select().from(loginSessions), await database.orm.select().from(loginCodes)]).toEqual([
    [],
    [],
  ])
})
