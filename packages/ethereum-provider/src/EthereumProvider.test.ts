import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EthereumProvider, type EthereumProviderOptions } from './index.js'
import { addresses, createTestWallet, type TestWallet } from './test/wallet.js'

let wallet: TestWallet
let kept: Map<string, string>
const reported: unknown[] = []

beforeEach(() => {
  wallet = createTestWallet()
  kept = new Map()
  vi.stubGlobal('WebSocket', wallet.Socket)
})
afterEach(async () => {
  wallet.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(wallet.faults).toEqual([])
  expect(reported.splice(0)).toEqual([])
})

/** A page's provider; what it shows is scanned at once. */
async function providerOf(options: Partial<EthereumProviderOptions> = {}): Promise<EthereumProvider> {
  const provider = await EthereumProvider.init({
    projectId: 'project',
    optionalChains: [1, 10],
    showQrModal: false,
    relayUrl: 'wss://relay.example',
    metadata: { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] },
    onError: (error) => void reported.push(error),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    ...options,
  })
  provider.on('display_uri', wallet.scan)
  return provider
}
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

/** All that a provider emits of some events. */
function heard(provider: EthereumProvider, ...events: string[]): readonly unknown[] {
  const emitted: unknown[] = []
  for (const event of events) provider.on(event, (value: unknown) => void emitted.push([event, value]))
  return emitted
}

describe('a session', () => {
  test('[S7.36 S7.37] is agreed to once, asks the wallet, and is what callers of the original’s read', async () => {
    const provider = await providerOf()
    const connects = heard(provider, 'connect')
    expect([provider.connected, provider.accounts, provider.chainId, provider.session]).toEqual([
      false,
      [],
      1,
      undefined,
    ])
    const [accounts] = await Promise.all([provider.enable(), provider.connect()])
    expect(accounts).toEqual(addresses)
    expect(provider.connected).toBe(true)
    expect(wallet.client.sessions()).toHaveLength(1)
    expect(connects).toEqual([['connect', { chainId: '0x1' }]])
    const { topic, namespaces, peer } = provider.session ?? {}
    expect(topic).toBe(wallet.client.sessions()[0]?.topic)
    expect(namespaces?.eip155?.accounts).toContain(`eip155:10:${addresses[0]}`)
    expect(peer?.metadata.name).toBe('Pocket')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'personal_sign', params: ['0x00', addresses[0]] })).toBe(
      'answer to personal_sign',
    )
    expect(wallet.requests).toMatchObject([{ chainId: 'eip155:1', params: ['0x00', addresses[0]] }])
  })

  test('is asked for the chains, methods and events that are named, at init or at connect', async () => {
    const provider = await providerOf({ chains: [137], optionalMethods: ['personal_sign'], events: ['chainChanged'] })
    expect(provider.chainId).toBe(137)
    await provider.connect({ optionalChains: [10, 1] })
    expect(provider.chainId).toBe(10)
    expect(wallet.client.sessions()[0]?.namespaces.eip155).toMatchObject({
      chains: ['eip155:10', 'eip155:1'],
      methods: ['personal_sign'],
      events: ['chainChanged'],
    })
  })

  test('that is asked for again while it is awaited is the same, and its link comes once more', async () => {
    const provider = await providerOf()
    wallet.answer = 'ignore'
    const links = heard(provider, 'display_uri')
    const first = provider.connect()
    await vi.waitUntil(() => links.length > 0)
    // What was scanned first is ignored by now, and the link is scanned once more.
    await vi.waitUntil(() => wallet.client.proposals().length > 0)
    provider.removeListener('display_uri', wallet.scan)
    const second = provider.connect()
    wallet.answer = 'approve'
    // Listens after the call, as hosts do that open their own dialog again.
    provider.once('display_uri', wallet.scan)
    await Promise.all([first, second])
    expect(links).toEqual([links[0], links[0]])
    expect(wallet.client.sessions()).toHaveLength(1)
  })

  test('of an earlier visit is there again, on the chain where it was', async () => {
    const provider = await providerOf()
    await provider.enable()
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
    const again = await providerOf()
    expect([again.accounts, again.chainId]).toEqual([[...addresses], 10])
    const other = await providerOf({ customStoragePrefix: 'other/' })
    expect(other.connected).toBe(false)
  })

  test('ends for both, whoever ends it', async () => {
    const provider = await providerOf()
    await provider.enable()
    await provider.disconnect()
    expect([provider.connected, provider.accounts]).toEqual([false, []])
    await vi.waitFor(() => expect(wallet.client.sessions()).toEqual([]))
    await provider.disconnect()

    await provider.enable()
    const ends = heard(provider, 'session_delete', 'disconnect')
    const topic = provider.session?.topic ?? ''
    await wallet.client.disconnect({ topic })
    await vi.waitFor(() => expect(provider.connected).toBe(false))
    expect(ends).toEqual([
      ['session_delete', { topic }],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    expect(await failure(provider.request({ method: 'eth_accounts' }))).toMatchObject({ code: 4900 })
  })
})

test('a session that the page has left is heard of no more, and takes the next one with it in no case', async () => {
  const provider = await providerOf()
  await provider.enable()
  const ends = heard(provider, 'disconnect', 'session_delete')
  const left = provider.disconnect()
  await provider.enable()
  await left
  await vi.waitFor(() => expect(wallet.client.sessions()).toHaveLength(1))
  expect(await provider.request({ method: 'personal_sign', params: [] })).toBe('answer to personal_sign')
  expect([provider.connected, ends]).toEqual([true, []])
})

test('a dialog that can’t be shown ends the attempt, and the next one may go on without it', async () => {
  const provider = await providerOf({ showQrModal: true })
  wallet.answer = 'ignore'
  // There is no document here.
  expect(await failure(provider.connect())).toMatchObject({ code: -32603, cause: expect.any(ReferenceError) })
  expect(provider.connecting).toBe(false)
})

describe('a switch', () => {
  test('[S7.36] to a chain that was granted is at once, and is emitted also where it is there already', async () => {
    const provider = await providerOf()
    await provider.enable()
    const changes = heard(provider, 'chainChanged', 'session_event')
    for (const chainId of ['0xa', '0xa'])
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    const { topic } = provider.session ?? {}
    const params = { event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' }
    const one = [
      ['chainChanged', '0xa'],
      ['session_event', { topic, params }],
    ]
    expect(changes).toEqual([...one, ...one])
    expect(wallet.requests).toEqual([])
  })

  test('to one that the wallet doesn’t know has the number by which applications ask to add it', async () => {
    wallet.grants = (chainId) => chainId === 'eip155:1'
    wallet.respond = () => {
      throw Object.assign(new Error('Unrecognized chain ID'), { code: 4902 })
    }
    const provider = await providerOf()
    await provider.enable()
    const gone = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x5' }] })
    expect(await failure(gone)).toMatchObject({ code: 4902 })
    expect(provider.chainId).toBe(1)
  })

  test('[S4.19] and another account of the wallet’s own are followed', async () => {
    const provider = await providerOf()
    await provider.enable()
    const changes = heard(provider, 'chainChanged', 'accountsChanged')
    const topic = provider.session?.topic ?? ''
    const common = { topic, chainId: 'eip155:1' }
    await wallet.client.emit({ ...common, name: 'accountsChanged', data: [addresses[1]] })
    await vi.waitFor(() => expect(provider.accounts[0]).toBe(addresses[1]))
    await wallet.client.emit({ ...common, name: 'chainChanged', data: 10 })
    await vi.waitFor(() => expect(provider.chainId).toBe(10))
    expect(changes).toContainEqual(['accountsChanged', [addresses[1], addresses[0]]])
    expect(changes).toContainEqual(['chainChanged', '0xa'])
  })
})

describe('a failure', () => {
  test('of a visitor who refuses has the words and the number by which wagmi knows it', async () => {
    const provider = await providerOf()
    wallet.answer = 'reject'
    expect(await failure(provider.connect())).toMatchObject({
      code: 4001,
      message: expect.stringContaining('User rejected'),
    })
    expect([provider.connected, provider.connecting]).toEqual([false, false])
    wallet.answer = 'approve'
    await provider.connect()
    wallet.respond = () => {
      throw Object.assign(new Error('no'), { code: 5000 })
    }
    expect(await failure(provider.request({ method: 'personal_sign', params: [] }))).toMatchObject({
      code: 4001,
      message: expect.stringContaining('User rejected'),
    })
  })

  test('of a visitor who doesn’t come ends the attempt after five minutes, and the next one goes on', async () => {
    const provider = await providerOf()
    wallet.answer = 'ignore'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const links = heard(provider, 'display_uri')
    const over = failure(provider.connect())
    // The wallet is done with the link before time goes on: what it asks of the relay has limits of its own.
    await vi.waitUntil(() => links.length === 1 && wallet.client.proposals().length === 1)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(await over).toMatchObject({ cause: { code: 'request_timeout' } })
    vi.useRealTimers()
    wallet.answer = 'approve'
    expect(await provider.enable()).toEqual(addresses)
  })

  test('[S9.2] of a visitor who is slow is kept off by another link, 3:50 after the first', async () => {
    const provider = await providerOf()
    wallet.answer = 'ignore'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const links = heard(provider, 'display_uri')
    const connected = provider.connect()
    await vi.waitUntil(() => links.length === 1 && wallet.client.proposals().length === 1)
    await vi.advanceTimersByTimeAsync(229_000)
    expect(links).toHaveLength(1)
    wallet.answer = 'approve'
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await connected
    expect(new Set(links.map((link) => JSON.stringify(link))).size).toBe(2)
    expect(wallet.client.sessions()).toHaveLength(1)
  })

  test('of a listener keeps no other from being called, and is reported', async () => {
    const provider = await providerOf()
    const fault = new Error('of the host')
    provider.once('connect', () => {
      throw fault
    })
    const connects = heard(provider, 'connect')
    await provider.enable()
    expect(connects).toHaveLength(1)
    expect(reported.splice(0)).toEqual([fault])
  })

  test.each([
    ['projectId', { projectId: '' }],
    ['optionalChains', { optionalChains: [] }],
    ['optionalChains', { optionalChains: [1.5] }],
    ['relayUrl', { relayUrl: 'https://relay.example' }],
  ])('of an option names it: %s', async (option, options) => {
    expect(await failure(providerOf(options))).toMatchObject({ code: 'invalid_option', facts: { option } })
  })
})

test('what only reads a chain goes where the application has it read, and never to the wallet', async () => {
  const urls: string[] = []
  const provider = await providerOf({ rpcMap: { 1: 'https://node.example/1', 10: 'https://node.example/10' } })
  await provider.enable()
  vi.stubGlobal('fetch', async (url: URL | string, { body }: { readonly body: string }) => {
    urls.push(String(url))
    const calls: { readonly id: number }[] = [JSON.parse(body)].flat()
    return Response.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x7' })))
  })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7')
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7')
  expect(urls).toEqual(['https://node.example/1', 'https://node.example/10'])
  expect(wallet.requests).toEqual([])
})

test('what connect names is read there from then on', async () => {
  const urls: string[] = []
  const provider = await providerOf({ rpcMap: { 1: 'https://node.example/1' } })
  await provider.connect({ optionalChains: [10], rpcMap: { 10: 'https://node.example/10' } })
  vi.stubGlobal('fetch', async (url: URL | string, { body }: { readonly body: string }) => {
    urls.push(String(url))
    const calls: { readonly id: number }[] = [JSON.parse(body)].flat()
    return Response.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x7' })))
  })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7')
  expect(urls).toEqual(['https://node.example/10'])
})

test('the relay that is named is the one, and knows the application by its project id', async () => {
  const provider = await providerOf({ projectId: 'of the page', relayUrl: 'wss://own.example/relay' })
  await provider.enable()
  const [url] = wallet.addresses.filter(({ searchParams }) => searchParams.get('projectId') === 'of the page')
  expect(url?.href).toMatch(/^wss:\/\/own\.example\/relay\?/)
})

test('sendAsync answers and fails by its callback, as callers of old have it', async () => {
  const provider = await providerOf()
  await provider.enable()
  const asked = (method: string) =>
    new Promise((resolve) => provider.sendAsync({ method }, (error, answer) => resolve([error, answer])))
  expect(await asked('eth_chainId')).toEqual([null, { result: '0x1' }])
  expect(await asked('wallet_unknown')).toEqual([expect.objectContaining({ code: 4200 }), undefined])
})

test('a blocked storage is reported once, and the visit goes on', async () => {
  const blocked = () => {
    throw new Error('blocked')
  }
  const provider = await providerOf({ storage: { getItem: blocked, setItem: blocked, removeItem: blocked } })
  expect(await provider.enable()).toEqual(addresses)
  expect(reported.splice(0)).toHaveLength(1)
})
