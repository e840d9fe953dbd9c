import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backup } from '../backup/backup.js'
import { restore } from '../backup/restore.js'
import { nfts as nftsTable, pictures, suppliedPictures } from '../db/schema/index.js'
import { createDirectoryStore } from '../directory/directoryStore.js'
import { createNfts } from '../nfts/nfts.js'
import { openTestDatabase } from '../test/openApi.js'
import { createMemoryStore } from './memoryStore.js'
import { openPictureStore } from './openPictureStore.js'
import { PictureStoreError } from './PictureStoreError.js'
import { hashOf, type PictureStore } from './pictureStore.js'
import { createPictures } from './pictures.js'

const hourMs = 3_600_000
const start = Date.parse('2026-01-01T00:00:00Z')
const png = (mark: number) => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, mark)
const pictureOf = (bytes: Uint8Array) => ({ hash: hashOf(bytes), mediaType: 'image/png', bytes })
const nft = { chainId: 'eip155:1', contract: `0x${'aa'.repeat(20)}`, tokenId: '7', standard: 'erc721' } as const
const ofNft = { ...nft, tokenId: 7n }
const name = { kind: 'token', id: 'ETH' } as const

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  for (const table of [nftsTable, suppliedPictures, pictures]) await database.orm.delete(table)
})

/** The rooms over one database, each call with a store that may fail, and a clock that is moved by hand. */
function setUp(store: PictureStore = createMemoryStore()) {
  const { orm } = database
  let time = start
  const now = () => time
  const failing = new Set<'put' | 'get' | 'delete'>()
  const may = async (what: 'put' | 'get' | 'delete') => {
    if (failing.has(what)) throw new PictureStoreError({ fault: what === 'put' ? 'full' : 'away' })
  }
  const kept = createPictures({
    orm,
    now,
    store: {
      get: (key) => may('get').then(() => store.get(key)),
      put: (picture) => may('put').then(() => store.put(picture)),
      delete: (key) => may('delete').then(() => store.delete(key)),
    },
  })
  const warned: unknown[] = []
  const log = { warn: (...said: unknown[]) => void warned.push(said) }
  return {
    kept,
    store,
    failing,
    warned,
    nfts: createNfts({ orm, kept, now }),
    directory: createDirectoryStore({ orm, kept }),
    pass: (ms: number) => {
      time += ms
    },
    open: (config: Parameters<typeof openPictureStore>[0]['config']) =>
      openPictureStore({ config, orm, log, clock: { now, setTimeout: () => () => {} }, random: () => 0 }),
  }
}

const rowsOf = () => database.orm.select().from(pictures)
const showNft = (values: { pictureHash: string }) =>
  database.orm.insert(nftsTable).values({ ...nft, ...values, askedAt: new Date(start) })

describe('a picture', () => {
  test('stays for an hour, and then as long as an NFT or a name shows it', async () => {
    const { kept, store, pass, directory } = setUp()
    const [shown, supplied, unshown] = [png(1), png(2), png(3)].map(pictureOf)
    if (!shown || !supplied || !unshown) return expect.fail()
    for (const each of [shown, unshown]) await kept.keep(each)
    await showNft({ pictureHash: shown.hash })
    await directory.putPictures([{ ...name, mediaType: 'image/png', bytes: supplied.bytes, digest: supplied.hash }])
    expect(await kept.kept()).toEqual({ pictures: 3, bytes: 27 })
    pass(hourMs - 1)
    await kept.forget()
    expect(await rowsOf()).toHaveLength(3)
    pass(2)
    await kept.forget()
    expect((await rowsOf()).map(({ hash }) => hash).sort()).toEqual([shown.hash, supplied.hash].sort())
    expect([await store.get(shown), await store.get(supplied), await store.get(unshown)]).toEqual([
      shown.bytes,
      supplied.bytes,
      null,
    ])
  })

  test('of which a server was killed between row and content is found by its row, and taken again', async () => {
    const { kept, store, failing, pass } = setUp()
    const picture = pictureOf(png(1))
    failing.add('put')
    await expect(kept.keep(picture)).rejects.toMatchObject({ fault: 'full' })
    expect(await rowsOf()).toMatchObject([{ hash: picture.hash, isStored: false }])
    failing.clear()
    await kept.keep(picture)
    expect(await kept.read(picture)).toEqual(picture.bytes)
    // Killed after the content and before the row says so, it is no less known.
    await database.orm.update(pictures).set({ isStored: false })
    pass(hourMs + 1)
    await kept.forget()
    expect([await rowsOf(), await store.get(picture)]).toEqual([[], null])
  })

  test('whose deletion fails is deleted later, and until then isn’t taken by anyone', async () => {
    const { kept, store, failing, pass } = setUp()
    const picture = pictureOf(png(1))
    await kept.keep(picture)
    pass(hourMs + 1)
    failing.add('delete')
    await expect(kept.forget()).rejects.toMatchObject({ fault: 'away' })
    await expect(kept.keep(picture)).rejects.toMatchObject({ fault: 'leaving' })
    failing.clear()
    await kept.forget()
    expect(await rowsOf()).toHaveLength(1)
    pass(hourMs / 6 + 1)
    await kept.forget()
    expect([await rowsOf(), await store.get(picture)]).toEqual([[], null])
    await kept.keep(picture)
    expect(await kept.read(picture)).toEqual(picture.bytes)
  })
})

describe('of several servers', () => {
  const server = (now: () => number, remove: PictureStore['delete'], store: PictureStore = createMemoryStore()) =>
    createPictures({ orm: database.orm, now, store: { ...store, delete: remove } })

  test('one leaves alone what another has begun to delete, for ten minutes', async () => {
    const { kept, failing, pass } = setUp()
    await kept.keep(pictureOf(png(1)))
    pass(hourMs + 1)
    failing.add('delete')
    await expect(kept.forget()).rejects.toMatchObject({ fault: 'away' })
    const asked: string[] = []
    const remove: PictureStore['delete'] = async ({ hash }) => void asked.push(hash)
    const at = (ms: number) => server(() => start + hourMs + 1 + ms, remove)
    await at(hourMs / 6).forget()
    expect([asked, (await rowsOf()).length]).toEqual([[], 1])
    await at(hourMs / 6 + 1).forget()
    expect([asked.length, await rowsOf()]).toEqual([1, []])
  })

  test('one that comes back after another has taken over deletes nothing of what was kept since', async () => {
    const { kept, store, pass } = setUp()
    const picture = pictureOf(png(1))
    await kept.keep(picture)
    pass(hourMs + 1)
    let comeBack = () => {}
    const away = new Promise<void>((resolve) => {
      comeBack = resolve
    })
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const slow = server(
      () => start + hourMs + 1,
      async () => {
        begun()
        await away
      },
    ).forget()
    await hasBegun
    pass(hourMs / 6 + 1)
    await kept.forget()
    await kept.keep(picture)
    comeBack()
    await slow
    expect(await rowsOf()).toMatchObject([{ hash: picture.hash, isStored: true, leavingAt: null }])
    expect(await store.get(picture)).toEqual(picture.bytes)
  })

  test('a picture that the store can’t delete keeps no other', async () => {
    const { kept, store, pass } = setUp()
    const all = Array.from({ length: 60 }, (_, index) => pictureOf(png(index)))
    for (const each of all) await kept.keep(each)
    pass(hourMs + 1)
    const stuck = all[3]?.hash
    const remove: PictureStore['delete'] = (key) =>
      key.hash === stuck ? Promise.reject(new PictureStoreError({ fault: 'refused' })) : store.delete(key)
    await expect(server(() => start + hourMs + 1, remove, store).forget()).rejects.toMatchObject({ fault: 'refused' })
    expect((await rowsOf()).map(({ hash }) => hash)).toEqual([stuck])
  })
})

test('an NFT’s picture whose content is gone is none, and is fetched again in a minute', async () => {
  const { kept, store, nfts } = setUp()
  const picture = pictureOf(png(1))
  await kept.keep(picture)
  await showNft({ pictureHash: picture.hash })
  expect(await nfts.picture(ofNft)).toMatchObject({ bytes: picture.bytes, digest: picture.hash })
  await store.delete(picture)
  expect(await nfts.picture(ofNft)).toBeNull()
  const [row] = await database.orm.select().from(nftsTable)
  expect(row).toMatchObject({ pictureHash: null, dueAt: new Date(start + 60_000) })
})

test('pictures of a directory that has no room for all are none of them taken', async () => {
  const { directory, failing } = setUp()
  const before = pictureOf(png(1))
  const taken = { mediaType: 'image/png', bytes: before.bytes, digest: before.hash } as const
  await directory.putPictures([{ ...name, ...taken }])
  failing.add('put')
  const other = { mediaType: 'image/png', bytes: png(2), digest: hashOf(png(2)) } as const
  await expect(directory.putPictures([{ ...name, ...other }])).rejects.toMatchObject({ fault: 'full' })
  expect(await directory.picture(name)).toMatchObject({ bytes: before.bytes })
})

describe('at start', () => {
  test('a place that isn’t that of the other servers is told', async () => {
    const { kept, open, warned } = setUp()
    await open({ kind: 'memory' })
    expect(warned).toEqual([])
    await kept.keep(pictureOf(png(1)))
    await showNft({ pictureHash: pictureOf(png(1)).hash })
    await open({ kind: 'memory' })
    expect(warned).toEqual([[{ pictures: 'memory' }, expect.stringContaining('PICTURES_DIR')]])
  })

  test('a place that can’t be written to is refused', async () => {
    await expect(setUp().open({ kind: 'folder', path: '/dev/null/pictures' })).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('PICTURES_DIR'),
    })
  })
})

test('[F17] a backup has the pictures with it, and what is put in their place is deleted', async () => {
  const { kept, directory, store } = setUp()
  const [icon, other] = [pictureOf(png(1)), pictureOf(png(2))]
  const supply = ({ hash: digest, bytes }: typeof icon) =>
    directory.putPictures([{ ...name, mediaType: 'image/png', bytes, digest }])
  await supply(icon)
  const file = join(await mkdtemp(join(tmpdir(), 'foyer-pictures-')), 'backup.ndjson.gz')
  expect(await backup({ database, pictureStore: store, file })).toMatchObject({ pictures: 1 })
  await database.orm.delete(suppliedPictures)
  await supply(other)
  await store.delete(icon)
  await expect(restore({ database, pictureStore: store, file, replace: false })).rejects.toMatchObject({
    code: 'backup_not_empty',
  })
  // Refused, it has brought nothing.
  expect([await store.get(icon), await kept.read(other)]).toEqual([null, other.bytes])
  expect(await restore({ database, pictureStore: store, file, replace: true })).toMatchObject({ pictures: 1 })
  expect((await directory.picture(name))?.bytes).toEqual(icon.bytes)
  expect(await store.get(other)).toBeNull()
})
