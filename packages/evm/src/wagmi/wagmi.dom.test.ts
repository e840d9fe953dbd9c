import { createFoyer, type Foyer, type KeyValueStorage, type Network } from '@foyer/core'
import { AbortedError, NetworkNotConfiguredError, WalletAnswerError } from '@foyer/core/errors'
import { defineNetwork } from '@foyer/core/networks'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestWallet } from '@foyer/testing'
import { createConfig, createStorage, http, injected } from '@wagmi/core'
import { connect, disconnect, reconnect, switchChain } from '@wagmi/core/actions'
import * as v from 'valibot'
import { createClient, defineChain, type EIP1193Provider } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { followWagmi } from './followWagmi.js'
import { wagmi } from './wagmi.js'

let chains: readonly [StartedChain, StartedChain]

beforeAll(async () => {
  chains = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
})
afterAll(() => Promise.all(chains.map((chain) => chain.stop())))

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop()
  localStorage.clear()
})

const networkOf = ({ id, name, nativeCurrency, url }: StartedChain): Network =>
  defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
const chainOf = ({ id, name, nativeCurrency, url }: StartedChain) =>
  defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })

/** What viem says of a provider, answer by answer, is more than a test wallet's types know of it. */
const Provider = v.custom<EIP1193Provider>((value) => typeof Object(value).request === 'function')

/** A wallet of the host's own, as wagmi's config names it. */
function walletOf(name: string, index: number) {
  const keys = [devAccounts[index]?.privateKey ?? '0x'] as const
  const [one, two] = chains.map(({ id, url }) => ({ id, rpcUrl: url }))
  if (!one || !two) throw new Error('The chains are missing.')
  const wallet = createTestWallet({ name, keys, chains: [one, two] })
  const { rdns: id, provider } = wallet
  return injected({ target: () => ({ id, name, provider: v.parse(Provider, provider) }) })
}

/** The browser's storage, which tells every tab of what one of them changes. */
const told: KeyValueStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem(key, value) {
    if (localStorage.getItem(key) === value) return
    localStorage.setItem(key, value)
    tell(key, value)
  },
  removeItem(key) {
    if (localStorage.getItem(key) === null) return
    localStorage.removeItem(key)
    tell(key, null)
  },
}
const tell = (key: string, newValue: string | null) =>
  queueMicrotask(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue })))

/** A page with wagmi and the kit, as it is after it was loaded. */
function page(wallets: readonly ReturnType<typeof injected>[], { lacking = false, announced = false } = {}) {
  const [one, two] = [chainOf(chains[0]), chainOf(chains[1])] as const
  const config = createConfig({
    connectors: wallets,
    multiInjectedProviderDiscovery: announced,
    chains: lacking ? [one] : [one, two],
    storage: createStorage({ storage: localStorage }),
    client: ({ chain }) => createClient({ chain, transport: http() }),
  })
  const foyer = createFoyer({
    projectId: 'a-project',
    storage: told,
    networks: [networkOf(chains[0]), networkOf(chains[1])],
    adapters: [wagmi(config)],
  })
  const errors: unknown[] = []
  foyer.onError((error) => errors.push(error))
  foyer.start()
  const stopFollowing = followWagmi(foyer, config)
  const close = () => {
    stopFollowing()
    foyer.stop()
    // Else wagmi would hear of the wallets of the next test.
    config._internal.mipd?.destroy()
  }
  stops.push(close)
  return { config, foyer, errors, close }
}

type Page = Pick<ReturnType<typeof page>, 'config' | 'foyer'>

const wagmiSays = ({ config: { state } }: Page) => {
  const connection = state.current === null ? undefined : state.connections.get(state.current)
  return connection && { id: connection.connector.id, address: connection.accounts[0], chain: connection.chainId }
}
const kitSays = ({ foyer }: Page) => {
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
const idOf = (name: string, foyer: Foyer) =>
  foyer.store.getState().connectors.find((connector) => connector.name === name)?.id ?? ''

async function bothSay(where: Page, expected: object | undefined) {
  await vi.waitFor(() => {
    const said = [kitSays(where), wagmiSays(where)]
    if (expected) expect(said).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)])
    else expect(said).toEqual([undefined, undefined])
    expect(said[0]).toEqual(said[1])
  })
}

const connectorOf = ({ config }: Page, id: string) => {
  const connector = config.connectors.find((each) => each.id === id)
  if (!connector) throw new Error('wagmi has no such connector.')
  return connector
}

test("wagmi's connectors are rows; connecting, switching and disconnecting by the kit is wagmi's state", async () => {
  const here = page([walletOf('Maple', 0)])
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id, chain: 31337 })
  await here.foyer.switchNetwork({ networkId: 'eip155:31338' })
  await bothSay(here, { id, chain: 31338 })
  await here.foyer.disconnect()
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})

test('what wagmi connects, switches and disconnects is what the kit says', async () => {
  const here = page([walletOf('Maple', 0), walletOf('Birch', 1)])
  const [maple, birch] = [idOf('Maple', here.foyer), idOf('Birch', here.foyer)] as const
  await connect(here.config, { connector: connectorOf(here, maple) })
  await bothSay(here, { id: maple, chain: 31337 })
  await switchChain(here.config, { chainId: 31338 })
  await bothSay(here, { id: maple, chain: 31338 })
  await connect(here.config, { connector: connectorOf(here, birch) })
  await bothSay(here, { id: birch })
  await disconnect(here.config) // wagmi goes back to the one before
  await bothSay(here, { id: maple })
  await disconnect(here.config)
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})

test('a disconnect of the kit leaves none of several connections of wagmi', async () => {
  const here = page([walletOf('Maple', 0), walletOf('Birch', 1)])
  for (const name of ['Maple', 'Birch']) {
    const id = idOf(name, here.foyer)
    await here.foyer.connect({ connectorId: id })
    await bothSay(here, { id })
  }
  await here.foyer.disconnect()
  await bothSay(here, undefined)
  expect(here.config.state.connections.size).toBe(0)
})

test('a reload keeps both connected, whichever of them restores first', async () => {
  const maple = walletOf('Maple', 0)
  const first = page([maple])
  const id = idOf('Maple', first.foyer)
  await first.foyer.connect({ connectorId: id })
  await bothSay(first, { id })
  first.close()
  const second = page([maple])
  await bothSay(second, { id })
  second.close()
  const third = page([maple])
  await reconnect(third.config)
  await bothSay(third, { id })
})

test("a config without the kit's networks is refused by the network's name, and neither is connected", async () => {
  const here = page([walletOf('Maple', 0)], { lacking: true })
  const id = idOf('Maple', here.foyer)
  const refused = here.foyer.connect({ connectorId: id })
  await expect(refused).rejects.toThrow(NetworkNotConfiguredError)
  await expect(refused).rejects.toThrow('eip155:31338')
  await bothSay(here, undefined)
})

test('a wallet that announces itself to wagmi is a row, whether it came before or after', async () => {
  const [one, two] = chains.map(({ id, url }) => ({ id, rpcUrl: url }))
  if (!one || !two) throw new Error('The chains are missing.')
  const walletNamed = (name: string) =>
    createTestWallet({ name, keys: [devAccounts[0]?.privateKey ?? '0x'], chains: [one, two] })
  const [early, late] = [walletNamed('Early'), walletNamed('Late')]
  stops.push(early.appearIn(window))
  const here = page([], { announced: true })
  // wagmi leaves alone what is announced before it has read its storage, until another comes.
  await vi.waitFor(() => expect(here.config._internal.mipd?.getProviders()).toHaveLength(1))
  stops.push(late.appearIn(window))
  const rows = () => here.foyer.store.getState().connectors.map(({ name, type }) => [name, type])
  await vi.waitFor(() =>
    expect(rows()).toEqual([
      ['Early', 'ANNOUNCED'],
      ['Late', 'ANNOUNCED'],
    ]),
  )
  await here.foyer.connect({ connectorId: late.rdns })
  await bothSay(here, { id: late.rdns, chain: 31337 })
})

test('what a connector of wagmi says that is no address and no chain changes nothing in the kit, and is reported', async () => {
  const here = page([walletOf('Maple', 0)])
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id, chain: 31337 })
  const before = kitSays(here)
  const { emitter } = connectorOf(here, id)
  emitter.emit('change', { accounts: ['0xnonsense'] })
  emitter.emit('change', { chainId: -1 })
  expect(kitSays(here)).toEqual(before)
  expect(here.errors).toEqual([expect.any(WalletAnswerError), expect.any(WalletAnswerError)])
  await here.foyer.disconnect()
  await bothSay(here, undefined)
})

test('a visitor who gives up on a connector that never answers is connected on neither side', async () => {
  const silent = injected({
    target: () => ({
      id: 'silent',
      name: 'Silent',
      provider: v.parse(Provider, { request: () => new Promise(() => undefined), on() {}, removeListener() {} }),
    }),
  })
  const here = page([silent])
  const giveUp = new AbortController()
  const asked = here.foyer.connect({ connectorId: 'silent', signal: giveUp.signal })
  await vi.waitFor(() => expect(here.config.state.status).toBe('connecting'))
  giveUp.abort()
  await expect(asked).rejects.toThrow(AbortedError)
  await bothSay(here, undefined)
})

test('wagmi disconnects while the dialog of the kit is open: it stays usable, and neither is connected', async () => {
  const here = page([walletOf('Maple', 0)])
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id })
  await here.foyer.open()
  await disconnect(here.config)
  await bothSay(here, undefined)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id })
  expect(here.errors).toEqual([])
})

test('a second tab follows what either side of the first connects and disconnects', async () => {
  const maple = walletOf('Maple', 0)
  const [one, two] = [page([maple]), page([maple])]
  const id = idOf('Maple', one.foyer)
  await one.foyer.connect({ connectorId: id })
  for (const tab of [one, two]) await bothSay(tab, { id, chain: 31337 })
  await disconnect(one.config)
  for (const tab of [one, two]) await bothSay(tab, undefined)
  await connect(two.config, { connector: connectorOf(two, id) })
  for (const tab of [one, two]) await bothSay(tab, { id })
  await one.foyer.disconnect()
  for (const tab of [one, two]) await bothSay(tab, undefined)
  expect([...one.errors, ...two.errors]).toEqual([])
})

/** Steps of the walk; each ends with both saying the same. */
const steps = process.env.FOYER_FULL ? 1_000 : 60

test(`after each of ${steps} steps, of either side, both say the same`, async () => {
  const wallets = [walletOf('Maple', 0), walletOf('Birch', 1)]
  let seed = 7
  const below = (count: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * count)
  }
  let here = page(wallets)
  const ids = ['Maple', 'Birch'].map((name) => idOf(name, here.foyer))
  const anyId = () => ids[below(2)] ?? ''
  const anyChain = () => (below(2) === 0 ? 31337 : 31338)
  const isConnected = () => wagmiSays(here) !== undefined
  const moves: readonly (readonly [name: string, move: () => Promise<unknown>])[] = [
    ['the kit connects', () => here.foyer.connect({ connectorId: anyId() })],
    ['the kit switches', () => here.foyer.switchNetwork({ networkId: `eip155:${anyChain()}` })],
    ['the kit disconnects', () => here.foyer.disconnect()],
    [
      'wagmi connects',
      async () => {
        const connector = connectorOf(here, anyId())
        if (!here.config.state.connections.has(connector.uid)) await connect(here.config, { connector })
      },
    ],
    ['wagmi switches', async () => isConnected() && switchChain(here.config, { chainId: anyChain() })],
    ['wagmi disconnects', () => disconnect(here.config)],
    [
      'the page is loaded again',
      async () => {
        here.close()
        here = page(wallets)
        await reconnect(here.config)
      },
    ],
  ]
  const walked: string[] = []
  for (let step = 0; step < steps; step += 1) {
    const [name, move] = moves[below(moves.length)] ?? expect.fail()
    walked.push(name)
    await move()
    await vi.waitFor(() => expect(kitSays(here), walked.slice(-5).join(', ')).toEqual(wagmiSays(here)), {
      timeout: 5_000,
    })
  }
  expect(new Set(walked).size).toBe(moves.length)
}, 300_000)
