import { describe, expect, test } from 'vitest'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Connector } from '../connector/connector.js'
import { account, type FakeConnectorParameters, fakeConnector } from '../connector/test/fakeConnector.js'
import { bitcoin, mainnet, sepolia, solana, solanaDevnet } from '../networks/index.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { switchFamily } from './index.js'

const home: Readonly<Record<string, NetworkId>> = {
  eip155: mainnet.caipNetworkId,
  solana: solana.caipNetworkId,
  bip122: bitcoin.caipNetworkId,
}
const own = ['eip155', 'solana', 'bip122'] as const
const addressOf = (family: Family) => `${family}-address`
const walletOf = (family: Family, more: FakeConnectorParameters = {}) =>
  fakeConnector({
    id: `of-${family}`,
    families: [family],
    accounts: [account(addressOf(family), family)],
    networks: { [family]: home[family] },
    ...more,
  })
/** A pairing whose session has an account of each family. */
const ofAll = () =>
  fakeConnector({
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    families: own,
    accounts: [account('1'), account('2', 'solana'), account('3', 'bip122')],
    networks: home,
  })
const networks = [mainnet, sepolia, solana, solanaDevnet, bitcoin] as const
const withWallets = (entries = new Map<string, string>()) => {
  const wallets = { eip155: walletOf('eip155'), solana: walletOf('solana'), bip122: walletOf('bip122') }
  return { wallets, ...fakeKit({ connectors: Object.values(wallets), networks, entries }) }
}
const connected = async (entries?: Map<string, string>) => {
  const kit = withWallets(entries)
  kit.foyer.start()
  for (const family of own) await kit.foyer.connect({ connectorId: `of-${family}` })
  return kit
}

describe('several families at once', () => {
  test('[S4.1 S4.6] each has its own wallet, account and network; another active family goes to its last network', async () => {
    const { foyer } = await connected()
    expect(own.map((family) => foyer.account(family).address)).toEqual(own.map(addressOf))
    expect(foyer.store.getState().family).toBe('bip122')
    await foyer.switchNetwork(solanaDevnet.caipNetworkId)
    await foyer.switchNetwork(sepolia.caipNetworkId)
    switchFamily(foyer, 'solana')
    expect(foyer.network()).toMatchObject({ name: solanaDevnet.name })
    expect(foyer.account().address).toBe('solana-address')
  })

  test('[S4.2 S4.6] all are restored, none of them waits for another, and each is where it was', async () => {
    const entries = new Map<string, string>()
    const first = await connected(entries)
    await first.foyer.switchNetwork(solanaDevnet.caipNetworkId)
    switchFamily(first.foyer, 'eip155')
    first.foyer.stop()

    const late: { register?: (connector: Connector) => void } = {}
    const bip122 = fakeAdapter('bip122', {
      discover({ register }) {
        late.register = register
        return () => {}
      },
    })
    const [evm, sol] = [walletOf('eip155'), walletOf('solana', { networks: { solana: solanaDevnet.caipNetworkId } })]
    sol.faults.restore = 'hang'
    const { foyer, until } = fakeKit({
      connectors: [evm, sol],
      networks,
      adapters: [fakeAdapter('eip155'), fakeAdapter('solana'), bip122],
      entries,
    })
    const seen: string[] = []
    foyer.store.subscribe(() => {
      const now = own.map((family) => foyer.account(family).status).join()
      if (seen.at(-1) !== now) seen.push(now)
    })
    foyer.start()
    await until(() => foyer.account('eip155').status === 'connected')
    // Where its wallet isn't yet, a family is where it was.
    expect(foyer.network('solana')?.name).toBe(solanaDevnet.name)
    late.register?.(walletOf('bip122'))
    await until(() => foyer.account('bip122').status === 'connected')
    sol.release()
    await until(() => foyer.account('solana').status === 'connected')
    expect(seen).toEqual([
      'connecting,connecting,connecting',
      'connected,connecting,connecting',
      'connected,connecting,connected',
      'connected,connected,connected',
    ])
    expect([foyer.store.getState().family, foyer.network('solana')?.name]).toEqual(['eip155', solanaDevnet.name])
  })

  test('[S4.3] one family is disconnected alone; where it was the active one, another that is connected is', async () => {
    const { foyer, wallets, stored } = await connected()
    await foyer.disconnect({ family: 'bip122' })
    expect(own.map((family) => foyer.account(family).isConnected)).toEqual([true, true, false])
    expect(wallets.bip122.asked).toContain('disconnect')
    expect(wallets.eip155.asked).not.toContain('disconnect')
    expect(stored()).not.toHaveProperty('bip122:connected_connector_id')
    expect(foyer.store.getState().family).toBe('eip155')
    await foyer.disconnect({ family: 'solana' })
    expect(foyer.store.getState().family).toBe('eip155')
  })

  test('[S4.3] all are disconnected at once, though a wallet fails', async () => {
    const { foyer, wallets } = await connected()
    wallets.solana.faults.disconnect = 'refuse'
    await expect(foyer.disconnect()).rejects.toMatchObject({ code: 'disconnect' })
    expect(own.map((family) => foyer.account(family).status)).toEqual(own.map(() => 'disconnected'))
    for (const wallet of Object.values(wallets)) expect(wallet.asked).toContain('disconnect')
  })

  test('[S4.3] a session of several families ends for all of them, whichever is asked, and only once', async () => {
    const pairing = ofAll()
    const { foyer } = fakeKit({ connectors: [pairing], networks })
    foyer.start()
    await foyer.connect({ connectorId: 'walletConnect' })
    expect(own.map((family) => foyer.account(family).address)).toEqual(['1', '2', '3'])
    await foyer.disconnect({ family: 'solana' })
    expect(own.map((family) => foyer.account(family).isConnected)).toEqual([false, false, false])
    expect(pairing.asked.filter((each) => each === 'disconnect')).toHaveLength(1)
  })

  test('a session that its wallet ends leaves the families of other wallets as they are', async () => {
    const pairing = ofAll()
    const { foyer } = fakeKit({ connectors: [pairing, walletOf('solana')], networks })
    foyer.start()
    await foyer.connect({ connectorId: 'walletConnect' })
    await foyer.connect({ connectorId: 'of-solana' })
    switchFamily(foyer, 'eip155')
    pairing.emit({ type: 'disconnected' })
    expect(own.map((family) => foyer.account(family).address)).toEqual([undefined, 'solana-address', undefined])
    expect(foyer.store.getState().family).toBe('solana')
  })

  test('[S2.15] the family that the modal was opened for is the active one once a wallet of several agrees', async () => {
    const { foyer } = fakeKit({ connectors: [ofAll()], networks })
    foyer.start()
    foyer.open({ family: 'solana' })
    await foyer.connect({ connectorId: 'walletConnect' })
    expect(foyer.store.getState().family).toBe('solana')
    foyer.close()
    await foyer.connect({ connectorId: 'walletConnect' })
    expect(foyer.store.getState().family).toBe('solana')
  })

  test('[S2.13 S2.14] opening shows the active family’s account, and where it has none the way to one', async () => {
    const { foyer } = await connected()
    const shown = () => foyer.store.getState().view.history[0].view
    await foyer.disconnect({ family: 'solana' })
    foyer.open()
    expect(shown()).toBe('Account')
    foyer.open({ family: 'solana' })
    expect(shown()).toBe('Connect')
    switchFamily(foyer, 'solana')
    foyer.open()
    expect(shown()).toBe('Connect')
    foyer.open({ family: 'eip155' })
    expect([shown(), foyer.store.getState().family]).toEqual(['Account', 'eip155'])
  })
})
