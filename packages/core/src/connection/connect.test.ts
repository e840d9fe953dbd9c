import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import type { WalletEvent } from '../connector/connector.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { connectorHostOf } from '../createConnectionControls.js'
import { FoyerError } from '../errors/FoyerError.js'
import { type FakeKit, type FakeKitParameters, fakeKit } from '../test/fakeKit.js'
import { chooseAccount, switchFamily } from './index.js'

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )

/** A kit with one wallet connected and another one at hand. */
async function connectedKit(options: FakeKitParameters = {}) {
  const first = fakeConnector({ id: 'first', name: 'First' })
  const second = fakeConnector({ id: 'second', name: 'Second' })
  const kit = fakeKit({ connectors: [first, second], ...options })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'first' })
  return { ...kit, first, second }
}
const connecting = ({ until }: FakeKit) => until(({ connection }) => connection.pending.eip155 !== undefined)

describe('connect', () => {
  test('[S4.1 S3.6] is connecting, then connected, with all the accounts and the one the wallet is on', async () => {
    const wallet = fakeConnector()
    const kit = fakeKit({ connectors: [wallet] })
    expect(kit.foyer.account()).toMatchObject({ status: 'disconnected', isConnected: false, allAccounts: [] })
    const connected = kit.foyer.connect({ connectorId: 'fake' })
    await connecting(kit)
    expect(kit.foyer.account()).toMatchObject({ status: 'connecting', address: undefined })
    expect(await connected).toMatchObject({ networkId: 'eip155:1', accounts: wallet.accounts })
    expect(kit.foyer.account()).toEqual({
      status: 'connected',
      isConnected: true,
      address: '0xA1',
      caipAddress: 'eip155:1:0xA1',
      allAccounts: wallet.accounts,
      wallet: expect.objectContaining({ id: 'fake', name: 'Fake', type: 'ANNOUNCED' }),
    })
    expect(kit.foyer.provider('eip155')).toBeDefined()
    expect(wallet.asked).toEqual(['connect eip155:1'])
  })

  test('asks for the network that the host names, else for the active one of the family', async () => {
    const wallet = fakeConnector()
    const { foyer } = fakeKit({ connectors: [wallet] })
    await foyer.switchNetwork('eip155:11155111')
    await foyer.connect({ connectorId: 'fake' })
    await foyer.connect({ connectorId: 'fake', networkId: 'eip155:1' })
    expect(wallet.asked).toEqual(['connect eip155:11155111', 'connect eip155:1'])
  })

  test('[F18] a refusal brings back the former wallet, and is shown to the visitor', async () => {
    const { foyer, second } = await connectedKit()
    second.faults.connect = 'refuse'
    expect(await failure(foyer.connect({ connectorId: 'second' }))).toMatchObject({ code: 'user_rejected' })
    expect(foyer.account()).toMatchObject({ status: 'connected', wallet: { id: 'first' } })
    expect(foyer.store.getState().connection.attempts.connect).toMatchObject({
      connectorId: 'second',
      end: { status: 'failed', code: 'user_rejected', notice: 'error.rejected' },
    })
  })

  test.each(['throw-string', 'throw-at-once'] as const)(
    '[F18] a wallet that fails by %s fails with an error of the kit',
    async (fault) => {
      const { foyer, second } = await connectedKit()
      second.faults.connect = fault
      expect(await failure(foyer.connect({ connectorId: 'second' }))).toBeInstanceOf(FoyerError)
      expect(foyer.account().wallet?.id).toBe('first')
      expect(second.listenerCount).toBe(0)
    },
  )

  test.each([
    ['nothing', null],
    ['no accounts', { accounts: [], networks: {} }],
    ['an account without an address', { accounts: [{ namespace: 'eip155' }], networks: { eip155: 'eip155:1' } }],
    [
      'an account of a family that it does not serve',
      { accounts: [account('a', 'solana')], networks: { solana: 'solana:x' } },
    ],
    ['no network', { accounts: [account('0xA1')], networks: {} }],
    ['no networks at all', { accounts: [account('0xA1')] }],
    ['a network that is none', { accounts: [account('0xA1')], networks: { eip155: 'eip155:' } }],
    ["another family's network", { accounts: [account('0xA1')], networks: { eip155: 'solana:1' } }],
  ])('[F18] a wallet that answers %s changes nothing', async (_, garbage) => {
    const { foyer, second } = await connectedKit()
    second.faults.connect = 'garbage'
    second.garbage = garbage
    expect(await failure(foyer.connect({ connectorId: 'second' }))).toMatchObject({ code: 'wallet_answer' })
    expect(foyer.account()).toMatchObject({ status: 'connected', wallet: { id: 'first' } })
    expect(second.listenerCount).toBe(0)
    expect(foyer.store.getState().connection.attempts.connect?.end).toMatchObject({ notice: 'error.wrongAnswer' })
  })

  test.each([
    ['its connection side', ['listen', 'disconnect'], 'connection'],
    ['its network side', ['switchNetwork'], 'network'],
    ['both sides', ['listen', 'switchNetwork'], 'both'],
  ])('[S5.4 S8.20] a connector that lacks %s is refused', async (_, lacking, missing) => {
    const { foyer, second } = await connectedKit()
    const live = await second.connect({
      signal: new AbortController().signal,
      host: connectorHostOf(contextOf(foyer)),
      step: () => {},
      ask: async () => ({ opened: false }),
      picked: () => undefined,
    })
    for (const side of lacking) Reflect.deleteProperty(live, side)
    vi.spyOn(second, 'connect').mockResolvedValue(live)
    expect(await failure(foyer.connect({ connectorId: 'second' }))).toMatchObject({
      code: 'connector_clients_missing',
      message: expect.stringMatching(/^ConnectionControllerClient and NetworkControllerClient must be set/),
      facts: { missing },
    })
    expect(foyer.account()).toMatchObject({ status: 'connected', wallet: { id: 'first' } })
  })

  test('[S8.20] WalletConnect that was not passed is named', async () => {
    const { foyer } = await connectedKit()
    expect(await failure(foyer.connect({ connectorId: 'walletConnect' }))).toMatchObject({
      message: expect.stringMatching(/^WalletConnectConnector not found/),
    })
  })

  test('[F18] a wallet that cannot be listened to changes nothing', async () => {
    const { foyer, second } = await connectedKit()
    second.faults.listen = 'throw-at-once'
    expect(await failure(foyer.connect({ connectorId: 'second' }))).toBeInstanceOf(FoyerError)
    expect(foyer.account()).toMatchObject({ status: 'connected', wallet: { id: 'first' } })
    expect(contextOf(foyer).live.size).toBe(1)
  })

  test('[F18] a wallet that never answers expires after five minutes, and its late consent changes nothing', async () => {
    const kit = await connectedKit()
    const { foyer, second, clock } = kit
    second.faults.connect = 'hang'
    const failed = failure(foyer.connect({ connectorId: 'second' }))
    await connecting(kit)
    await clock.advance(requestExpiryMs - 1)
    expect(foyer.account().status).toBe('connecting')
    await clock.advance(1)
    expect(await failed).toMatchObject({ code: 'request_timeout' })
    const before = foyer.store.getState().connection
    second.release()
    await clock.advance(0)
    expect(foyer.store.getState().connection).toBe(before)
    expect(foyer.account().wallet?.id).toBe('first')
    expect(second.listenerCount).toBe(0)
    expect(clock.pending).toBe(0)
  })

  test('[F18] the host may give up waiting, before and while the wallet is asked', async () => {
    const kit = await connectedKit()
    const { foyer, second } = kit
    second.faults.connect = 'hang'
    const gone = AbortSignal.abort()
    expect(await failure(foyer.connect({ connectorId: 'second', signal: gone }))).toMatchObject({ code: 'aborted' })
    expect(second.asked).toEqual([])
    const controller = new AbortController()
    const failed = failure(foyer.connect({ connectorId: 'second', signal: controller.signal }))
    await connecting(kit)
    controller.abort()
    expect(await failed).toMatchObject({ code: 'aborted' })
    second.release()
    await kit.clock.advance(0)
    expect(foyer.account().wallet?.id).toBe('first')
    expect(second.listenerCount).toBe(0)
    expect(foyer.store.getState().connection.attempts.connect?.end).toEqual({ status: 'cancelled' })
  })

  test.each(['agrees', 'refuses'])(
    '[F18] a wallet that %s leaves no listener on the signal of the host',
    async (how) => {
      const { foyer, second } = await connectedKit()
      const { signal } = new AbortController()
      if (how === 'refuses') second.faults.connect = 'refuse'
      await failure(foyer.connect({ connectorId: 'second', signal }))
      expect(second.asked).toHaveLength(1)
      expect(getEventListeners(signal, 'abort')).toEqual([])
    },
  )

  test('[F18] a newer attempt supersedes: the older ends at once, whatever its wallet says later', async () => {
    const kit = await connectedKit()
    const { foyer, first, second } = kit
    second.faults.connect = 'hang'
    const failed = failure(foyer.connect({ connectorId: 'second' }))
    await connecting(kit)
    await foyer.connect({ connectorId: 'first' })
    expect(await failed).toMatchObject({ code: 'aborted' })
    second.release()
    await kit.clock.advance(0)
    expect(foyer.account().wallet?.id).toBe('first')
    expect(second.listenerCount).toBe(0)
    expect(first.listenerCount).toBe(1) // the connection before this one has removed its listener
  })

  test('an unknown connector and a family without a network are named', async () => {
    const { foyer } = fakeKit({ connectors: [fakeConnector({ id: 'near', families: ['near'] })] })
    expect(await failure(foyer.connect({ connectorId: 'x' }))).toMatchObject({ code: 'connector_not_found' })
    expect(await failure(foyer.connect({ connectorId: 'near' }))).toMatchObject({ code: 'namespace_not_configured' })
  })

  test('[S5.7] a family must be configured before it is asked for anything', async () => {
    const { foyer } = fakeKit({ connectors: [fakeConnector({ id: 'near', families: ['near'] })] })
    const sentence = 'Namespace is not configured. Please call connect() first with namespace config.'
    expect(await failure(foyer.connect({ connectorId: 'near' }))).toMatchObject({ message: sentence })
    expect(() => switchFamily(foyer, 'near')).toThrow(sentence)
    expect(foyer.store.getState().family).toBe('eip155')
  })
})

describe('a connection', () => {
  test('[S3.5 S3.11] keeps what a wallet says of its accounts and of the networks it agreed to', async () => {
    const whole = {
      namespace: 'bip122',
      address: 'bc1q',
      type: 'payment',
      publicKey: '02ab',
      path: "m/84'/0'/0'",
    } as const
    const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
    const wallet = fakeConnector({
      families: ['bip122'],
      accounts: [whole, { ...whole, address: 'bc1p', type: 'ordinal' }],
      networks: { bip122: bitcoin },
      approvedNetworks: [bitcoin],
    })
    const { foyer } = fakeKit({ connectors: [wallet] })
    const { connectionId } = await foyer.connect({ connectorId: 'fake' })
    expect(foyer.account('bip122').allAccounts).toEqual([whole, { ...whole, address: 'bc1p', type: 'ordinal' }])
    expect(foyer.account('bip122').address).toBe('bc1q')
    expect(foyer.store.getState().connection.connections[connectionId]?.approvedNetworks).toEqual([bitcoin])
  })

  test('[S4.19] follows the accounts and the network of the wallet', async () => {
    const { foyer, first } = await connectedKit()
    first.emit({ type: 'accountsChanged', family: 'eip155', accounts: [account('0xB1')] })
    expect(foyer.account()).toMatchObject({ address: '0xB1', allAccounts: [account('0xB1')] })
    first.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
    expect(foyer.network()?.name).toBe('Sepolia')
    first.emit({ type: 'accountsChanged', family: 'eip155', accounts: [] })
    expect(foyer.account().status).toBe('disconnected')
    expect(first.listenerCount).toBe(0)
    expect(foyer.network()?.caipNetworkId).toBe('eip155:11155111') // where it was last
  })

  test('[S4.8] a network that is not configured is flagged, and forgotten with the connection', async () => {
    const { foyer, first } = await connectedKit({ allowUnsupportedChain: true })
    first.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' })
    expect(foyer.network()).toBeUndefined()
    await foyer.disconnect()
    expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
  })

  test('events of a wallet that was replaced change nothing', async () => {
    const { foyer, first } = await connectedKit()
    await foyer.connect({ connectorId: 'second' })
    const event: WalletEvent = { type: 'disconnected' }
    first.emit(event)
    expect(first.listenerCount).toBe(0)
    expect(foyer.account().wallet?.id).toBe('second')
  })

  test('chooses among the accounts that the wallet gave', async () => {
    const { foyer } = await connectedKit()
    chooseAccount(foyer, { family: 'eip155', address: '0xA2' })
    expect(foyer.account().caipAddress).toBe('eip155:1:0xA2')
    chooseAccount(foyer, { family: 'eip155', address: '0xstranger' })
    expect(foyer.account().address).toBe('0xA2')
  })
})

describe('disconnect', () => {
  test('[S4.3] leaves nothing of the account, the network, the wallet and what was stored', async () => {
    const { foyer, first, stored } = await connectedKit()
    expect(stored()).toMatchObject({ 'eip155:connected_connector_id': 'first', connection_status: 'connected' })
    await foyer.disconnect()
    expect(first.asked).toContain('disconnect')
    expect(first.listenerCount).toBe(0)
    expect(foyer.account()).toEqual({
      status: 'disconnected',
      isConnected: false,
      address: undefined,
      caipAddress: undefined,
      allAccounts: [],
      wallet: undefined,
    })
    expect(foyer.provider('eip155')).toBeUndefined()
    expect(contextOf(foyer).live.size).toBe(0)
    expect(foyer.store.getState().connection).toEqual({ connections: {}, active: {}, pending: {}, attempts: {} })
    expect(stored()).not.toHaveProperty('eip155:connected_connector_id')
    expect(stored()).not.toHaveProperty('connected_namespaces')
    expect(stored().connection_status).toBe('disconnected')
  })

  test.each(['refuse', 'throw-string', 'throw-at-once'] as const)(
    '[S8.18 S4.3] a wallet that fails by %s is reported, and the state is clean all the same',
    async (fault) => {
      const { foyer, first } = await connectedKit()
      first.faults.disconnect = fault
      const error = await failure(foyer.disconnect())
      expect(error).toMatchObject({ code: 'disconnect', notice: 'account.disconnectFailed' })
      expect(foyer.account().status).toBe('disconnected')
      expect(first.listenerCount).toBe(0)
    },
  )

  test('[F18] a wallet that never answers is not waited for any longer than ten seconds', async () => {
    const { foyer, first, clock } = await connectedKit()
    first.faults.disconnect = 'hang'
    const failed = failure(foyer.disconnect())
    await clock.advance(10_000)
    expect(await failed).toMatchObject({ code: 'disconnect', cause: { code: 'request_timeout' } })
    expect(clock.pending).toBe(0)
  })

  test('[S4.3] a connection of two families ends for both by either', async () => {
    const both = fakeConnector({
      id: 'both',
      families: ['eip155', 'solana'],
      accounts: [account('0xA1'), account('So1', 'solana')],
      networks: { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    })
    const { foyer, stored } = fakeKit({ connectors: [both] })
    foyer.start()
    await foyer.connect({ connectorId: 'both' })
    expect([foyer.account('eip155').address, foyer.account('solana').address]).toEqual(['0xA1', 'So1'])
    expect(stored()).toMatchObject({ connected_namespaces: 'eip155,solana' })
    await foyer.disconnect({ family: 'solana' })
    expect(both.asked.filter((asked) => asked === 'disconnect')).toHaveLength(1)
    for (const family of ['eip155', 'solana'] as const) {
      expect(foyer.account(family)).toMatchObject({ status: 'disconnected', address: undefined, allAccounts: [] })
      expect(foyer.account(family).wallet).toBeUndefined()
    }
    expect([contextOf(foyer).live.size, both.listenerCount]).toEqual([0, 0])
    expect(foyer.store.getState().connection).toEqual({ connections: {}, active: {}, pending: {}, attempts: {} })
    const kept = Object.keys(stored()).filter((key) => /connected_(connector_id|namespaces)$/.test(key))
    expect([kept, stored().connection_status]).toEqual([[], 'disconnected'])
  })

  test('cancels an attempt under way', async () => {
    const kit = await connectedKit()
    kit.second.faults.connect = 'hang'
    const failed = failure(kit.foyer.connect({ connectorId: 'second' }))
    await connecting(kit)
    await kit.foyer.disconnect({ family: 'eip155' })
    expect(await failed).toMatchObject({ code: 'aborted' })
    expect(kit.foyer.account().status).toBe('disconnected')
  })
})
