import type { Wallet } from '@foyer/core/wire'
import { expect, test } from 'vitest'
import { createDirectory } from './directory.js'
import type { DirectoryStore, StoredDirectory } from './directoryStore.js'
import type { Picture } from './pictures.js'

const wallet = (digit: string): Wallet => ({
  id: digit.repeat(64),
  name: `Wallet ${digit}`,
  image_id: `image-${digit}`,
})
const picture = (digest: string): Picture => ({ mediaType: 'image/png', bytes: new Uint8Array(4), digest })

/** A database at the border: what it holds is changed by hand, and it can be away. */
function openStore() {
  const held = {
    stored: { version: 1, wallets: [wallet('a')], pictures: [] } as StoredDirectory,
    away: false,
    asked: 0,
  }
  const answer = <Answer>(value: Answer) => {
    held.asked += 1
    return held.away ? Promise.reject(new Error('The database is away.')) : Promise.resolve(value)
  }
  const store: DirectoryStore = {
    version: () => answer(held.stored.version),
    load: () => answer(held.stored),
    picture: () => answer(picture(held.stored.pictures[0]?.digest ?? '')),
    ship: () => answer(undefined),
    import: () => expect.fail(),
    edit: () => expect.fail(),
    putPictures: () => expect.fail(),
  }
  return { held, store }
}

function open() {
  const { held, store } = openStore()
  const timers: (() => void)[] = []
  const warnings: unknown[] = []
  const directory = createDirectory({
    store,
    shipped: async () => ({ wallets: [], digest: '' }),
    shippedPictures: async () => [],
    chains: [],
    clock: {
      setTimeout(callback) {
        timers.push(callback)
        return () => {}
      },
    },
    log: { warn: (...facts: unknown[]) => void warnings.push(facts) },
  })
  const names = async () => (await directory.list({ page: 1, entries: 10 })).data.map(({ name }) => name)
  const round = async () => {
    await expect.poll(() => timers.length).toBe(1)
    timers.shift()?.()
    await expect.poll(() => timers.length).toBe(1)
  }
  return { held, directory, names, round, warnings }
}

test('is asked of memory: the database is asked once', async () => {
  const { held, directory, names } = open()
  await Promise.all([names(), names(), names()])
  const { asked } = held
  await names()
  await directory.picture({ kind: 'wallet', id: 'image-a' })
  expect(held.asked).toBe(asked)
})

test('a database that was away is asked again', async () => {
  const { held, names } = open()
  held.away = true
  await expect(names()).rejects.toThrow('away')
  held.away = false
  expect(await names()).toEqual(['Wallet a'])
})

test('notices a new version, and goes on with the old one while the database is away', async () => {
  const { held, directory, names, round, warnings } = open()
  directory.work.start()
  expect(await names()).toEqual(['Wallet a'])
  held.stored = { version: 2, wallets: [wallet('b')], pictures: [] }
  held.away = true
  await round()
  expect([await names(), warnings.length]).toEqual([['Wallet a'], 1])
  held.away = false
  await round()
  expect(await names()).toEqual(['Wallet b'])
  await directory.work.stop()
})

test('draws what has no picture, keeps what was asked for, and takes a new picture when it is notified', async () => {
  const { held, directory, round } = open()
  directory.work.start()
  const name = { kind: 'wallet', id: 'image-a' } as const
  const drawn = await directory.picture(name)
  expect(drawn?.mediaType).toBe('image/svg+xml')
  expect(await directory.picture(name)).toBe(drawn)
  held.stored = { ...held.stored, version: 2, pictures: [{ ...name, mediaType: 'image/png', digest: 'one' }] }
  await round()
  const supplied = await directory.picture(name)
  expect(supplied).toMatchObject({ mediaType: 'image/png', digest: 'one' })
  expect(await directory.picture(name)).toBe(supplied)
  await directory.work.stop()
})

test('draws a wallet anew when its name has changed', async () => {
  const { held, directory, round } = open()
  directory.work.start()
  const name = { kind: 'wallet', id: 'image-a' } as const
  const before = await directory.picture(name)
  held.stored = { ...held.stored, version: 2, wallets: [{ ...wallet('a'), name: 'Zebra' }] }
  await round()
  const after = await directory.picture(name)
  expect(new TextDecoder().decode(after?.bytes)).toContain('>Z<')
  expect(after?.digest).not.toBe(before?.digest)
  await directory.work.stop()
})

test('draws a coin with the symbol as it was asked for, whatever its case in earlier requests', async () => {
  const { directory } = open()
  const drawn = async (id: string) => new TextDecoder().decode((await directory.picture({ kind: 'token', id }))?.bytes)
  expect([await drawn('STETH'), await drawn('stETH')]).toEqual([
    expect.stringContaining('>STETH<'),
    expect.stringContaining('>stETH<'),
  ])
})
