import { walletConnect } from '@wagmi/connectors'
import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  getAccount,
  reconnect,
  signMessage,
  switchChain,
} from '@wagmi/core'
import { http } from 'viem'
import { mainnet, optimism, polygon } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

/** A page with wagmi, whose own connector of WalletConnect has this package in the place of the original's; what it shows is scanned. */
function pageOf() {
  const config = createConfig({
    chains: [mainnet, optimism, polygon],
    transports: { [mainnet.id]: http(), [optimism.id]: http('https://node.example/10'), [polygon.id]: http() },
    connectors: [walletConnect({ projectId: 'project', relayUrl: 'wss://relay.example', showQrModal: false, storage })],
    storage: createStorage({ storage }),
    multiInjectedProviderDiscovery: false,
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('wagmi has no connector.')
  connector.emitter.on('message', ({ type, data }) => type === 'display_uri' && wallet.scan(String(data)))
  return { config, connector }
}
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

test('wagmi’s own connector connects, signs, switches, reconnects after a reload, and disconnects', async () => {
  const { config, connector } = pageOf()
  expect(await connect(config, { connector })).toEqual({ accounts: addresses, chainId: 1 })
  expect(getAccount(config)).toMatchObject({ status: 'connected', address: addresses[0], chainId: 1 })
  expect(await signMessage(config, { message: 'hello' })).toBe('answer to personal_sign')
  expect(wallet.requests.at(-1)).toMatchObject({ params: ['0x68656c6c6f', addresses[0]] })
  expect(await switchChain(config, { chainId: 10 })).toMatchObject({ id: 10 })
  expect(await switchChain(config, { chainId: 10 })).toMatchObject({ id: 10 })
  expect(getAccount(config).chainId).toBe(10)

  const again = pageOf()
  expect(await reconnect(again.config)).toMatchObject([{ accounts: addresses, chainId: 10 }])
  expect(getAccount(again.config)).toMatchObject({ status: 'connected', chainId: 10 })
  await disconnect(again.config)
  expect(getAccount(again.config).status).toBe('disconnected')
  await vi.waitFor(() => expect(wallet.client.sessions()).toEqual([]))
  expect(await reconnect(pageOf().config)).toEqual([])
})

test('begins on the chain that it is asked for', async () => {
  const { config, connector } = pageOf()
  expect(await connect(config, { connector, chainId: 137 })).toMatchObject({ chainId: 137 })
})

test('a visitor who refuses is known as such, connecting and signing', async () => {
  const { config, connector } = pageOf()
  wallet.answer = 'reject'
  expect(await failure(connect(config, { connector }))).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
  wallet.answer = 'approve'
  await connect(config, { connector })
  wallet.respond = () => {
    throw Object.assign(new Error('no'), { code: 5000 })
  }
  expect(await failure(signMessage(config, { message: 'hello' }))).toMatchObject({ name: 'UserRejectedRequestError' })
})

test('a chain that the wallet doesn’t have yet is added, and gone to', async () => {
  wallet.grants = (chainId) => chainId === 'eip155:1'
  const { config, connector } = pageOf()
  await connect(config, { connector })
  const asked: string[] = []
  wallet.respond = ({ method }) => {
    asked.push(method)
    if (asked.length === 1) throw Object.assign(new Error('Unrecognized chain ID'), { code: 4902 })
    return null
  }
  await failure(switchChain(config, { chainId: 10 }))
  expect(asked.slice(0, 2)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
})

test('a session that the wallet ends, and what it changes by itself, are followed', async () => {
  const { config, connector } = pageOf()
  await connect(config, { connector })
  const [session] = wallet.client.sessions()
  const topic = session?.topic ?? ''
  await wallet.client.emit({ topic, chainId: 'eip155:1', name: 'accountsChanged', data: [addresses[1]] })
  await vi.waitFor(() => expect(getAccount(config).address).toBe(addresses[1]))
  await wallet.client.emit({ topic, chainId: 'eip155:1', name: 'chainChanged', data: 137 })
  await vi.waitFor(() => expect(getAccount(config).chainId).toBe(137))
  await wallet.client.disconnect({ topic })
  await vi.waitFor(() => expect(getAccount(config).status).toBe('disconnected'))
})
