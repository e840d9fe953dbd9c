import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { sepolia } from '../networks/known.js'
import { walletEntries } from '../wire/wallet.js'
import { loadNextPage, searchWallets } from './askDirectory.js'
import { directoryRows } from './connectRows.js'
import { directoryOf } from './directory.js'
import { idOf, type LocalDirectory, openLocalDirectory, walletOf } from './test/localDirectory.js'

let directory: LocalDirectory | undefined
afterEach(async () => {
  vi.unstubAllGlobals()
  await directory?.end()
  directory = undefined
})
const open = async (options: Parameters<typeof openLocalDirectory>[0] = {}) => {
  directory = await openLocalDirectory(options)
  return directory
}
const ids = (wallets: readonly { readonly id: string }[]) => wallets.map(({ id }) => Number.parseInt(id, 16))
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const chains =
  'eip155:1,eip155:11155111,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp,bip122:000000000019d6689c085ae165831e93'

describe('the first wallets', () => {
  test('[S9.4 S7.23 S7.24] four are recommended, beside the featured ones and without the excluded', async () => {
    const kit = await open({ featuredWalletIds: [idOf(2)], excludeWalletIds: [idOf(1), 'org.other'] })
    const known = kit.watch()
    // What excluded wallets are called is no part of being ready.
    await kit.seen(() => known().status === 'ready' && known().excluded.length > 0)
    expect(ids(known().featured)).toEqual([2])
    expect(ids(known().recommended)).toEqual([3, 4, 5, 6])
    expect(known().count).toBe(99)
    const common = { projectId: 'project', st: 'appkit', sv: 'js-eip155,solana,bip122-1.7.6', page: '1' }
    expect(kit.asked).toContainEqual({
      ...common,
      entries: '4',
      exclude: `${idOf(1)},${idOf(2)}`,
      chains,
    })
    expect(kit.asked).toContainEqual({ ...common, entries: '1', include: idOf(2) })
    expect(kit.asked).toContainEqual({ ...common, entries: '1', include: idOf(1) })
    expect(kit.asked).toHaveLength(3)
  })

  test('featured ones stand in the host’s order', async () => {
    const kit = await open({ featuredWalletIds: [idOf(9), idOf(3), idOf(500), idOf(7)] })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(ids(known().featured)).toEqual([9, 3, 7])
  })

  test('only what is included is listed', async () => {
    const kit = await open({ includeWalletIds: [idOf(5), idOf(6)] })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(ids(known().recommended)).toEqual([5, 6])
  })

  test('are asked for once, however many watch, and again only where it failed', async () => {
    const kit = await open()
    kit.failing.add('entries=4')
    const known = [kit.watch(), kit.watch()]
    await kit.seen(() => known.every((each) => each().status === 'ready'))
    expect(kit.asked).toHaveLength(1)
    expect(known[0]?.().recommended).toEqual([])
    expect(kit.errors).toMatchObject([{ code: 'http' }])
    kit.failing.clear()
    await directoryOf(kit.foyer).first()
    await directoryOf(kit.foyer).first()
    await kit.seen(() => known[1]?.().recommended.length === 4)
    expect(kit.asked).toHaveLength(2)
  })

  test('a failure of either leaves the other, and is reported', async () => {
    const kit = await open({ featuredWalletIds: [idOf(2)] })
    kit.failing.add('entries=1&')
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(known().featured).toEqual([])
    expect(ids(known().recommended)).toEqual([1, 3, 4, 5])
    expect(kit.errors).toHaveLength(1)
  })

  test('other networks, or another family, have others', async () => {
    const kit = await open({
      wallets: [walletOf(1), walletOf(2, { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] })],
    })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(ids(known().recommended)).toEqual([1, 2])
    kit.foyer.open({ family: 'solana' })
    await kit.seen(() => known().recommended.length === 1)
    expect(ids(known().recommended)).toEqual([2])
    kit.foyer.store.setState({ networks: [sepolia], connectorFilter: undefined })
    await kit.seen(() => known().status === 'ready' && known().recommended.length === 0)
    expect(kit.asked.at(-1)).toMatchObject({ chains: 'eip155:11155111' })
  })

  test('without a server there are none, at once', async () => {
    const kit = await open({ api: undefined })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(known()).toMatchObject({ featured: [], recommended: [], listed: [], count: 0, hasMore: false })
    await loadNextPage(kit.foyer)
    expect(known().listed).toEqual([])
    expect(kit.asked).toEqual([])
  })
})

describe('pages', () => {
  test('[S9.3] of forty, without what stands before them, until there are no more', async () => {
    const kit = await open({ featuredWalletIds: [idOf(100)] })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(known()).toMatchObject({ hasMore: true, loadingMore: false, count: 100 })
    for (const last of [44, 84, 99]) {
      await loadNextPage(kit.foyer)
      await kit.seen(() => !known().loadingMore && ids(known().listed).at(-1) === last)
      expect(ids(known().listed)).toEqual(numbers(5, last))
      expect(known().hasMore).toBe(last < 99)
    }
    const pages = kit.asked.filter(({ entries }) => Number(entries) === walletEntries.page)
    expect(pages.map(({ page }) => page)).toEqual(['1', '2', '3'])
    const [first] = pages
    expect(first?.exclude?.split(',').map((id) => Number.parseInt(id, 16))).toEqual([1, 2, 3, 4, 100])
    expect(new Set(pages.map(({ exclude }) => exclude)).size).toBe(1)
    expect(known().count).toBe(100)
  })

  test('are still there for who comes back after a while', async () => {
    const kit = await open()
    const known = kit.watch()
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().listed.length === 40)
    const asked = kit.asked.length
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    kit.unwatch()
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    const again = kit.watch()
    await kit.seen(() => again().status === 'ready')
    expect(ids(again().recommended)).toEqual([1, 2, 3, 4])
    expect(again().listed).toHaveLength(40)
    expect(kit.asked).toHaveLength(asked)
  })

  test('wait for the first wallets, and two calls are one', async () => {
    const kit = await open()
    const known = kit.watch()
    await Promise.all([loadNextPage(kit.foyer), loadNextPage(kit.foyer)])
    await kit.seen(() => known().listed.length > 0)
    expect(kit.asked.map(({ entries }) => entries)).toEqual(['4', '40'])
    expect(ids(known().listed)).toEqual(numbers(5, 44))
    const release = kit.hold()
    const pages = [loadNextPage(kit.foyer)]
    await kit.seen(() => kit.asked.length === 3)
    pages.push(loadNextPage(kit.foyer))
    release()
    await Promise.all(pages)
    expect(kit.asked.map(({ page }) => page)).toEqual(['1', '1', '2'])
  })

  test('[S9.3] of one list leave out the same, so that none is missed', async () => {
    const kit = await open()
    kit.failing.add('entries=4&')
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    await loadNextPage(kit.foyer)
    kit.failing.clear()
    await directoryOf(kit.foyer).first()
    await kit.seen(() => known().recommended.length === 4)
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().listed.length === 80)
    expect(ids(known().listed)).toEqual(numbers(1, 80))
    const [first, second] = kit.asked.filter(({ entries }) => entries === '40')
    expect([first?.page, second?.page]).toEqual(['1', '2'])
    expect(second?.exclude).toBe(first?.exclude)
  })

  test('a wallet that moved meanwhile stands there once; one on no wanted network doesn’t', async () => {
    const kit = await open({ wallets: numbers(1, 90).map((number) => walletOf(number)) })
    const known = kit.watch()
    await loadNextPage(kit.foyer)
    kit.wallets.unshift(walletOf(200))
    kit.wallets[60] = walletOf(300, { chains: ['eip155:2', 'eip155:1'] })
    kit.wallets[61] = walletOf(301, { chains: undefined })
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().listed.length > 40)
    expect(new Set(ids(known().listed)).size).toBe(known().listed.length)
    expect(ids(known().listed)).toContain(300)
    expect(ids(known().listed)).not.toContain(301)
  })

  test('the count only grows', async () => {
    const kit = await open()
    const known = kit.watch()
    await kit.seen(() => known().count === 100)
    kit.wallets.splice(60)
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().listed.length > 0)
    expect(known().count).toBe(100)
    kit.wallets.push(...numbers(200, 400).map((number) => walletOf(number)))
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().count > 100)
  })

  test('one that failed is reported, keeps the pages before it, and can be requested again', async () => {
    const kit = await open()
    const known = kit.watch()
    await loadNextPage(kit.foyer)
    kit.failing.add('page=2')
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().status === 'failed')
    expect(known()).toMatchObject({ failure: { code: 'http' }, loadingMore: false, hasMore: true })
    expect(known().listed).toHaveLength(40)
    kit.failing.clear()
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().listed.length === 80)
    expect(known()).toMatchObject({ status: 'ready', failure: undefined })
  })

  test('one with nothing to offer on a phone is followed by the next, so that the list never stays empty', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const onDesktops = (number: number) => (number > 4 && number < 125 ? { mobile_link: null } : {})
    const kit = await open({ wallets: numbers(1, 200).map((number) => walletOf(number, onDesktops(number))) })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().listed.length > 0)
    expect(ids(known().listed)).toEqual(numbers(125, 164))
    kit.failing.add('page=5')
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().status === 'failed')
    expect(kit.asked.filter(({ page }) => page === '5')).toHaveLength(1)
  })

  test('what nothing changed for stays the same list', async () => {
    const kit = await open()
    const known = kit.watch()
    await loadNextPage(kit.foyer)
    await kit.seen(() => known().listed.length === 40)
    const before = known()
    kit.foyer.store.setState({ family: 'solana' })
    await kit.seen(() => known() !== before)
    expect(known().listed).toBe(before.listed)
    expect(known().recommended).toBe(before.recommended)
  })
})

describe('what can be offered', () => {
  const phantom = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
  const solflare = '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'
  const wallets = [
    walletOf(1, { mobile_link: null }),
    walletOf(2),
    walletOf(0, { id: phantom, mobile_link: null }),
    walletOf(0, { id: solflare, mobile_link: null }),
  ]

  test('on a phone is what can be opened there', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const kit = await open({ wallets })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(known().recommended.map(({ id }) => id)).toEqual([idOf(2), phantom])
    kit.foyer.store.setState({ family: 'solana' })
    await kit.seen(() => known().recommended.length === 3)
    expect(known().recommended.at(-1)?.id).toBe(solflare)
  })

  test('elsewhere is all of it', async () => {
    const kit = await open({ wallets })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    expect(known().recommended).toHaveLength(4)
  })

  test('[S6.8] excluded are also those that a host names by rdns or name; excluded ids say what they are called in a page', async () => {
    const excludeWalletIds = [idOf(1), 'org.second', 'wallet 3']
    const list = [walletOf(1, { rdns: 'org.first' }), walletOf(2, { rdns: 'org.second' }), walletOf(3), walletOf(4)]
    const kit = await open({ wallets: list, excludeWalletIds })
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready' && known().excluded.length > 0)
    expect(ids(known().recommended)).toEqual([4])
    expect(known().excluded).toEqual(['Wallet 1', 'org.first'])
  })
})

test('its rows follow what is in the page', async () => {
  const pairing = fakeConnector({ id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT' })
  const kit = await open({ connectors: [pairing] })
  const known = kit.watch()
  await kit.seen(() => known().status === 'ready')
  const rows = () => directoryRows({ foyer: kit.foyer, ...known() })
  expect(rows()).toMatchObject([
    { kind: 'wallet', group: 'recommended', name: 'Wallet 1', wallet: { id: idOf(1) }, tag: undefined },
    { name: 'Wallet 2' },
  ])
  expect(rows()[0]?.icon).toBe(
    `${kit.origin}/getWalletImage/image-1?projectId=project&st=appkit&sv=js-eip155%2Csolana%2Cbip122-1.7.6`,
  )
  kit.foyer.store.setState({
    connectors: [...kit.foyer.store.getState().connectors, { ...fakeConnector(), name: 'A' }],
  })
  expect(rows()).toHaveLength(1)
})

test('without listeners nothing is requested any more, and the next listener requests what changed', async () => {
  const kit = await open()
  const known = kit.watch()
  await kit.seen(() => known().status === 'ready')
  kit.unwatch()
  kit.foyer.open({ family: 'solana' })
  await kit.clock.until(searchWallets(kit.foyer, { search: 'Wallet' }))
  expect(kit.asked.map(({ entries }) => entries)).toEqual(['4', '100'])
  const again = kit.watch()
  await kit.seen(() => again().status === 'ready')
  expect(kit.asked.at(-1)).toMatchObject({ entries: '4', chains: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
})
