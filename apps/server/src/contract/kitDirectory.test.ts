import { createFoyer, type Foyer } from '@foyer/core'
import { listedSchemes, walletLink } from '@foyer/core/links'
import { mainnet } from '@foyer/core/networks'
import {
  type DirectoryState,
  idleDirectory,
  type ListedWallet,
  loadNextPage,
  searchWallets,
  walletByName,
  walletImageOf,
  watchDirectory,
} from '@foyer/core/wallets'
import { type WalletButtonName, walletButtonIds } from '@foyer/core/wire'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../start.js'
import { demo } from '../test/openApi.js'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ port: 0, logLevel: 'silent', projects: [demo] })
})
afterAll(() => server?.stop())

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A kit in a page, and what it knows of the directory by now. */
function openKit(options: Partial<Parameters<typeof createFoyer>[0]> = {}): {
  readonly foyer: Foyer
  readonly known: () => DirectoryState
} {
  const foyer = createFoyer({ projectId: 'demo', networks: [mainnet], api: server.url, platform: 'react', ...options })
  let known = idleDirectory
  const stop = watchDirectory(foyer, (directory) => {
    known = directory
  })
  stops.push(stop, foyer.stop)
  return { foyer, known: () => known }
}

const until = (holds: () => boolean) => expect.poll(holds).toBe(true)

test('[S9.3 S9.4 S7.23 S7.24] a kit goes through the whole directory by pages, each wallet once', async () => {
  const featured = walletButtonIds.rainbow
  const { foyer, known } = openKit({ featuredWalletIds: [featured], excludeWalletIds: [walletButtonIds.safe] })
  await until(() => known().status === 'ready')
  expect(known().featured.map(({ id }) => id)).toEqual([featured])
  expect(known().recommended).toHaveLength(4)
  await loadNextPage(foyer)
  await until(() => known().listed.length === 40)
  while (known().hasMore) {
    const { length } = known().listed
    await loadNextPage(foyer)
    await until(() => known().listed.length > length || !known().hasMore)
  }
  const all: readonly ListedWallet[] = [...known().featured, ...known().recommended, ...known().listed]
  const ids = new Set(all.map(({ id }) => id))
  expect(ids.size).toBe(all.length)
  expect(ids.size).toBe(known().count)
  expect(ids.has(walletButtonIds.safe)).toBe(false)
  expect(known().excluded).toContain('Safe')
})

test('[F29] every link that the server lists leads to a listed wallet', async () => {
  const { foyer } = openKit()
  const certified = await searchWallets(foyer, { search: '', certified: true })
  expect(certified.length).toBeGreaterThan(10)
  const schemes = listedSchemes(certified)
  for (const { mobile_link, desktop_link, webapp_link, link_mode } of certified) {
    for (const link of [mobile_link, desktop_link, webapp_link, link_mode]) {
      if (link) expect(walletLink({ link, uri: 'wc:a@2', schemes }).redirect).toContain('wc?uri=wc%3Aa%402')
    }
  }
})

test('[S3.1 S7.25 S7.26] a wallet found by name has its picture at the kit’s address', async () => {
  const { foyer } = openKit()
  const [found] = await searchWallets(foyer, { search: ' meta ' })
  expect(found).toMatchObject({
    id: walletButtonIds.metamask,
    name: 'MetaMask',
    image_id: expect.any(String),
    mobile_link: 'metamask://',
    desktop_link: null,
    webapp_link: null,
    rdns: 'io.metamask',
    chains: expect.arrayContaining(['eip155:1']),
  })
  const picture = await fetch((found && walletImageOf(foyer, found)) ?? '')
  expect([picture.status, picture.headers.get('content-type')?.startsWith('image/')]).toEqual([200, true])
})

test('every name of a wallet button is listed', async () => {
  const { foyer } = openKit()
  const isName = (name: string): name is WalletButtonName => Object.hasOwn(walletButtonIds, name)
  for (const name of Object.keys(walletButtonIds).filter(isName)) {
    expect(await walletByName(foyer, name), name).toMatchObject({ id: walletButtonIds[name] })
  }
})
