import { afterEach, expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { searchWallets } from './askDirectory.js'
import { idOf, type LocalDirectory, openLocalDirectory, walletOf } from './test/localDirectory.js'

let directory: LocalDirectory | undefined
afterEach(async () => {
  await directory?.end()
  directory = undefined
})
const open = async (options: Parameters<typeof openLocalDirectory>[0] = {}) => {
  directory = await openLocalDirectory(options)
  return directory
}

test('[S9.5 S7.23 S7.24] finds a hundred wallets at most, by the trimmed text', async () => {
  const wallets = Array.from({ length: 150 }, (_, index) => walletOf(index + 1))
  const { foyer, asked, clock } = await open({ wallets, includeWalletIds: [], excludeWalletIds: [idOf(3)] })
  const found = await clock.until(searchWallets(foyer, { search: '  Wallet 1 ' }))
  expect(found).toHaveLength(62)
  expect(asked).toMatchObject([{ page: '1', entries: '100', search: 'Wallet 1', exclude: idOf(3) }])
  expect(await clock.until(searchWallets(foyer, { search: 'Wallet' }))).toHaveLength(100)
  expect(contextOf(foyer).events.get()?.data).toEqual({
    event: 'SEARCH_WALLET',
    properties: { badge: '', search: 'Wallet' },
  })
})

test('[S6.8] finds none that is excluded, by whatever the host calls it', async () => {
  const wallets = [walletOf(1, { rdns: 'org.first' }), walletOf(2), walletOf(3)]
  const { foyer, clock } = await open({ wallets, excludeWalletIds: ['org.first', 'wallet 2'] })
  const found = await clock.until(searchWallets(foyer, { search: 'Wallet' }))
  expect(found.map(({ name }) => name)).toEqual(['Wallet 3'])
})

test('[S9.5] takes 300 ms at least', async () => {
  const { foyer, clock, asked } = await open()
  let settled = false
  const search = searchWallets(foyer, { search: 'Wallet' }).then(() => {
    settled = true
  })
  await expect.poll(() => asked.length).toBe(1)
  await clock.advance(299)
  expect(settled).toBe(false)
  await clock.advance(1)
  await clock.until(search)
  expect(settled).toBe(true)
})

test('a single character, or none, asks for nothing', async () => {
  const { foyer, asked } = await open()
  for (const search of ['', ' ', 'W', ' W ']) expect(await searchWallets(foyer, { search })).toEqual([])
  expect(asked).toEqual([])
})

test('certified wallets are listed whatever is typed', async () => {
  const wallets = [walletOf(1), walletOf(2, { badge_type: 'certified' })]
  const { foyer, asked, clock } = await open({ wallets })
  const found = await clock.until(searchWallets(foyer, { search: '', certified: true }))
  expect(found.map(({ id }) => id)).toEqual([idOf(2)])
  expect(asked).toMatchObject([{ badge_type: 'certified' }])
  expect(contextOf(foyer).events.get()?.data).toMatchObject({ properties: { badge: 'certified', search: '' } })
})

test('can be aborted, and rejects with the server’s error', async () => {
  const { foyer, clock, failing, asked } = await open()
  const controller = new AbortController()
  const search = searchWallets(foyer, { search: 'Wallet', signal: controller.signal })
  controller.abort()
  await expect(search).rejects.toMatchObject({ code: 'aborted' })
  failing.add('search')
  await expect(clock.until(searchWallets(foyer, { search: 'Wallet' }))).rejects.toMatchObject({ code: 'http' })
  expect(asked).toHaveLength(1)
})

test('a text of any length is searched for', async () => {
  const { foyer, clock, asked } = await open()
  await clock.until(searchWallets(foyer, { search: 'x'.repeat(5_000) }))
  expect(asked[0]?.search).toHaveLength(100)
})
