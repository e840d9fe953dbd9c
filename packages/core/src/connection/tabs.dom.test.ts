import { describe, expect, test, vi } from 'vitest'
import { account, type FakeConnectorParameters, fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { fakeKit } from '../test/fakeKit.js'
import { tabsStorage } from '../test/tabsStorage.js'

/** One browser with tabs of the dapp. */
function browser() {
  const { entries, storage } = tabsStorage()
  const tab = (more: FakeConnectorParameters = {}) => {
    const wallet = fakeConnector(more)
    const another = fakeConnector({ id: 'another', accounts: [account('0xC1')] })
    const kit = fakeKit({ connectors: [wallet, another], storage, entries })
    return { ...kit, wallet }
  }
  return { entries, tab }
}

describe('tabs', () => {
  test('[S4.2 S4.3] a second tab follows a connect, a switch and a disconnect', async () => {
    const { tab } = browser()
    const one = tab()
    const two = tab()
    one.foyer.start()
    two.foyer.start()
    await one.foyer.connect({ connectorId: 'fake' })
    await two.until(() => two.foyer.account().status === 'connected')
    expect(two.wallet.asked).toEqual(['restore']) // no wallet is asked twice
    two.wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
    one.wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
    await one.foyer.disconnect()
    await two.until(() => two.foyer.account().status === 'disconnected')
    expect(two.wallet.asked).toEqual(['restore'])
    for (const { foyer, stored } of [one, two]) {
      expect(contextOf(foyer).live.size).toBe(0)
      expect(foyer.provider('eip155')).toBeUndefined()
      expect(foyer.account()).toMatchObject({ address: undefined, allAccounts: [], wallet: undefined })
      expect(foyer.store.getState().connection).toEqual({ connections: {}, active: {}, pending: {}, attempts: {} })
      expect(stored()).not.toHaveProperty('eip155:connected_connector_id')
    }
    await one.foyer.switchNetwork('eip155:1')
    await two.until(() => two.foyer.network()?.caipNetworkId === 'eip155:1')
    expect(one.foyer.network()?.caipNetworkId).toBe('eip155:1')
  })

  test('[S4.2 S4.3] a connection of several families is restored once, and ends for all', async () => {
    const { tab } = browser()
    const several: FakeConnectorParameters = {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      families: ['eip155', 'solana'],
      accounts: [account('0xA1'), account('So1', 'solana')],
      networks: { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    }
    const one = tab(several)
    const two = tab(several)
    one.foyer.start()
    two.foyer.start()
    await one.foyer.connect({ connectorId: 'walletConnect' })
    await two.until(() => two.foyer.account('solana').status === 'connected')
    await two.until(() => two.foyer.account('eip155').status === 'connected')
    expect(two.wallet.asked).toEqual(['restore'])
    expect(contextOf(two.foyer).live.size).toBe(1)
    await one.foyer.disconnect()
    await two.until(() => contextOf(two.foyer).live.size === 0)
    expect(two.wallet.asked).toEqual(['restore'])
    for (const family of ['eip155', 'solana'] as const)
      expect(two.foyer.account(family)).toMatchObject({ status: 'disconnected', address: undefined, wallet: undefined })
    expect(two.foyer.store.getState().connection).toEqual({ connections: {}, active: {}, pending: {}, attempts: {} })
  })

  const elsewhere: FakeConnectorParameters = { id: 'walletConnect', type: 'WALLET_CONNECT', releases: true }
  /** Two tabs that have a wallet elsewhere, of which the first connects another; the second receives that the former is replaced. */
  const replaced = async () => {
    const { tab } = browser()
    const [one, two] = [tab(elsewhere), tab(elsewhere)]
    one.foyer.start()
    two.foyer.start()
    await one.foyer.connect({ connectorId: 'walletConnect' })
    await two.until(() => two.foyer.account().status === 'connected')
    for (const { wallet } of [one, two]) {
      wallet.asked.length = 0
      wallet.accounts = [account('0xB1')]
    }
    await one.foyer.connect({ connectorId: 'walletConnect' })
    return { one, two }
  }

  test('[S4.2] another wallet of the same connector is followed: connecting, then connected; only the tab that connected it ends the former', async () => {
    const { one, two } = await replaced()
    two.wallet.emit({ type: 'replaced' })
    expect(two.foyer.account()).toMatchObject({ status: 'connecting', address: undefined })
    await two.until(() => two.foyer.account().status === 'connected')
    expect(two.foyer.account().address).toBe('0xB1')
    await one.clock.advance(0)
    expect(one.foyer.account()).toMatchObject({ status: 'connected', address: '0xB1' })
    expect(one.wallet.asked).toEqual(['connect eip155:1', 'release'])
    expect(two.wallet.asked).toEqual(['restore'])
    expect([one.wallet.listenerCount, two.wallet.listenerCount]).toEqual([1, 1])
    expect([one.errors, two.errors]).toEqual([[], []])
  })

  test('another connector is followed; only the tab that connected it ends the former', async () => {
    const { one, two } = await replaced()
    two.wallet.emit({ type: 'replaced' })
    await two.until(() => two.foyer.account().address === '0xB1')
    await one.foyer.connect({ connectorId: 'another' })
    await two.until(() => two.foyer.account().address === '0xC1')
    expect(one.wallet.asked).toEqual(['connect eip155:1', 'release', 'release'])
    expect(two.wallet.asked).toEqual(['restore'])
    two.wallet.emit({ type: 'replaced' }) // comes late
    await one.clock.advance(0)
    expect([one, two].map(({ foyer }) => foyer.account().address)).toEqual(['0xC1', '0xC1'])
  })

  test('[S4.2] [F20] a tab that cannot follow to another wallet is disconnected, and leaves the other connected', async () => {
    const { one, two } = await replaced()
    two.wallet.remembers = false
    two.wallet.emit({ type: 'replaced' })
    await two.until(() => two.foyer.account().status === 'disconnected')
    await one.clock.advance(0)
    expect(one.foyer.account()).toMatchObject({ status: 'connected', address: '0xB1' })
    expect(one.stored()).toMatchObject({ 'eip155:connected_connector_id': 'walletConnect' })
  })

  test('what the visitor is connecting in a tab isn’t cancelled by what another tab has replaced', async () => {
    const { one, two } = await replaced()
    two.wallet.faults.connect = 'hang'
    const connecting = two.foyer.connect({ connectorId: 'walletConnect' })
    await two.until(({ connection }) => connection.pending.eip155 !== undefined)
    two.wallet.emit({ type: 'replaced' })
    expect(two.foyer.account()).toMatchObject({ status: 'connecting', address: undefined })
    await one.clock.advance(0)
    expect(one.foyer.account()).toMatchObject({ status: 'connected', address: '0xB1' })
    two.wallet.release()
    await connecting
    expect(two.foyer.account()).toMatchObject({ status: 'connected', address: '0xB1' })
    expect(two.wallet.asked).toEqual(['connect eip155:1'])
  })

  test('[F20] a tab that cannot follow leaves the other connected', async () => {
    const { tab } = browser()
    const one = tab()
    const two = tab()
    two.wallet.remembers = false
    one.foyer.start()
    two.foyer.start()
    await one.foyer.connect({ connectorId: 'fake' })
    await two.until(() => two.foyer.account().status === 'connecting')
    await two.until(() => two.foyer.account().status === 'disconnected')
    await one.clock.advance(0)
    expect(one.foyer.account().status).toBe('connected')
    expect(one.stored()).toMatchObject({ 'eip155:connected_connector_id': 'fake' })
  })

  test('a stopped tab and foreign keys change nothing', async () => {
    const { tab, entries } = browser()
    const kit = tab()
    kit.foyer.start()
    kit.foyer.stop()
    const before = kit.foyer.store.getState()
    entries.set('@foyer/1/project/active_caip_network_id', 'eip155:11155111')
    const dispatch = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))
    dispatch('@foyer/1/project/active_caip_network_id')
    kit.foyer.start()
    dispatch('theme')
    dispatch('@foyer/1/another/active_caip_network_id')
    dispatch(null)
    await kit.clock.advance(0)
    expect(before.started).toBe(false)
    expect(kit.errors).toEqual([])
    expect(kit.foyer.account().status).toBe('disconnected')
  })
})

describe('the page', () => {
  test('the state says from the first opening on whether the page is online, while the kit runs', async () => {
    const { foyer } = fakeKit()
    const go = (online: boolean) => {
      Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
      window.dispatchEvent(new Event(online ? 'online' : 'offline'))
    }
    go(false)
    foyer.start()
    foyer.open()
    await vi.waitFor(() => expect(foyer.store.getState().online).toBe(false))
    go(true)
    expect(foyer.store.getState().online).toBe(true)
    go(false)
    expect(foyer.store.getState().online).toBe(false)
    foyer.stop()
    go(true)
    expect(foyer.store.getState().online).toBe(false)
  })

  test('[F19] a hundred starts and stops leave as many listeners on the window as one', () => {
    const added = new Set<unknown>()
    const { addEventListener, removeEventListener } = window
    window.addEventListener = (...[type, listener, options]: Parameters<typeof addEventListener>) => {
      added.add(listener)
      const signal = typeof options === 'object' ? options.signal : undefined
      signal?.addEventListener('abort', () => added.delete(listener))
      addEventListener.call(window, type, listener, options)
    }
    window.removeEventListener = (...[type, listener]: Parameters<typeof removeEventListener>) => {
      added.delete(listener)
      removeEventListener.call(window, type, listener)
    }
    try {
      const { foyer } = fakeKit()
      foyer.start()
      const one = added.size
      for (let round = 0; round < 100; round++) {
        foyer.stop()
        expect(added.size).toBe(0)
        foyer.start()
      }
      expect(added.size).toBe(one)
      expect(one).toBeGreaterThan(0)
      foyer.stop()
    } finally {
      Object.assign(window, { addEventListener, removeEventListener })
    }
  })
})
