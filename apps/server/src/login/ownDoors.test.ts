import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { type DoorKind, type OwnDoorKind, unwrapDataKey } from '@foyer/login/door'
import {
  contributeCall,
  openDoorCall,
  readWalletCall,
  removeDoorCall,
  renewSessionCall,
  Session,
} from '@foyer/login/loginCalls'
import { ownDoorKeys, proofHash } from '@foyer/login/ownDoorKeys'
import {
  addOwnDoorCall,
  findOwnDoorCall,
  listOwnDoorsCall,
  logInByDoorCall,
  removeDeviceCall,
} from '@foyer/login/ownPageCalls'
import { openVault } from '@foyer/login/vault'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginDevices, loginDoors, loginOwnDoors, loginWallets } from '../db/schema/index.js'
import { keyPieces } from '../test/keyPieces.js'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import {
  createDevice,
  openLogin,
  reasonOf,
  site,
  type TestDevice,
  type TestLogin,
  walletOrigin,
} from './test/openLogin.js'
import { makeOwnDoor, type TestOwnDoor } from './test/ownDoor.js'
import { type By, makeDoor, makeWallet } from './test/testWallet.js'

const email = 'visitor@mail.example'
let database: Database
let login: TestLogin
let me: By
let made: Awaited<ReturnType<typeof makeWallet>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
  const by = await createDevice()
  me = { login, by, token: (await login.logIn({ by, email })).accessToken }
  made = await makeWallet({ ...me, email })
})

const ownDoor = (kind: OwnDoorKind, of = made.wallet) => makeOwnDoor(kind, of)
const add = async ({ said, proof }: TestOwnDoor, who = me, wallet = made.wallet.wallet) =>
  login.ask(
    addOwnDoorCall,
    who.by,
    { wallet, door: said, proofHash: await proofHash(decodeBytes(proof)) },
    { token: who.token },
  )
const remove = ({ door, kind }: { readonly door: string; readonly kind: DoorKind }, who = me) =>
  login.ask(removeDoorCall, who.by, { wallet: made.wallet.wallet, door, kind }, { token: who.token })
const logIn = (by: TestDevice, payload: object) =>
  login.ask(logInByDoorCall, by, { site: walletOrigin, keepsIn: 'page', ...payload })
const added = async (...kinds: OwnDoorKind[]) => {
  const doors = await Promise.all(kinds.map((kind) => ownDoor(kind)))
  for (const door of doors) expect((await add(door)).status).toBe(204)
  return doors
}

describe('a door of the visitor’s own', () => {
  test.each(['passkey', 'paper'] as const)('is found by its name, and lets a device in: %s', async (kind) => {
    const [door] = await added(kind)
    if (!door) return expect.fail()
    const by = await createDevice()
    const found = v.parse(
      findOwnDoorCall.reply,
      await (await login.ask(findOwnDoorCall, by, { door: door.said.door })).json(),
    )
    expect(found).toEqual({ wallet: made.wallet.wallet, door: door.said })
    const session = v.parse(Session, await (await logIn(by, { door: found.door.door, proof: door.proof })).json())
    expect(session).toMatchObject({ email, wallet: made.wallet.wallet })
    const token = session.accessToken
    const read = v.parse(
      readWalletCall.reply,
      await (await login.ask(readWalletCall, by, { wallet: found.wallet }, { token })).json(),
    )
    const listed = await login.ask(listOwnDoorsCall, by, { wallet: found.wallet }, { token })
    expect(v.parse(listOwnDoorsCall.reply, await listed.json()).doors).toEqual([
      { door: door.said, madeAt: Math.floor(login.api.time / 1000) },
    ])
    const name = { wallet: found.wallet, door: found.door.door, kind }
    const { key } = await ownDoorKeys({ part: door.part, b: decodeBytes(found.door.b), ...name })
    const dataKey = await unwrapDataKey({ key, wrap: decodeBytes(found.door.wrap), ...name })
    expect(await openVault({ wallet: found.wallet, dataKey, vault: decodeBytes(read.vault) })).toEqual(
      made.wallet.secret,
    )
    expect((await login.ask(renewSessionCall, by, { refreshToken: session.refreshToken })).status).toBe(200)
    await makeDoor({ login, by, token, kind: 'device', wallet: made.wallet })
  })

  test('lets nobody in by another proof, by its hash, or by another door’s', async () => {
    const [passkey, paper] = await added('passkey', 'paper')
    if (!passkey || !paper) return expect.fail()
    const unknown = [404, 'door_unknown', 'door']
    const by = await createDevice()
    for (const proof of [encodeBytes(randomBytes(32)), await proofHash(decodeBytes(passkey.proof)), paper.proof])
      expect(await reasonOf(await logIn(by, { door: passkey.said.door, proof }))).toEqual(unknown)
    expect(await reasonOf(await logIn(by, { door: newId(), proof: passkey.proof }))).toEqual(unknown)
    expect(await reasonOf(await login.ask(findOwnDoorCall, by, { door: newId() }))).toEqual(unknown)
    expect(await database.orm.select().from(loginDevices)).toHaveLength(1)
  })

  test('is tried sixty times an hour from one network', async () => {
    const [door] = await added('paper')
    const by = await createDevice()
    const proof = encodeBytes(randomBytes(32))
    const statuses: number[] = []
    for (let tries = 0; tries < 61; tries += 1)
      statuses.push((await logIn(by, { door: door?.said.door, proof })).status)
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([60, 429])
  })

  test('lets a device in at the wallet’s own pages, and at sites of a project', async () => {
    const [door] = await added('paper')
    const by = await createDevice()
    const at = async (asking: object) => {
      const answer = await logIn(by, { door: door?.said.door, proof: door?.proof, ...asking })
      return answer.status === 200 ? 200 : (await reasonOf(answer)).slice(0, 2)
    }
    expect(await at({ site: walletOrigin })).toBe(200)
    expect(await at({ site, projectId: 'demo' })).toBe(200)
    expect(await at({ site })).toEqual([401, 'invalid_key'])
    expect(await at({ site: 'https://wallet.example.evil.example', projectId: 'none' })).toEqual([401, 'invalid_key'])
  })

  test('is kept as it was first said, eight a wallet, and is of the wallet’s person alone', async () => {
    const [door] = await added('passkey')
    if (!door) return expect.fail()
    expect((await add(door)).status).toBe(204)
    const other = { ...(await ownDoor('passkey')), proof: door.proof }
    const changed = { ...other, said: { ...other.said, door: door.said.door } }
    expect(await reasonOf(await add(changed))).toEqual([409, 'door_taken', 'door'])
    const by = await createDevice()
    login.api.time += 31_000
    const stranger = { login, by, token: (await login.logIn({ by, email: 'other@mail.example' })).accessToken }
    expect(await reasonOf(await add(other, stranger))).toEqual([404, 'wallet_unknown', 'wallet'])
    await added('paper', 'paper', 'paper', 'paper', 'paper', 'paper', 'paper')
    expect(await reasonOf(await add(other))).toEqual([409, 'too_many_unfinished', 'door'])
    const shared = { wallet: made.wallet.wallet, door: newId(), kind: 'passkey' }
    expect((await login.ask(contributeCall, me.by, shared, { token: me.token })).status).toBe(400)
  })
})

describe('the recovery door', () => {
  const kindsLeft = async () => {
    const own = await database.orm.select().from(loginOwnDoors)
    const shared = await database.orm.select().from(loginDoors)
    return [...shared, ...own].map(({ kind }) => kind).sort()
  }
  const refused = [409, 'not_secured', 'door']

  test.each([
    [[], false],
    [['passkey'], false],
    [['paper'], false],
    [['passkey', 'passkey'], false],
    [['passkey', 'paper'], true],
    [['paper', 'paper'], true],
  ] as const)('beside %j is removed: %s', async (kinds, isRemoved) => {
    await added(...kinds)
    const answer = await remove(made.recovery.said)
    if (isRemoved) expect(answer.status).toBe(204)
    else expect(await reasonOf(answer)).toEqual(refused)
    expect(await kindsLeft()).toEqual(['device', ...kinds, ...(isRemoved ? [] : ['recovery'])].sort())
  })

  test('without it none of the visitor’s own goes that leaves too few; another takes its place first', async () => {
    const [passkey, paper] = await added('passkey', 'paper')
    if (!passkey || !paper) return expect.fail()
    expect((await remove(made.recovery.said)).status).toBe(204)
    for (const { said } of [passkey, paper]) expect(await reasonOf(await remove(said))).toEqual(refused)
    await added('paper')
    expect((await remove(paper.said)).status).toBe(204)
    expect(await kindsLeft()).toEqual(['device', 'paper', 'passkey'])
  })

  test('the last device ends where the visitor’s own doors stand, and one of them lets another in', async () => {
    const [, paper] = await added('passkey', 'paper')
    if (!paper) return expect.fail()
    await remove(made.recovery.said)
    expect((await login.ask(removeDeviceCall, me.by, { device: me.by.device }, { token: me.token })).status).toBe(204)
    expect((await logIn(await createDevice(), { door: paper.said.door, proof: paper.proof })).status).toBe(200)
  })

  test('of two strong doors that are removed at once one stays', async () => {
    const [one, two, three] = await added('paper', 'paper', 'paper')
    await remove(made.recovery.said)
    const answers = await Promise.all([one, two, three].map((door) => remove(door?.said ?? expect.fail())))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  })
})

test('[F15] all rows of a secured wallet open it by none of their bytes', async () => {
  const doors = await added('passkey', 'paper')
  await remove(made.recovery.said)
  const { orm } = database
  const rows = [
    ...(await orm.select().from(loginOwnDoors)),
    ...(await orm.select().from(loginDoors)),
    ...(await orm.select().from(loginWallets)),
  ]
  const opens = async (part: Uint8Array<ArrayBuffer>, { said: { door, kind, b, wrap } }: TestOwnDoor) => {
    const name = { wallet: made.wallet.wallet, door, kind }
    const { key } = await ownDoorKeys({ part: part.slice(), b: decodeBytes(b), ...name })
    return unwrapDataKey({ key, wrap: decodeBytes(wrap), ...name }).then(
      () => true,
      () => false,
    )
  }
  for (const door of doors) {
    for (const piece of rows.flatMap(keyPieces)) expect(await opens(piece, door)).toBe(false)
    expect(await opens(door.part, door)).toBe(true)
  }
})

test('a shared door isn’t opened as one of the visitor’s own, nor the reverse', async () => {
  const [door] = await added('paper')
  const names = { wallet: made.wallet.wallet, door: door?.said.door, purpose: 'renew' }
  expect(await reasonOf(await login.ask(openDoorCall, me.by, names, { token: me.token }))).toEqual([
    404,
    'door_unknown',
    'door',
  ])
  const shared = await login.ask(findOwnDoorCall, me.by, { door: made.device.said.door })
  expect(await reasonOf(shared)).toEqual([404, 'door_unknown', 'door'])
})
