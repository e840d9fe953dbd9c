import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CustomWallet } from '../config/options.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { mainnet, solana } from '../networks/index.js'
import { walletButtonIds } from '../wire/wallet.js'
import { chooseWallet, connectRows } from './connectRows.js'
import { idOf, type LocalDirectory, openLocalDirectory, walletOf } from './test/localDirectory.js'

const pairing = fakeConnector({ id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT' })
const metamask = fakeConnector({ id: 'io.metamask', name: 'MetaMask', rdns: 'io.metamask' })

let directory: LocalDirectory | undefined
afterEach(async () => {
  vi.unstubAllGlobals()
  await directory?.end()
  directory = undefined
})
async function open(options: Parameters<typeof openLocalDirectory>[0] = {}) {
  directory = await openLocalDirectory({ connectors: [pairing, metamask], ...options })
  return directory
}
const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: true }))

describe('choosing a row', () => {
  test('of the code shows it, or on a phone the wallets that can be opened', async () => {
    const { foyer } = await open()
    const [row] = connectRows({ state: foyer.store.getState(), options: foyer.options })
    if (row?.group !== 'walletConnect') expect.fail()
    expect(await chooseWallet(foyer, row)).toEqual({ route: { view: 'ConnectingWalletConnect' } })
    onPhone()
    expect(await chooseWallet(foyer, row)).toEqual({ route: { view: 'AllWallets' } })
  })

  test('of a connector asks it', async () => {
    const { foyer } = await open()
    const row = connectRows({ state: foyer.store.getState(), options: foyer.options })[1]
    if (!row) expect.fail()
    expect(await chooseWallet(foyer, row)).toEqual({
      route: { view: 'ConnectingExternal', connectorId: 'io.metamask' },
    })
  })

  test('[S3.3] of a wallet of several chains asks which', async () => {
    const onSolana = fakeConnector({ id: 'metamask-sol', name: 'MetaMask', families: ['solana'] })
    const { foyer } = await open({ connectors: [pairing, metamask, onSolana], networks: [mainnet, solana] })
    const row = connectRows({ state: foyer.store.getState(), options: foyer.options })[1]
    if (!row || row.kind === 'coming') expect.fail()
    const route = { view: 'ConnectingMultiChain', connectorId: 'io.metamask' }
    expect(await chooseWallet(foyer, row)).toEqual({ route })
    const named = { id: walletButtonIds.metamask, name: 'MetaMask' }
    expect(await chooseWallet(foyer, named)).toMatchObject({ route })
    foyer.open({ family: 'solana' })
    expect(await chooseWallet(foyer, named)).toMatchObject({
      route: { view: 'ConnectingExternal', connectorId: 'metamask-sol' },
    })
  })

  test('of a recent wallet pairs with it, by the links that the directory has of it today', async () => {
    const { foyer, asked } = await open()
    foyer.store.setState({ recents: [{ id: idOf(7), name: 'Seven', families: ['eip155'] }] })
    const row = connectRows({ state: foyer.store.getState(), options: foyer.options }).find(
      ({ group }) => group === 'recent',
    )
    if (!row) expect.fail()
    expect(await chooseWallet(foyer, row)).toEqual({
      route: { view: 'ConnectingWalletConnect', wallet: expect.objectContaining({ mobile_link: 'wallet7://' }) },
    })
    expect(asked).toMatchObject([{ include: idOf(7), entries: '1' }])
  })

  test('of a recent wallet waits 3 s for the directory, and no longer', async () => {
    const kit = await open()
    const release = kit.hold()
    const chosen = vi.fn()
    chooseWallet(kit.foyer, { id: idOf(7), name: 'Seven' }).then(chosen)
    await vi.waitFor(() => expect(kit.asked).toHaveLength(1))
    await kit.clock.advance(2_999)
    expect(chosen).not.toHaveBeenCalled()
    await kit.clock.advance(1)
    await vi.waitFor(() => expect(chosen).toHaveBeenCalledOnce())
    expect(chosen.mock.lastCall).toEqual([
      { route: { view: 'ConnectingWalletConnect', wallet: { id: idOf(7), name: 'Seven' } }, link: undefined },
    ])
    release()
  })

  test('of a recent wallet pairs with it all the same where the directory fails, or doesn’t know it', async () => {
    const { foyer, failing, errors } = await open()
    failing.add('entries=1')
    const wallet = { id: idOf(7), name: 'Seven' }
    const route = { view: 'ConnectingWalletConnect', wallet }
    expect(await chooseWallet(foyer, wallet)).toEqual({ route })
    expect(errors).toHaveLength(1)
    failing.clear()
    const other = { id: idOf(700), name: 'Other' }
    expect(await chooseWallet(foyer, other)).toEqual({ route: { ...route, wallet: other } })
  })

  test('a wallet that was listed before is not asked for', async () => {
    const kit = await open()
    const known = kit.watch()
    await kit.seen(() => known().status === 'ready')
    const { length } = kit.asked
    const { route } = await chooseWallet(kit.foyer, { id: idOf(2), name: 'Two' })
    expect(route).toMatchObject({ wallet: { mobile_link: 'wallet2://' } })
    expect(kit.asked).toHaveLength(length)
  })
})

describe('choosing a wallet of a list', () => {
  test.each([
    ['rdns', walletOf(1, { rdns: 'io.metamask' })],
    ['id', walletOf(1, { id: walletButtonIds.metamask })],
  ])('asks the connector that it is by its %s', async (_, wallet) => {
    const { foyer } = await open()
    expect((await chooseWallet(foyer, wallet)).route).toEqual({
      view: 'ConnectingExternal',
      connectorId: 'io.metamask',
    })
  })

  test('else pairs with it', async () => {
    const { foyer } = await open()
    const wallet = walletOf(1, { rdns: 'org.other' })
    expect((await chooseWallet(foyer, wallet)).route).toEqual({ view: 'ConnectingWalletConnect', wallet })
  })

  test('without a way to pair leads to where it is to be had', async () => {
    const own: CustomWallet = { id: 'own', name: 'Own', homepage: 'https://own.example' }
    const { foyer } = await open({ connectors: [], customWallets: [own] })
    expect((await chooseWallet(foyer, { id: 'own', name: 'Own' })).route).toEqual({ view: 'Downloads', wallet: own })
    expect((await chooseWallet(foyer, { id: 'x', name: 'X' })).route).toEqual({ view: 'GetWallet' })
  })
})

describe('wallets that speak with a page on a phone only in a browser of their own', () => {
  const phantom = walletOf(1, { id: walletButtonIds.phantom })
  const coinbase = walletOf(1, { id: walletButtonIds.coinbase })
  const page = { href: 'https://dapp.example/a?b=c#d', origin: 'https://dapp.example' }

  test('Phantom', async () => {
    onPhone()
    vi.stubGlobal('location', page)
    const { foyer } = await open()
    const { link } = await chooseWallet(foyer, phantom)
    expect(link).toBe(
      'https://phantom.app/ul/browse/https%3A%2F%2Fdapp.example%2Fa%3Fb%3Dc%23d?ref=https%3A%2F%2Fdapp.example',
    )
    vi.stubGlobal('phantom', {})
    expect((await chooseWallet(foyer, phantom)).link).toBeUndefined()
  })

  test('Coinbase Wallet, on Solana', async () => {
    onPhone()
    vi.stubGlobal('location', page)
    const { foyer } = await open()
    expect((await chooseWallet(foyer, coinbase)).link).toBeUndefined()
    foyer.store.setState({ family: 'solana' })
    expect((await chooseWallet(foyer, coinbase)).link).toBe(
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fdapp.example%2Fa%3Fb%3Dc%23d',
    )
    vi.stubGlobal('coinbaseSolana', {})
    expect((await chooseWallet(foyer, coinbase)).link).toBeUndefined()
  })

  test('elsewhere nothing is opened', async () => {
    vi.stubGlobal('location', page)
    const { foyer } = await open()
    expect((await chooseWallet(foyer, phantom)).link).toBeUndefined()
  })
})
