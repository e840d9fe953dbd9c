import { type Bytes, decodeBytes, encodeBytes, keyLength, newId, randomBytes } from '@foyer/custody/bytes'
import { boxUses } from '@foyer/custody/keeperCalls'
import { openBox } from '@foyer/custody/sealedBox'
import { partIn } from '@foyer/keeper/ceremony'
import { sealedBindings } from '@foyer/keeper/createKeeper'
import { keeperBindings, keeperCeremonies, keeperDevices, keeperNonces } from '@foyer/keeper/tables'
import { firstLogin, minuteMs, startWorld, type World } from '@foyer/keeper/test/keeperWorld'
import { doorKey, importContribution, unwrapDataKey, wrapDataKey } from '@foyer/login/door'
import { openVault, sealVault, secretLength } from '@foyer/login/vault'
import { openKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyPieces } from '../keyPieces.js'

/** FOYER_FULL=1: as many as F15 says. */
const wallets = process.env.FOYER_FULL ? 100 : 5

/** The parts elsewhere: with the login server and each device the vault and the recovery door's wrap, with the server its half. */
interface Elsewhere {
  readonly wallet: string
  readonly person: string
  readonly vault: Bytes
  readonly wrap: Bytes
  readonly door: string
  readonly b: Bytes
}

let world: World
const made: Elsewhere[] = []
beforeAll(async () => {
  world = await startWorld()
  for (let person = 0; person < wallets; person += 1) {
    const to = `${person}@mail.example`
    // A network begins twenty ceremonies an hour.
    world.clock.pass(4 * minuteMs)
    const { wallet, part } = await firstLogin(world, { to })
    const [dataKey, b, door] = [randomBytes(keyLength), randomBytes(keyLength), newId()]
    const name = { wallet, door, kind: 'recovery' } as const
    const key = await doorKey({ a: await importContribution(part), b, ...name })
    const wrap = await wrapDataKey({ key, dataKey, ...name })
    const vault = await sealVault({ wallet, dataKey, secret: randomBytes(secretLength) })
    made.push({ wallet, person: `email:${to}`, vault, wrap, door, b })
  }
})
afterAll(() => world?.close())

const opened = (opening: Promise<unknown>): Promise<number> =>
  opening.then(
    () => 1,
    () => 0,
  )

/** Tries everything as the vault's key, and each two as both halves of the recovery door. @returns how many open */
async function opens(of: Elsewhere, { ones, others }: { ones: readonly Bytes[]; others: readonly Bytes[] }) {
  const { wallet, vault, wrap, door } = of
  const name = { wallet, door, kind: 'recovery' } as const
  let count = 0
  for (const dataKey of ones) {
    count += await opened(openVault({ wallet, dataKey, vault }))
    const a = await importContribution(Uint8Array.from(dataKey))
    for (const b of others)
      count += await opened(unwrapDataKey({ key: await doorKey({ a, b, ...name }), wrap, ...name }))
  }
  return count
}

/** The keeper's half of each wallet: had only with the keys of its rows and its own secret. */
async function halves(): Promise<ReadonlyMap<string, Bytes>> {
  const { sealing } = await openKeeperSecret({ keys: world.keys, secret: world.secret })
  const found = new Map<string, Bytes>()
  for (const row of await world.database.orm.select().from(keeperBindings)) {
    const box = Uint8Array.from(
      sealedBindings(world).open({ row: [row.person, row.wallet], sealed: partIn(row) ?? expect.fail() }),
    )
    found.set(row.wallet, await openBox({ keys: sealing, box, use: boxUses.toKeeper, of: [row.wallet] }))
  }
  return found
}

test('[F15] the keeper’s whole database with the keys of its rows, and with its own secret too, opens no wallet', async () => {
  const { orm } = world.database
  const bindings = await orm.select().from(keeperBindings)
  expect(bindings).toHaveLength(wallets)
  const others = [
    ...(await orm.select().from(keeperCeremonies)),
    ...(await orm.select().from(keeperDevices)),
    ...(await orm.select().from(keeperNonces)).map((row) => ({ ...row, person: undefined })),
  ]
  const parts = await halves()
  const shared = world.keys.map(({ bytes }) => Uint8Array.from(bytes))
  let count = 0
  for (const of of made) {
    const own = [...bindings, ...others].filter(({ person }) => person === of.person).flatMap(keyPieces)
    const half = parts.get(of.wallet) ?? expect.fail()
    expect(own.length).toBeGreaterThan(10)
    const all = [...shared, ...own, half]
    count += await opens(of, { ones: all, others: all })
  }
  expect(count).toBe(0)
})

test('[F15] the same tries open each wallet once they have the login server’s half, and by no other wallet’s', async () => {
  const parts = await halves()
  for (const [index, of] of made.entries()) {
    const half = parts.get(of.wallet) ?? expect.fail()
    const next = made[(index + 1) % made.length] ?? expect.fail()
    expect(await opens(of, { ones: [half], others: [of.b] })).toBe(1)
    expect(await opens(of, { ones: [half], others: [next.b] })).toBe(0)
  }
})

test('[F15] a dump of the keeper’s rows has no half in clear, and none without the keys of the rows', async () => {
  const rows = await world.database.orm.select().from(keeperBindings)
  const dump = JSON.stringify(rows)
  for (const [, half] of await halves()) expect(dump).not.toContain(encodeBytes(half))
  for (const row of rows) {
    expect(decodeBytes(row.sealedHash)).toHaveLength(32)
    expect(() =>
      sealedBindings(world).open({
        row: ['email:another@mail.example', row.wallet],
        sealed: partIn(row) ?? expect.fail(),
      }),
    ).toThrow("doesn't open")
  }
})
