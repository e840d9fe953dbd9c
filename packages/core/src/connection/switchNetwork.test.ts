import { describe, expect, test, vi } from 'vitest'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { sepolia as known } from '../networks/known.js'
import { isRunning } from '../state/attempt.js'
import { type FakeKitParameters, fakeKit } from '../test/fakeKit.js'
import { addNetwork, switchFamily } from './index.js'

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
const sepolia = 'eip155:11155111'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

async function connectedKit(options: FakeKitParameters = {}) {
  const wallet = fakeConnector()
  const kit = fakeKit({ connectors: [wallet], ...options })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  return { ...kit, wallet }
}
type Kit = Awaited<ReturnType<typeof connectedKit>>
const switching = ({ until }: Kit) => until(({ connection }) => isRunning(connection.attempts.switch))

describe('switchNetwork', () => {
  test('asks no wallet where none is connected, and remembers the choice', async () => {
    const { foyer, stored } = fakeKit()
    foyer.start()
    await foyer.switchNetwork(sepolia)
    expect(foyer.network()?.caipNetworkId).toBe(sepolia)
    expect(stored()).toMatchObject({ active_caip_network_id: sepolia, active_namespace: 'eip155' })
  })

  test('asks the wallet, and has switched when it agrees, even where the wallet emits nothing', async () => {
    const { foyer, wallet } = await connectedKit()
    await foyer.switchNetwork(sepolia)
    expect(wallet.asked).toContain(`switchNetwork ${sepolia}`)
    expect(foyer.network()?.caipNetworkId).toBe(sepolia)
    expect(foyer.store.getState().connection.attempts.switch?.end).toEqual({ status: 'succeeded' })
  })

  test('a wallet that writes to what it handed over before it emits is followed as any other', async () => {
    const { foyer, wallet } = await connectedKit()
    const seen: unknown[] = []
    foyer.subscribe(
      ({ connection: { connections } }) => Object.values(connections)[0]?.networks.eip155,
      (networkId) => seen.push(networkId),
    )
    wallet.networks.eip155 = sepolia
    expect(seen).toEqual([])
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: sepolia })
    expect(seen).toEqual([sepolia])
  })

  test.each([
    ['its number', 11155111],
    ['its CAIP-2 id', sepolia],
    ['the kit’s own object', known],
    ['a chain of viem, which has no CAIP-2 id', { ...known, caipNetworkId: undefined, chainNamespace: undefined }],
  ] as const)('a network is said by %s', async (_how, network) => {
    const { foyer, wallet } = await connectedKit()
    await foyer.switchNetwork(network)
    expect(wallet.asked).toContain(`switchNetwork ${sepolia}`)
    expect(foyer.network()?.caipNetworkId).toBe(sepolia)
  })

  test('asks no wallet for the network that it is on already', async () => {
    const { foyer, wallet } = await connectedKit()
    await foyer.switchNetwork('eip155:1')
    expect(wallet.asked).toEqual(['connect eip155:1'])
  })

  test('[S8.21] a network that is not configured is an alert and an error', async () => {
    const consoled = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { foyer, errors, until } = await connectedKit()
    const alerted = until(({ alert }) => alert?.key === 'SWITCH_NETWORK_NOT_FOUND')
    expect(await failure(foyer.switchNetwork('eip155:999'))).toMatchObject({
      code: 'network_not_configured',
    })
    await alerted
    await vi.waitUntil(() => errors.length > 0, { interval: 1 })
    expect(errors).toMatchObject([{ code: 'switch_network_not_found' }])
    expect(consoled.mock.calls).toEqual([[expect.stringContaining('eip155:999')]])
    expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
    consoled.mockRestore()
  })

  test('a refusal leaves the network and is kept for the view', async () => {
    const { foyer, wallet } = await connectedKit()
    wallet.faults.switchNetwork = 'refuse'
    expect(await failure(foyer.switchNetwork(sepolia))).toMatchObject({ code: 'user_rejected' })
    expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
    expect(foyer.store.getState().connection.attempts.switch).toMatchObject({
      networkId: sepolia,
      end: { status: 'failed', code: 'user_rejected', notice: 'error.rejected' },
    })
  })

  test('a wallet that emits the new network and then never answers has switched all the same', async () => {
    const kit = await connectedKit()
    const { foyer, wallet } = kit
    wallet.faults.switchNetwork = 'hang'
    const controller = new AbortController()
    const switched = foyer.switchNetwork(sepolia, { signal: controller.signal })
    await switching(kit)
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: sepolia })
    controller.abort()
    await switched
    expect(foyer.network()?.caipNetworkId).toBe(sepolia)
    expect(foyer.store.getState().connection.attempts.switch?.end).toEqual({ status: 'succeeded' })
  })

  test('[F18] a newer switch ends an older one, whose late answer changes nothing', async () => {
    const kit = await connectedKit()
    const { foyer, wallet } = kit
    wallet.faults.switchNetwork = 'hang'
    const failed = failure(foyer.switchNetwork(sepolia))
    await switching(kit)
    addNetwork(foyer, {
      id: 5,
      name: 'Five',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: { default: { http: ['https://five.example'] } },
    })
    wallet.faults.switchNetwork = 'none'
    await foyer.switchNetwork('eip155:5')
    expect(await failed).toMatchObject({ code: 'aborted' })
    wallet.release()
    await kit.clock.advance(0)
    expect(foyer.network()?.caipNetworkId).toBe('eip155:5')
  })

  test('[S4.3] disconnecting ends a switch; the wallet agreeing later moves nothing', async () => {
    const kit = await connectedKit()
    const { foyer, wallet } = kit
    wallet.faults.switchNetwork = 'hang'
    const failed = failure(foyer.switchNetwork(sepolia))
    await switching(kit)
    await foyer.disconnect()
    expect(await failed).toMatchObject({ code: 'aborted' })
    wallet.release()
    await kit.clock.advance(0)
    expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
    expect(foyer.store.getState().connection.attempts.switch).toBeUndefined()
  })

  test("[S4.6] another family's network makes that family active, and going back finds its last one", async () => {
    const sol = fakeConnector({
      id: 'sol',
      families: ['solana'],
      accounts: [account('So1', 'solana')],
      networks: { solana },
    })
    const { foyer } = await connectedKit({ connectors: [fakeConnector(), sol] })
    await foyer.switchNetwork(sepolia)
    await foyer.connect({ connectorId: 'sol' })
    expect(foyer.network()?.caipNetworkId).toBe(solana)
    switchFamily(foyer, 'eip155')
    expect(foyer.network()?.caipNetworkId).toBe(sepolia)
    expect(foyer.account().address).toBe('0xA1')
    await foyer.switchNetwork(solana)
    expect(sol.asked).toEqual([`connect ${solana}`]) // it is there already
    expect(foyer.account().address).toBe('So1')
    await foyer.switchNetwork('eip155:1')
    expect(foyer.store.getState().family).toBe('eip155')
    expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
    await foyer.disconnect()
    switchFamily(foyer, 'solana')
    expect(foyer.network()?.caipNetworkId).toBe(solana)
  })
})
