import { http } from 'viem'
import { mainnet, optimism, polygon } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addresses, createTestWallet, type TestWallet } from '../test/wallet.js'

let wallet: TestWallet
let kept: Map<string, string>
beforeEach(() => {
  wallet = createTestWallet()
  kept = new Map()
  vi.stubGlobal('WebSocket', wallet.Socket)
})
afterEach(() => {
  wallet.stop()
  vi.unstubAllGlobals()
  expect(wallet.faults).toEqual([])
})

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

/** wagmi of that version, as a bundler links it. */
async function linked(version: string) {
  vi.resetModules()
  if (version === '2') {
    vi.doMock('@wagmi/core', () => import('wagmi-core-2'))
    vi.doMock('@wagmi/connectors', () => import('wagmi-connectors-5'))
  }
  return { core: await import('@wagmi/core'), connectors: await import('@wagmi/connectors') }
}

const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

describe.each(['2', '3'])('over wagmi %s', (version) => {
  let core: Awaited<ReturnType<typeof linked>>['core']
  let connectors: Awaited<ReturnType<typeof linked>>['connectors']
  beforeAll(async () => {
    ;({ core, connectors } = await linked(version))
    expect(core.version[0]).toBe(version)
  })
  afterAll(() => {
    vi.doUnmock('@wagmi/core')
    vi.doUnmock('@wagmi/connectors')
    vi.resetModules()
  })

  /** A page with wagmi, whose own connector of WalletConnect has this package in the place of the original's; what it shows is scanned. */
  function pageOf() {
    const config = core.createConfig({
      chains: [mainnet, optimism, polygon],
      transports: { [mainnet.id]: http(), [optimism.id]: http('https://node.example/10'), [polygon.id]: http() },
      connectors: [
        connectors.walletConnect({
          projectId: 'project',
          relayUrl: 'wss://relay.example',
          showQrModal: false,
          storage,
        }),
      ],
      storage: core.createStorage({ storage }),
      multiInjectedProviderDiscovery: false,
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('wagmi has no connector.')
    connector.emitter.on('message', ({ type, data }) => type === 'display_uri' && wallet.scan(String(data)))
    return { config, connector }
  }
  test('wagmi’s own connector connects, signs, switches, reconnects after a reload, and disconnects', async () => {
    const { config, connector } = pageOf()
    expect(connector).toMatchObject({ id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' })
    expect(await core.connect(config, { connector })).toEqual({ accounts: addresses, chainId: 1 })
    expect(core.getAccount(config)).toMatchObject({ status: 'connected', address: addresses[0], chainId: 1 })
    expect(await core.signMessage(config, { message: 'hello' })).toBe('answer to personal_sign')
    expect(wallet.requests.at(-1)).toMatchObject({ params: ['0x68656c6c6f', addresses[0]] })
    expect(await core.switchChain(config, { chainId: 10 })).toMatchObject({ id: 10 })
    expect(await core.switchChain(config, { chainId: 10 })).toMatchObject({ id: 10 })
    expect(core.getAccount(config).chainId).toBe(10)

    const again = pageOf()
    expect(await core.reconnect(again.config)).toMatchObject([{ accounts: addresses, chainId: 10 }])
    expect(core.getAccount(again.config)).toMatchObject({ status: 'connected', chainId: 10 })
    await core.disconnect(again.config)
    expect(core.getAccount(again.config).status).toBe('disconnected')
    await vi.waitFor(() => expect(wallet.client.sessions()).toEqual([]))
    expect(await core.reconnect(pageOf().config)).toEqual([])
  })

  test('begins on the chain that it is asked for', async () => {
    const { config, connector } = pageOf()
    expect(await core.connect(config, { connector, chainId: 137 })).toMatchObject({ chainId: 137 })
  })

  test('a visitor who refuses is known as such, connecting and signing', async () => {
    const { config, connector } = pageOf()
    wallet.answer = 'reject'
    expect(await failure(core.connect(config, { connector }))).toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    })
    wallet.answer = 'approve'
    await core.connect(config, { connector })
    wallet.respond = () => {
      throw Object.assign(new Error('no'), { code: 5000 })
    }
    expect(await failure(core.signMessage(config, { message: 'hello' }))).toMatchObject({
      name: 'UserRejectedRequestError',
    })
  })

  test('a chain that the wallet doesn’t have yet is added, and gone to', async () => {
    wallet.grants = (chainId) => chainId === 'eip155:1'
    const { config, connector } = pageOf()
    await core.connect(config, { connector })
    const asked: string[] = []
    wallet.respond = ({ method }) => {
      asked.push(method)
      if (asked.length === 1) throw Object.assign(new Error('Unrecognized chain ID'), { code: 4902 })
      return null
    }
    await failure(core.switchChain(config, { chainId: 10 }))
    expect(asked.slice(0, 2)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  test('a session that the wallet ends, and what it changes by itself, are followed', async () => {
    const { config, connector } = pageOf()
    await core.connect(config, { connector })
    const [session] = wallet.client.sessions()
    const topic = session?.topic ?? ''
    await wallet.client.emit({ topic, chainId: 'eip155:1', name: 'accountsChanged', data: [addresses[1]] })
    await vi.waitFor(() => expect(core.getAccount(config).address).toBe(addresses[1]))
    await wallet.client.emit({ topic, chainId: 'eip155:1', name: 'chainChanged', data: 137 })
    await vi.waitFor(() => expect(core.getAccount(config).chainId).toBe(137))
    await wallet.client.disconnect({ topic })
    await vi.waitFor(() => expect(core.getAccount(config).status).toBe('disconnected'))
  })
})
