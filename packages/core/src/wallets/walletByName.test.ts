import { afterEach, expect, test } from 'vitest'
import { walletButtonIds } from '../wire/wallet.js'
import { type LocalDirectory, openLocalDirectory, walletOf } from './test/localDirectory.js'
import { walletByName } from './walletByName.js'

let directory: LocalDirectory | undefined
afterEach(async () => {
  await directory?.end()
  directory = undefined
})

test('all named wallets are requested at once', async () => {
  const metamask = walletOf(1, { id: walletButtonIds.metamask, name: 'MetaMask' })
  directory = await openLocalDirectory({ wallets: [metamask, walletOf(2)] })
  const { foyer, clock, asked } = directory
  const found = await clock.until(Promise.all([walletByName(foyer, 'metamask'), walletByName(foyer, 'safe')]))
  expect(found).toEqual([metamask, undefined])
  expect(await walletByName(foyer, 'metamask')).toEqual(metamask)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ page: '1', entries: '32', include: Object.values(walletButtonIds).join(',') })
})

test('rejects when the request fails, and the next call requests again', async () => {
  directory = await openLocalDirectory({ wallets: [walletOf(1, { id: walletButtonIds.safe })] })
  const { foyer, clock, failing } = directory
  failing.add('entries=32')
  await expect(clock.until(walletByName(foyer, 'safe'))).rejects.toMatchObject({ code: 'http' })
  failing.clear()
  expect(await clock.until(walletByName(foyer, 'safe'))).toMatchObject({ id: walletButtonIds.safe })
})

test('without a server a wallet is known by its id', async () => {
  directory = await openLocalDirectory({ api: undefined })
  expect(await walletByName(directory.foyer, 'safe')).toEqual({ id: walletButtonIds.safe, name: 'safe' })
})
