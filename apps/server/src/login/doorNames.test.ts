import { decodeBytes, newId } from '@foyer/custody/bytes'
import { addDoorCall, contributeCall, readWalletCall, removeDoorCall } from '@foyer/login/loginCalls'
import { proofHash } from '@foyer/login/ownDoorKeys'
import { addOwnDoorCall, listOwnDoorsCall } from '@foyer/login/ownPageCalls'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loginDoors, loginOwnDoors } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import { createDevice, openLogin, reasonOf, type TestLogin } from './test/openLogin.js'
import { makeOwnDoor } from './test/ownDoor.js'
import { type By, makeDoor, makeWallet } from './test/testWallet.js'

const email = 'visitor@mail.example'
let database: Database
let login: TestLogin
let me: By
let thief: By
let made: Awaited<ReturnType<typeof makeWallet>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
  me = await loggedIn()
  made = await makeWallet({ ...me, email })
  login.api.time += 31_000
  thief = await loggedIn()
})

async function loggedIn(): Promise<By> {
  const by = await createDevice()
  return { login, by, token: (await login.logIn({ by, email })).accessToken }
}

const ask = ({ by, token }: By, call: Parameters<TestLogin['ask']>[0], payload: object) =>
  login.ask(call, by, payload, { token })
const addOwn = async (who: By, { said, proof }: Awaited<ReturnType<typeof makeOwnDoor>>) =>
  ask(who, addOwnDoorCall, {
    ...{ wallet: made.wallet.wallet, door: said },
    proofHash: await proofHash(decodeBytes(proof)),
  })

test('a door of a device can’t have the name of a passkey or a paper, nor the other way round', async () => {
  const { wallet } = made.wallet
  const passkey = await makeOwnDoor('passkey', made.wallet)
  expect((await addOwn(me, passkey)).status).toBe(204)
  const named = { wallet, door: passkey.said.door, kind: 'device' }
  expect((await reasonOf(await ask(thief, contributeCall, named)))[1]).toBe('door_taken')
  const paper = await makeOwnDoor('paper', made.wallet)
  for (const { door } of [made.recovery.said, made.device.said])
    expect((await reasonOf(await addOwn(thief, { ...paper, said: { ...paper.said, door } })))[1]).toBe('door_taken')
})

test('of two doors that have one name all the same, that of the kind that is said is removed', async () => {
  const { wallet } = made.wallet
  const device = await makeDoor({ ...thief, kind: 'device', wallet: made.wallet })
  expect((await ask(thief, addDoorCall, { wallet, ...device.said })).status).toBe(204)
  const passkey = await makeOwnDoor('passkey', made.wallet)
  expect((await addOwn(me, passkey)).status).toBe(204)
  await database.orm.update(loginOwnDoors).set({ door: device.said.door })
  const { door } = device.said
  expect((await ask(thief, removeDoorCall, { wallet, door, kind: 'device' })).status).toBe(204)
  const listed = await ask(me, listOwnDoorsCall, { wallet })
  expect(v.parse(listOwnDoorsCall.reply, await listed.json()).doors).toHaveLength(1)
  await database.orm.update(loginOwnDoors).set({ door: made.recovery.said.door })
  expect((await ask(thief, removeDoorCall, { wallet, door: made.recovery.said.door, kind: 'passkey' })).status).toBe(
    204,
  )
  expect((await database.orm.select().from(loginDoors)).map(({ kind }) => kind).sort()).toEqual(['device', 'recovery'])
})

test('[F15] a device adds no second recovery door, by which it could remove the true one', async () => {
  const { wallet } = made.wallet
  const named = { wallet, door: newId(), kind: 'recovery' as const }
  expect((await reasonOf(await ask(thief, contributeCall, named)))[1]).toBe('door_taken')
  const junk = { ...named, wrap: made.recovery.said.wrap }
  expect((await reasonOf(await ask(thief, addDoorCall, junk)))[1]).toBe('door_unknown')
  // The same again is no fault.
  expect((await ask(me, addDoorCall, { wallet, ...made.recovery.said })).status).toBe(204)
  const removed = await ask(thief, removeDoorCall, { wallet, door: made.recovery.said.door, kind: 'recovery' })
  expect((await reasonOf(removed))[1]).toBe('not_secured')
  const read = v.parse(readWalletCall.reply, await (await ask(me, readWalletCall, { wallet })).json())
  expect(read.doors.map(({ kind }) => kind).sort()).toEqual(['device', 'recovery'])
})
