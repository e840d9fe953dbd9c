import { afterEach, expect, test, vi } from 'vitest'
import { createTestOrigin } from '../../walletconnect/src/tabs/test/origin.js'
import { EthereumProvider } from './index.js'
import { addresses, createTestWallet } from './test/wallet.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('two providers of one page keep their sessions apart: none lies in the other’s corner, or is lost with it', async () => {
  const wallet = createTestWallet()
  const kept = new Map<string, string>()
  const clock = { now: Date.now, setTimeout: () => () => {} }
  const browser = createTestOrigin({ clock }).open()
  vi.stubGlobal('WebSocket', wallet.Socket)
  vi.stubGlobal('navigator', { onLine: true, locks: browser.locks })
  vi.stubGlobal('BroadcastChannel', function channel(name: string) {
    return browser.channel(name)
  })
  const providerOf = (customStoragePrefix: string) =>
    EthereumProvider.init({
      projectId: 'project',
      optionalChains: [1],
      showQrModal: false,
      relayUrl: 'wss://relay.example',
      metadata: { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] },
      customStoragePrefix,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    })
  // As in RainbowKit's page: one for the code that it draws, one whose dialog is the provider's.
  const first = await providerOf('clientOne')
  first.on('display_uri', () => {})
  first.connect().catch(() => {})
  const second = await providerOf('clientTwo')
  second.on('display_uri', wallet.scan)
  await second.enable()
  const places = [...kept].flatMap(([key, value]) => (/\/sessions\/1$/.test(key) && value !== '[]' ? [key] : []))
  expect(places).toEqual([expect.stringMatching(/^@foyer\/1\/ethereum-provider\/clientTwo/)])
  wallet.stop()
})

test('works from within a proxy, as Vue and MobX keep what a page gives them, and writes addresses with their checksums', async () => {
  const wallet = createTestWallet({ address: (text) => text.toLowerCase() })
  vi.stubGlobal('WebSocket', wallet.Socket)
  const made = await EthereumProvider.init({
    projectId: 'project',
    optionalChains: [1],
    showQrModal: false,
    relayUrl: 'wss://relay.example',
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
  })
  const provider = new Proxy(made, { get: (target, name, receiver) => Reflect.get(target, name, receiver) })
  provider.on('display_uri', wallet.scan)
  expect(await provider.enable()).toEqual([...addresses])
  expect(provider.accounts).toEqual([...addresses])
  expect(provider.connected).toBe(true)
  expect(provider.session?.topic).toBeTruthy()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([...addresses])
  await provider.disconnect()
  expect(provider.connected).toBe(false)
  wallet.stop()
})

test('[S8.27] while developing, a project id that the public relay can’t know is reported when the provider is made, and nothing is dialled', async () => {
  const Socket = vi.fn()
  vi.stubGlobal('WebSocket', Socket)
  const errors: unknown[] = []
  const make = () =>
    EthereumProvider.init({
      projectId: 'YOUR_PROJECT_ID',
      optionalChains: [1],
      storage: { getItem: () => null, setItem() {}, removeItem() {} },
      onError: (error) => errors.push(error),
    })
  await make()
  expect(errors).toEqual([expect.objectContaining({ code: 'relay_refused', reason: 'project' })])
  vi.stubEnv('NODE_ENV', 'production')
  await make()
  expect(errors).toHaveLength(1)
  expect(Socket).not.toHaveBeenCalled()
})
