import type { AwaitAccounts, Network } from '@foyer/core'
import { createTestBitcoinWallet, createTestClock, createTestHost, type TestBitcoinWalletOptions } from '@foyer/testing'
import { describe, expect, test, vi } from 'vitest'
import { freshKey, networkAt, regtest, testnet4 } from '../test/ledger.js'
import { connectWallet, restoreWallet } from './connectWallet.js'

const network = networkAt({ url: 'http://127.0.0.1:1' })
const signal = new AbortController().signal

function stage({
  network: at = network,
  ...options
}: Partial<TestBitcoinWalletOptions> & { readonly network?: Network }) {
  const wallet = createTestBitcoinWallet({ name: 'Willow', keys: [freshKey(), freshKey()], ...options })
  const clock = createTestClock()
  const host = createTestHost({ networks: [at], clock })
  const found = { id: wallet.path, dialect: wallet.dialect, source: () => wallet.objectFor() }
  const request = {
    network: at,
    signal,
    host,
    step: () => {},
    ask: async () => ({ opened: false }),
    picked: () => undefined,
  }
  return {
    wallet,
    host,
    clock,
    connect: () => connectWallet({ found, request }),
    restore: () => restoreWallet({ found, request }),
  }
}

test.each(['leather', 'phantom'] as const)(
  'a wallet that shows its accounts by a prompt alone is restored by what it showed, until it is disconnected: %s',
  async (dialect) => {
    const { wallet, connect, restore } = stage({ dialect })
    expect(await restore()).toBeNull()
    const live = await connect()
    expect(wallet.promptCount).toBe(1)
    const restored = await restore()
    expect(restored?.accounts).toEqual(live.accounts)
    expect(restored?.networks).toEqual({ bip122: regtest })
    expect(wallet.promptCount).toBe(1)
    await restored?.disconnect()
    expect(await restore()).toBeNull()
  },
)

test.each(['sats-connect', 'unisat', 'wallet-standard'] as const)(
  'one that can say it keeps nothing in the page’s storage: %s',
  async (dialect) => {
    const { host, wallet, connect } = stage({ dialect })
    await connect()
    expect(host.storage.getItem(`bitcoin:${wallet.path}`)).toBeNull()
  },
)

describe('a wallet of UniSat’s kind whose side questions fail', () => {
  const raise = (cause: unknown) => () => {
    throw cause
  }
  const failures: readonly (readonly [string, () => unknown])[] = [
    ['with an error', async () => raise({ code: -32_603, message: 'Internal error' })()],
    ['at once', raise('Not implemented')],
    ['by null', async () => null],
    ['by something else', async () => ({ enum: 7 })],
  ]
  test.each(failures)('%s connects by its addresses, and is restored by them', async (_, fails) => {
    const { wallet, host, connect, restore } = stage({ dialect: 'unisat' })
    const object = Object(wallet.objectFor())
    const methods = ['getPublicKey', 'getChain', 'getNetwork'].filter((name) => typeof object[name] === 'function')
    expect(methods).toContain('getPublicKey')
    for (const name of methods) Reflect.defineProperty(object, name, { value: fails })
    const live = await connect()
    expect(live.accounts[0]).toMatchObject({ namespace: 'bip122', publicKey: undefined })
    expect(live.networks.bip122).toBeDefined()
    expect((await restore())?.accounts).toEqual(live.accounts)
    expect(host.storage.getItem(`bitcoin:${wallet.path}`)).toBeNull()
  })
})

test('what is kept is parsed on its way back', async () => {
  const { host, wallet, restore } = stage({ dialect: 'leather' })
  const key = `bitcoin:${wallet.path}`
  for (const kept of [
    '',
    '{',
    '{"networkId":"bip122:x","accounts":[]}',
    '{"networkId":1,"accounts":[{"address":"a","purpose":"payment"}]}',
  ]) {
    host.storage.setItem(key, kept)
    expect(await restore()).toBeNull()
  }
})

test('[S3.5] an account has its kind, public key and path, payment first', async () => {
  const { connect } = stage({ dialect: 'leather' })
  const { accounts } = await connect()
  expect(accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
  expect(accounts[0]).toMatchObject({
    publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
    path: "m/84'/0'/0'/0/0",
  })
  expect(accounts[1]).toMatchObject({ publicKey: expect.stringMatching(/^[0-9a-f]{64}$/), path: "m/86'/0'/0'/0/0" })
})

test('one whose dialect has no networks to go to says that the chain isn’t supported', async () => {
  const { connect } = stage({ dialect: 'phantom' })
  const live = await connect()
  const there = networkAt({ url: 'http://127.0.0.1:1', id: testnet4 })
  await expect(live.switchNetwork({ network: there, signal })).rejects.toMatchObject({ code: 'chain_not_supported' })
  await expect(live.switchNetwork({ network, signal })).resolves.toBeUndefined()
})

test.each([
  ['addresses that are none', [{ address: 'nobody', purpose: 'payment' }]],
  ['nothing', []],
  [
    'more than any wallet has',
    Array.from({ length: 101 }, () => ({ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' })),
  ],
])('[F18] a wallet that shows %s isn’t connected', async (_, addresses) => {
  const { wallet, connect } = stage({})
  wallet.next({ connect: { answer: { addresses, network: { bitcoin: { name: 'Regtest' } } } } })
  await expect(connect()).rejects.toMatchObject({ code: 'wallet_answer' })
})

test('an older wallet of sats-connect is asked by the method that it has', async () => {
  const { wallet, connect } = stage({})
  const unsupported = { code: 4200, message: 'no such method' }
  wallet.next({ connect: unsupported })
  const { accounts } = await connect()
  expect(wallet.requests.map(({ method }) => method)).toEqual([
    'wallet_connect',
    'getAccounts',
    'wallet_getNetwork',
    'wallet_getAccount',
  ])
  expect(accounts.map(({ address }) => address)).toEqual(wallet.accounts)
})

describe('where the wallet is counts, not what it answers', () => {
  const there = networkAt({ url: 'http://127.0.0.1:1', id: testnet4 })

  test.each(['sats-connect', 'unisat'] as const)('one that agrees and stays has not gone: %s', async (dialect) => {
    const { wallet, clock, connect } = stage({ dialect })
    const live = await connect()
    wallet.next({ switchNetwork: { answer: null } })
    let failed: unknown
    live.switchNetwork({ network: there, signal }).catch((error: unknown) => (failed = error))
    await vi.waitFor(() => {
      clock.advance(250)
      expect(failed).toMatchObject({ code: 'chain_not_supported' })
    })
    expect(live.networks).toEqual({ bip122: regtest })
    await live.switchNetwork({ network: there, signal })
    expect(live.networks).toEqual({ bip122: testnet4 })
  })

  test('one that went elsewhere without a word is found there, and asked to go back', async () => {
    const { wallet, connect } = stage({ dialect: 'sats-connect' })
    const live = await connect()
    wallet.switchNetwork(testnet4) // the page listens to nothing yet
    await live.switchNetwork({ network, signal })
    expect(wallet.requests.map(({ method }) => method)).toContain('wallet_changeNetwork')
    expect(live.networks).toEqual({ bip122: regtest })
  })
})

test('a wallet that is locked shows no account, and says when it shows some again, now and on the next visit: UniSat’s dialect', async () => {
  const shown = ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080']
  let accounts = shown
  const listeners = new Set<() => void>()
  const source = {
    requestAccounts: async () => accounts,
    getAccounts: async () => accounts,
    on: (event: string, listener: () => void) => event === 'accountsChanged' && listeners.add(listener),
    removeListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  const change = (next: string[]) => {
    accounts = next
    for (const listener of [...listeners]) listener()
  }
  const host = createTestHost({ networks: [network], clock: createTestClock() })
  const found = { id: 'unisat', dialect: 'unisat' as const, source: () => source }
  const request = { network, signal, host, step() {}, ask: async () => ({ opened: false }), picked: () => undefined }
  const live = await connectWallet({ found, request })
  const heard: unknown[] = []
  const stop = live.listen((event) => heard.push(event))
  change([])
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'accountsChanged', family: 'bip122', accounts: [] }]))
  stop()
  const back = vi.fn()
  const waits = [live.awaitAccounts?.(back)]
  const locked = (awaitAccounts: AwaitAccounts) => void waits.push(awaitAccounts(back))
  expect(await restoreWallet({ found, request: { ...request, locked } })).toBeNull()
  change(shown)
  await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(2))
  for (const end of waits) end?.()
  expect(listeners.size).toBe(0)
  expect((await restoreWallet({ found, request }))?.accounts).toMatchObject([{ address: shown[0] }])
})

describe('a network is what the wallet says, as addresses of test networks are alike', () => {
  const testnet3 = 'bip122:000000000933ea01ad0ee984209779ba'
  const signet = 'bip122:00000008819873e925422c1ff0f99f7c'
  const mainnet = 'bip122:000000000019d6689c085ae165831e93'

  test.each(
    (['sats-connect', 'unisat', 'wallet-standard', 'leather'] as const).flatMap((dialect) =>
      ([mainnet, testnet3, testnet4, signet] as const).map((networkId) => [dialect, networkId] as const),
    ),
  )('%s on %s', async (dialect, networkId) => {
    const { connect } = stage({ dialect, networkId, network: networkAt({ url: 'http://127.0.0.1:1', id: networkId }) })
    const live = await connect()
    expect(live.networks).toEqual({ bip122: networkId })
  })

  test.each([
    ['wallet-standard', 'chain', 'bitcoin:signet'],
    ['leather', 'network', 'signet'],
  ] as const)('and what it is asked to sign names it: %s', async (dialect, member, name) => {
    const at = networkAt({ url: 'http://127.0.0.1:1', id: signet })
    const { wallet, connect, restore } = stage({ dialect, networkId: signet, network: at })
    const first = await connect()
    for (const live of [first, await restore()]) {
      const { address = '' } = live?.accounts[0] ?? {}
      const inputs = [{ index: 0, address }]
      await live?.providers.bip122?.signPsbt?.({ psbt: 'cHNidP8=', inputs }).catch(() => {})
      const asked = wallet.requests.at(-1)?.params
      expect(Array.isArray(asked) ? asked[0] : asked).toMatchObject({ [member]: name })
    }
  })

  const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const objects = {
    unisat: {
      requestAccounts: async () => [main],
      getAccounts: async () => [main],
      getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }),
    },
    'sats-connect': {
      request: async () => ({
        result: { addresses: [{ address: main, purpose: 'payment' }], network: { bitcoin: { name: 'Fractal' } } },
      }),
    },
    'wallet-standard': {
      accounts: [{ address: main, publicKey: new Uint8Array(33), chains: ['bitcoin:fractal'] }],
      features: { 'standard:connect': { connect: async () => ({ accounts: objects['wallet-standard'].accounts }) } },
    },
  }

  test.each(['unisat', 'sats-connect', 'wallet-standard'] as const)(
    'of one that isn’t known it is none that the kit knows, whatever its addresses: %s',
    async (dialect) => {
      const host = createTestHost({ networks: [network], clock: createTestClock() })
      const found = { id: dialect, dialect, source: () => objects[dialect] }
      const request = {
        network,
        signal,
        host,
        step() {},
        ask: async () => ({ opened: false }),
        picked: () => undefined,
      }
      const live = await connectWallet({ found, request })
      expect(live.networks.bip122).toMatch(/^bip122:unknown-/)
      expect(live.accounts).toMatchObject([{ address: main }])
    },
  )
})
