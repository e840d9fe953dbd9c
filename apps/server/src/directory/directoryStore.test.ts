import type { Wallet } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { directoryState, directoryWallets, pictures, suppliedPictures } from '../db/schema/index.js'
import { createMemoryStore } from '../pictures/memoryStore.js'
import { hashOf } from '../pictures/pictureStore.js'
import { createPictures } from '../pictures/pictures.js'
import { openTestDatabase } from '../test/openApi.js'
import { createDirectoryStore, type DirectoryStore } from './directoryStore.js'
import { importListing } from './importListing.js'
import { ListingError } from './ListingError.js'
import { type BadEntry, shippedWallets } from './readListing.js'
import { createWalletIndex } from './walletIndex.js'

const idOf = (number: number) => number.toString(16).padStart(64, '0')
const wallet = (number: number, more: Partial<Wallet> = {}): Wallet => ({
  id: idOf(number),
  name: `Wallet ${number}`,
  ...more,
})
const shipped = { wallets: [wallet(1), wallet(2), wallet(3)], digest: 'first' }

/** A directory whose pictures are in a place of its own. */
const storeOn = ({ orm }: Database) =>
  createDirectoryStore({ orm, kept: createPictures({ orm, store: createMemoryStore(), now: () => 0 }) })

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('a directory on $name', ({ open }) => {
  let database: Database
  let store: DirectoryStore
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    for (const table of [directoryWallets, suppliedPictures, pictures, directoryState]) await database.orm.delete(table)
    store = storeOn(database)
  })
  const names = async () => createWalletIndex((await store.load()).wallets).wallets.map(({ name }) => name)
  const take = (wallets: readonly Wallet[], replace = false) => store.import({ wallets, replace })

  test('begins with the shipped wallets, which a release may change and take away', async () => {
    expect([await store.version(), await names()]).toEqual([0, []])
    await store.ship(shipped)
    await store.ship(shipped)
    expect([await store.version(), await names()]).toEqual([1, ['Wallet 1', 'Wallet 2', 'Wallet 3']])
    await store.ship({ wallets: [wallet(1, { name: 'One' }), wallet(2)], digest: 'second' })
    expect([await store.version(), await names()]).toEqual([2, ['One', 'Wallet 2']])
  })

  test('takes a list in, and the same again without a change', async () => {
    await store.ship(shipped)
    const list = [wallet(1), wallet(2, { name: 'Two' }), wallet(4)]
    expect(await take(list)).toEqual({ added: 1, changed: 1, unchanged: 1, removed: 0 })
    expect(await names()).toEqual(['Two', 'Wallet 1', 'Wallet 3', 'Wallet 4'])
    const version = await store.version()
    expect(await take(list)).toEqual({ added: 0, changed: 0, unchanged: 3, removed: 0 })
    expect(await store.version()).toBe(version)
  })

  test('a release leaves alone what was imported', async () => {
    await store.ship(shipped)
    await take([wallet(2, { name: 'Two' }), wallet(4)])
    await store.ship({
      wallets: [wallet(1), wallet(2, { name: 'Zwei' }), wallet(4, { name: 'Vier' })],
      digest: 'second',
    })
    expect(await names()).toEqual(['Two', 'Wallet 1', 'Wallet 4'])
  })

  test("a list that replaces takes away what it hasn't, and no release brings it back", async () => {
    await store.ship(shipped)
    expect(await take([wallet(2), wallet(9)], true)).toEqual({ added: 1, changed: 0, unchanged: 1, removed: 2 })
    await store.ship({ ...shipped, digest: 'second' })
    expect(await names()).toEqual(['Wallet 2', 'Wallet 9'])
  })

  test("keeps what the operator says, through lists and releases, until it's undone", async () => {
    await store.ship(shipped)
    expect(await store.edit({ id: idOf(1), edits: { name: 'Ours', order: 1 } })).toBe(true)
    expect(await store.edit({ id: idOf(2), edits: { hidden: true } })).toBe(true)
    expect(await store.edit({ id: idOf(3), edits: { order: 3 } })).toBe(true)
    expect(await store.edit({ id: idOf(7), edits: { order: 2 } })).toBe(false)
    expect(await store.edit({ id: idOf(7), edits: { name: 'Own', order: 2 } })).toBe(true)
    await take([wallet(1, { name: 'Theirs' }), wallet(2), wallet(5)], true)
    await store.ship({ ...shipped, digest: 'second' })
    expect(await names()).toEqual(['Ours', 'Own', 'Wallet 3', 'Wallet 5'])
    for (const number of [1, 2, 7]) await store.edit({ id: idOf(number), edits: {} })
    await take([wallet(1, { name: 'Theirs' }), wallet(2), wallet(5)], true)
    expect(await names()).toEqual(['Own', 'Wallet 3', 'Theirs', 'Wallet 2', 'Wallet 5'])
  })

  test('counts every change, also of those made at once', async () => {
    await Promise.all([
      store.ship(shipped),
      take([wallet(4)]),
      take([wallet(5)]),
      store.edit({ id: idOf(6), edits: { name: 'Six' } }),
    ])
    expect([await store.version(), (await names()).length]).toEqual([4, 6])
  })

  test('gives pictures back, byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const next = bytes.slice(1)
    await store.putPictures([{ kind: 'token', id: 'ETH', mediaType: 'image/png', bytes, digest: hashOf(bytes) }])
    const listed = { kind: 'token', id: 'ETH', mediaType: 'image/webp', digest: hashOf(next) } as const
    await store.putPictures([{ ...listed, bytes: next }])
    expect(await store.picture({ kind: 'token', id: 'ETH' })).toEqual({ ...listed, bytes: next })
    expect(await store.picture({ kind: 'currency', id: 'ETH' })).toBeNull()
    expect((await store.load()).pictures).toEqual([listed])
    expect(await store.version()).toBe(2)
  })

  test('an export that is imported elsewhere gives the same directory, and changes nothing where it came from', async () => {
    await store.ship(await shippedWallets())
    await store.edit({ id: (await shippedWallets()).wallets[0]?.id ?? '', edits: { name: 'Renamed' } })
    const { wallets } = await store.load()
    const json = JSON.stringify({ data: wallets, count: wallets.length })
    const bad: BadEntry[] = []
    const list = {
      json,
      replace: true,
      strict: true,
      onBad: (entry: BadEntry) => void bad.push(entry),
      signal: AbortSignal.any([]),
    }
    const elsewhere = await openTestDatabase()
    try {
      const other = storeOn(elsewhere)
      await importListing({ ...list, store: other })
      expect(createWalletIndex((await other.load()).wallets).wallets).toEqual(createWalletIndex(wallets).wallets)
    } finally {
      await elsewhere.close()
    }
    await importListing({ ...list, store })
    expect(createWalletIndex((await store.load()).wallets).wallets).toEqual(createWalletIndex(wallets).wallets)
    expect(bad).toEqual([])
  })

  test('a list with a bad entry is refused whole where that is asked for, and an empty one replaces nothing', async () => {
    await store.ship(shipped)
    const bad: string[] = []
    const take = {
      store,
      strict: true,
      replace: false,
      onBad: ({ id, field }: BadEntry) => void bad.push(`${id} ${field}`),
      signal: AbortSignal.any([]),
    }
    const json = JSON.stringify({ data: [wallet(8), { id: idOf(9) }] })
    await expect(importListing({ ...take, json })).rejects.toMatchObject({ code: 'bad_entries' })
    expect(bad).toEqual([`${idOf(9)} name`])
    await expect(importListing({ ...take, json: '{"listings":{}}', replace: true })).rejects.toBeInstanceOf(
      ListingError,
    )
    expect(await names()).toEqual(['Wallet 1', 'Wallet 2', 'Wallet 3'])
    expect(await importListing({ ...take, json, strict: false })).toMatchObject({ added: 1, skipped: 1, pictures: 0 })
  })
})
