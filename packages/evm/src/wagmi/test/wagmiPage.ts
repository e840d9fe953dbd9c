import {
  type Adapter,
  type Clock,
  type Connector,
  createFoyer,
  type Foyer,
  type FoyerState,
  type KeyValueStorage,
  type LiveConnection,
  type Network,
  systemClock,
} from '@foyer/core'
import { defineNetwork, solana } from '@foyer/core/networks'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestWallet, type TestChain, type TestWallet } from '@foyer/testing'
import {
  type CreateConnectorFn,
  cookieStorage,
  cookieToInitialState,
  createConfig,
  createStorage,
  http,
  hydrate,
  injected,
} from '@wagmi/core'
import * as v from 'valibot'
import { createClient, defineChain, type EIP1193Provider } from 'viem'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { connectWallet, restoreWallet } from '../../connection/connectWallet.js'
import { followWagmi } from '../followWagmi.js'
import { wagmi } from '../wagmi.js'

/**
 * The functions of wagmi and of the kit that a page is made of: the newest of both, where a test doesn't say another.
 */
const newest = { createConfig, createStorage, http, injected, createFoyer, wagmi, followWagmi }

/** A provider by viem's types, which say more of its answers than a test wallet's know. */
export const Provider = v.custom<EIP1193Provider>((value) => typeof Object(value).request === 'function')

const networkOf = ({ id, name, nativeCurrency, url }: StartedChain): Network =>
  defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
const chainOf = ({ id, name, nativeCurrency, url }: StartedChain) =>
  defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })

/** The browser's storage, which notifies every tab of what one of them changes. */
const sharedStorage: KeyValueStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem(key, value) {
    if (localStorage.getItem(key) === value) return
    localStorage.setItem(key, value)
    notifyTabs(key, value)
  },
  removeItem(key) {
    if (localStorage.getItem(key) === null) return
    localStorage.removeItem(key)
    notifyTabs(key, null)
  },
}
const notifyTabs = (key: string, newValue: string | null) =>
  queueMicrotask(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue })))

const hastyClock: Clock = {
  ...systemClock,
  setTimeout: (run, timeoutMs) => systemClock.setTimeout(run, timeoutMs / 100),
}

/** A wallet that the kit alone knows, as it knows one elsewhere. */
const elsewhere = ({ provider, name }: TestWallet): Connector => ({
  id: 'walletConnect',
  type: 'WALLET_CONNECT',
  name,
  families: ['eip155'],
  connect: (request) => connectWallet({ ...request, provider }),
  restore: (request) => restoreWallet({ ...request, provider }),
})

/** As much of the family as a kit needs to have one. */
const solanaAdapter: Adapter<'solana'> = {
  ...{ family: 'solana', type: 'solana' },
  actions: async () => ({ nativeBalance: async () => 0n, provider: () => ({}) }),
}

/** A wallet of Solana's that agrees to everything. */
export const walletOfSolana = (id: string): Connector => {
  const live: LiveConnection = {
    accounts: [{ namespace: 'solana', address: '11111111111111111111111111111112', type: 'eoa' }],
    networks: { solana: solana.caipNetworkId },
    providers: {},
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  return { id, type: 'ANNOUNCED', name: id, families: ['solana'], connect: async () => live, restore: async () => live }
}

interface PageParameters {
  /** Wallets of the host's own, as wagmi's config names them. */
  readonly wallets?: readonly { readonly rdns: string; readonly name: string; readonly provider: unknown }[]
  /** The one that the kit alone knows. */
  readonly ofKit?: TestWallet
  /** Wallets of Solana's, a family that wagmi knows nothing of; with any the kit has its network. */
  readonly ofSolana?: readonly Connector[]
  /** Whether wagmi's config lacks the second network of the kit. */
  readonly lacking?: boolean
  /** Whether the kit lacks the second network of wagmi's config. */
  readonly kitLacks?: boolean
  /** Whether what the kit waits for ends a hundred times sooner. */
  readonly hasty?: boolean
  /** Connectors of wagmi's besides. */
  readonly connectors?: readonly CreateConnectorFn[]
  /** Whether wagmi looks for wallets that announce themselves. */
  readonly announced?: boolean
  /** The page was drawn by a server, which read wagmi's cookie; wagmi reads it when the page has mounted, after the kit has started. */
  readonly drawnByServer?: boolean
}

/** Pages with wagmi and the kit, over two chains that the tests of this file share; each page is closed when its test ends. */
export function wagmiPages(made: Partial<typeof newest> | (() => Partial<typeof newest>) = {}) {
  let chains: readonly [StartedChain, StartedChain]
  const stops: (() => void)[] = []
  beforeAll(async () => {
    chains = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
  })
  afterAll(() => Promise.all(chains.map((chain) => chain.stop())))
  afterEach(() => {
    for (const stop of stops.splice(0).reverse()) stop()
    localStorage.clear()
    for (const cookie of document.cookie.split('; ')) cookieStorage.removeItem(cookie.split('=')[0] ?? '')
  })

  /** A wallet with the dev account of that index. */
  function walletOf(name: string, index: number): TestWallet {
    const testChainOf = ({ id, url }: StartedChain): TestChain => ({ id, rpcUrl: url })
    return createTestWallet({
      name,
      keys: [devAccounts[index]?.privateKey ?? '0x'],
      chains: [testChainOf(chains[0]), testChainOf(chains[1])],
    })
  }

  /** A page with wagmi and the kit, as it is after it was loaded. */
  function page({
    wallets = [],
    ofKit,
    ofSolana = [],
    lacking = false,
    kitLacks = false,
    hasty = false,
    connectors = [],
    announced = false,
    drawnByServer = false,
  }: PageParameters) {
    const { createConfig, createStorage, http, injected, createFoyer, wagmi, followWagmi } = {
      ...newest,
      ...(typeof made === 'function' ? made() : made),
    }
    const [one, two] = [chainOf(chains[0]), chainOf(chains[1])] as const
    const config = createConfig({
      connectors: [
        ...wallets.map(({ rdns: id, name, provider }) =>
          injected({ target: () => ({ id, name, provider: v.parse(Provider, provider) }) }),
        ),
        ...connectors,
      ],
      multiInjectedProviderDiscovery: announced,
      chains: lacking ? [one] : [one, two],
      ssr: drawnByServer,
      storage: createStorage({ storage: drawnByServer ? cookieStorage : localStorage }),
      client: ({ chain }) => createClient({ chain, transport: http() }),
    })
    const foyer = createFoyer({
      projectId: 'a-project',
      storage: sharedStorage,
      networks: [
        networkOf(chains[0]),
        ...(kitLacks ? [] : [networkOf(chains[1])]),
        ...(ofSolana.length > 0 ? [solana] : []),
      ],
      ...(hasty && { clock: hastyClock }),
      adapters: [wagmi(config), ...(ofSolana.length > 0 ? [solanaAdapter] : [])],
      connectors: [...(ofKit ? [elsewhere(ofKit)] : []), ...ofSolana],
    })
    const errors: unknown[] = []
    foyer.onError((error) => errors.push(error))
    foyer.start()
    const stopFollowing = followWagmi(foyer, config)
    if (drawnByServer)
      void hydrate(config, {
        initialState: cookieToInitialState(config, document.cookie),
        reconnectOnMount: true,
      }).onMount()
    const close = () => {
      stopFollowing()
      foyer.stop()
      // Else wagmi would see the wallets of the next test.
      config._internal.mipd?.destroy()
    }
    stops.push(close)
    return { config, foyer, errors, stopFollowing, close }
  }

  return { walletOf, page, stops }
}

export type WagmiPage = Pick<ReturnType<ReturnType<typeof wagmiPages>['page']>, 'config' | 'foyer'>

export const wagmiSays = ({ config: { state } }: WagmiPage) => {
  const connection = state.current === null ? undefined : state.connections.get(state.current)
  return connection && { id: connection.connector.id, address: connection.accounts[0], chain: connection.chainId }
}

/** The connector that a state of the kit is connected by. */
export const heldBy = ({ connection: { active, connections } }: FoyerState): string | undefined =>
  active.eip155 === undefined ? undefined : connections[active.eip155]?.connector.id

export const kitSays = ({ foyer }: WagmiPage) => {
  const { connections, active } = foyer.store.getState().connection
  const connection = active.eip155 === undefined ? undefined : connections[active.eip155]
  return (
    connection && {
      id: connection.connector.id,
      address: connection.addresses.eip155,
      chain: Number(connection.networks.eip155?.split(':')[1]),
    }
  )
}

/** Waits until both sides say the same: a connection of which this is part, or none. */
export async function bothSay(where: WagmiPage, expected: object | undefined): Promise<void> {
  await vi.waitFor(() => {
    const said = [kitSays(where), wagmiSays(where)]
    if (expected) expect(said).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)])
    else expect(said).toEqual([undefined, undefined])
    expect(said[0]).toEqual(said[1])
    expect(where.config.state.status).toBe(expected ? 'connected' : 'disconnected')
  })
}

export const idOf = (name: string, foyer: Foyer): string =>
  foyer.store.getState().connectors.find((connector) => connector.name === name)?.id ?? ''

export const connectorOf = ({ config }: WagmiPage, id: string) =>
  config.connectors.find((each) => each.id === id) ?? expect.fail(`wagmi has no connector ${id}`)
