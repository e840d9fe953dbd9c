import { type Bytes, decodeBytes, encodeBytes } from '@foyer/custody/bytes'
import { doorKey, importContribution, unwrapDataKey } from '@foyer/login/door'
import { openVault } from '@foyer/login/vault'
import type { Database } from '@foyer/service/db/database'
import { createSealedRows } from '@foyer/service/seal/sealedRows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as schema from '../db/schema/index.js'
import { keyPieces } from '../test/keyPieces.js'
import { openTestDatabase } from '../test/openApi.js'
import { doorSealing } from './rotateLoginKeys.js'
import { createDevice, openLogin, type TestLogin } from './test/openLogin.js'
import { makeWallet, type TestDoor, type TestWallet } from './test/testWallet.js'

/** FOYER_FULL=1: as many as F15 says. */
const wallets = process.env.FOYER_FULL ? 100 : 10

let database: Database
let login: TestLogin
const made: { wallet: TestWallet; device: TestDoor; recovery: TestDoor }[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  login = await openLogin({ database })
  for (let person = 0; person < wallets; person += 1) {
    const by = await createDevice()
    const email = `${person}@mail.example`
    // A network is sent twenty codes an hour.
    login.api.time += 181_000
    const { accessToken: token } = await login.logIn({ by, email })
    made.push(await makeWallet({ login, by, token, email }))
  }
})
afterAll(() => database?.close())

type DoorRow = typeof schema.loginDoors.$inferSelect

/** Opens a row by the operator's keys. */
function contributionOf(row: DoorRow): Bytes {
  const sealedDoors = createSealedRows({ keys: login.config.keys, use: doorSealing })
  return Uint8Array.from(sealedDoors.open({ row: [row.wallet, row.door, row.kind], sealed: row }))
}

/** Tries keys at a wallet's vault and at the wraps of its doors. @returns how many open */
async function opens({
  vault,
  id,
  keys,
  doors,
}: {
  vault: string
  id: string
  keys: readonly Bytes[]
  doors: readonly DoorRow[]
}) {
  const counted = async (opening: Promise<unknown>) =>
    opening.then(
      () => 1,
      () => 0,
    )
  let opened = 0
  for (const bytes of keys) {
    opened += await counted(openVault({ wallet: id, dataKey: bytes, vault: decodeBytes(vault) }))
    for (const row of doors) {
      const name = { wallet: id, door: row.door, kind: row.kind }
      const key = await doorKey({ a: await importContribution(bytes), b: contributionOf(row), ...name })
      opened += await counted(unwrapDataKey({ key, wrap: decodeBytes(row.wrap ?? ''), ...name }))
    }
  }
  return opened
}

test('[F15] the whole database with the operator’s keys opens no wallet', async () => {
  const { orm } = database
  const rows = await orm.select().from(schema.loginDoors)
  const vaults = await orm.select().from(schema.loginWallets)
  expect([vaults.length, rows.length]).toEqual([wallets, wallets * 2])
  const others = [
    ...(await orm.select().from(schema.loginSessions)),
    ...(await orm.select().from(schema.loginDevices)),
    ...(await orm.select().from(schema.loginCodes)),
  ]
  const shared = [...rows.map(contributionOf), ...login.config.keys.map(({ bytes }) => Uint8Array.from(bytes))]
  let opened = 0
  for (const wallet of vaults) {
    const doors = rows.filter((row) => row.wallet === wallet.id)
    const own = [wallet, ...doors, ...others.filter(({ person }) => person === wallet.person)].flatMap(keyPieces)
    opened += await opens({ vault: wallet.vault, id: wallet.id, keys: [...shared, ...own], doors })
  }
  expect(opened).toBe(0)
})

test('[F15] the same tries open each wallet by each door, once they have the other parts', async () => {
  const rows = await database.orm.select().from(schema.loginDoors)
  for (const { wallet, device, recovery } of made) {
    const doors = rows.filter((row) => row.wallet === wallet.wallet)
    const keys = [device.a, recovery.a, wallet.dataKey]
    expect(await opens({ vault: wallet.vault, id: wallet.wallet, keys, doors })).toBe(3)
  }
})

test('[F15] without the operator’s keys a row gives nothing, and none is taken for another', async () => {
  const rows = await database.orm.select().from(schema.loginDoors)
  const dump = JSON.stringify(rows)
  for (const row of rows) {
    expect(dump.includes(encodeBytes(contributionOf(row)))).toBe(false)
    expect(() => contributionOf({ ...row, door: 'another' })).toThrow("doesn't open")
  }
})
