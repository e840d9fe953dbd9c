import {
  type ChannelProperties,
  type Eip1193Provider,
  type NetworkId,
  type RequestChannel,
  systemClock,
  type WalletEvent,
} from '@foyer/core'
import {
  ChainNotSupportedError,
  foreignError,
  JsonRpcError,
  UnsupportedMethodError,
  UserRejectedError,
} from '@foyer/core/errors'
import { mainnet } from '@foyer/core/networks'
import { createReaders } from '@foyer/core/rpc'
import { createWalletClient, custom, UnsupportedProviderMethodError } from 'viem'
import { mainnet as viemMainnet } from 'viem/chains'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createProvider } from './createProvider.js'

afterEach(() => vi.unstubAllGlobals())

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const account = { namespace: 'eip155', address, type: 'eoa' } as const

function providerOf({
  granted = ['personal_sign', 'eth_sendTransaction', 'wallet_getCapabilities'],
  answer = async () => 'answer',
  properties = {},
  networkId = 'eip155:1',
  goTo = async () => {},
  rpcMap,
}: {
  readonly granted?: readonly string[]
  readonly answer?: RequestChannel['request']
  readonly properties?: ChannelProperties
  readonly networkId?: NetworkId | undefined
  readonly goTo?: ((networkId: NetworkId) => Promise<void>) | undefined
  readonly rpcMap?: Readonly<Record<string, string>>
} = {}) {
  const asked: Parameters<RequestChannel['request']>[0][] = []
  const went: NetworkId[] = []
  const listeners = new Set<(event: WalletEvent) => void>()
  const provider = createProvider({
    channel: {
      takes: ({ method }) => granted.includes(method),
      request(request) {
        asked.push(request)
        return answer(request)
      },
      properties: () => properties,
      rpcUrl: (id) => rpcMap?.[id],
      goTo(wanted) {
        went.push(wanted)
        return goTo(wanted)
      },
    },
    connection: {
      accounts: [account, { ...account, namespace: 'solana', address: 'HAg' }],
      networks: networkId ? { eip155: networkId } : {},
      listen(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      switchNetwork: async () => {},
    },
    networks: () => [mainnet],
    readerOf: createReaders({ rpc: {}, clock: systemClock }),
  })
  const emit = (event: WalletEvent) => {
    for (const listener of listeners) listener(event)
  }
  return { provider, emit, asked, went }
}
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const ask = (provider: Eip1193Provider, method: string, params?: readonly unknown[]) =>
  provider.request(params ? { method, params } : { method })

/** Every node answers with what it was asked. */
function nodes() {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: URL | string, { body }: { readonly body: string }) => {
    urls.push(String(url))
    const calls: { readonly id: number; readonly method: string }[] = [JSON.parse(body)].flat()
    return Response.json(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: `read ${method}` })))
  })
  return urls
}

describe('a request', () => {
  test.each([
    ['eth_accounts', [address]],
    ['eth_requestAccounts', [address]],
    ['eth_chainId', '0x1'],
  ])('%s is answered by the session', async (method, expected) => {
    const { provider, asked } = providerOf({ granted: [method] })
    expect(await ask(provider, method)).toEqual(expected)
    expect(asked).toEqual([])
  })

  test('[S7.37] what was granted goes to the wallet, once', async () => {
    const { provider, asked } = providerOf()
    expect(await ask(provider, 'personal_sign', ['0x00', address])).toBe('answer')
    expect(asked).toEqual([{ networkId: 'eip155:1', method: 'personal_sign', params: ['0x00', address] }])
  })

  test('[F22] a signature or a send that failed is not asked for again', async () => {
    const { provider, asked } = providerOf({ answer: () => Promise.reject(new JsonRpcError({ rpcCode: -32603 })) })
    for (const method of ['personal_sign', 'eth_sendTransaction']) await failure(ask(provider, method, []))
    expect(asked).toHaveLength(2)
  })

  test('[S7.36] wallet_switchEthereumChain goes there', async () => {
    const { provider, went } = providerOf()
    expect(await ask(provider, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
    expect(went).toEqual(['eip155:10'])
    for (const params of [[], [{}], [{ chainId: 'x' }], [null]])
      expect(await failure(ask(provider, 'wallet_switchEthereumChain', params))).toMatchObject({ code: 4902 })
    expect(went).toHaveLength(1)
  })

  test.each([
    ...['wallet_watchAsset', 'eth_signTypedData_v4', 'eth_sign', 'my_method', 'personal_ecRecover'],
    ...['eth_SendTransaction', 'eth_signtypeddata', 'eth_sendUserOperation', ' eth_call'],
  ])('%s, which was not granted, is not asked for at all', async (method) => {
    const urls = nodes()
    const { provider, asked } = providerOf({ granted: [] })
    const error = await failure(ask(provider, method, []))
    expect(error).toMatchObject({ code: 4200, cause: { code: 'unsupported_method' } })
    expect([asked, urls]).toEqual([[], []])
  })

  test('what only reads goes to the network’s own nodes', async () => {
    const urls = nodes()
    const { provider, asked } = providerOf()
    expect(await ask(provider, 'eth_getBalance', [address, 'latest'])).toBe('read eth_getBalance')
    expect(urls).toEqual([`${mainnet.rpcUrls.default.http[0]}/`.replace(/\/\/$/, '/')])
    expect(asked).toEqual([])
  })

  test('or to the one that the host names', async () => {
    const urls = nodes()
    const { provider } = providerOf({ rpcMap: { 'eip155:1': 'https://node.example/1' } })
    expect(await ask(provider, 'eth_blockNumber')).toBe('read eth_blockNumber')
    expect(urls).toEqual(['https://node.example/1'])
  })

  test('a network without nodes is one that the wallet is cut off from', async () => {
    const { provider } = providerOf({ networkId: 'eip155:5' })
    expect(await failure(ask(provider, 'eth_blockNumber'))).toMatchObject({ code: 4901 })
  })
})

describe('an error', () => {
  test.each([
    [new UserRejectedError({ walletCode: 5000 }), 4001],
    [new ChainNotSupportedError({ networkId: 'eip155:5' }), 4902],
    [new JsonRpcError({ rpcCode: -32000, rpcData: '0x08c379a0' }), -32000],
    ['a text', -32603],
  ])('has the number of EIP-1193: %s is %i', async (cause, code) => {
    const { provider } = providerOf({ answer: () => Promise.reject(cause) })
    const error = await failure(ask(provider, 'personal_sign', []))
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code, cause })
    if (cause instanceof JsonRpcError) expect(error).toMatchObject({ data: '0x08c379a0' })
    // A caller within the kit gets the kit's own.
    if (cause instanceof Error) expect(foreignError(error)).toBe(cause)
  })
})

describe('viem', () => {
  const transactionHash = `0x${'12'.repeat(32)}`
  const clientOf = (parameters: Parameters<typeof providerOf>[0]) => {
    const { provider, asked } = providerOf(parameters)
    return {
      asked,
      client: createWalletClient({
        account: address,
        chain: viemMainnet,
        transport: custom(provider, { retryCount: 0 }),
      }),
    }
  }
  const calls = [{ to: address, value: 1n }] as const

  test.each([
    ['wasn’t granted', ['eth_sendTransaction']],
    ['was granted, and the wallet doesn’t have it', ['eth_sendTransaction', 'wallet_sendCalls']],
  ])('sends the calls one by one where wallet_sendCalls %s', async (_, granted) => {
    const answer: RequestChannel['request'] = async ({ method }) => {
      if (method === 'wallet_sendCalls') throw new UnsupportedMethodError()
      return transactionHash
    }
    const { client, asked } = clientOf({ granted, answer })
    const { id } = await client.sendCalls({ calls, experimental_fallback: true })
    expect(id).toContain(transactionHash)
    expect(asked.at(-1)).toMatchObject({ method: 'eth_sendTransaction', params: [{ to: address, value: '0x1' }] })
    const error = await failure(client.sendCalls({ calls }))
    expect(error).toMatchObject({ cause: expect.any(UnsupportedProviderMethodError) })
  })

  test('sends nothing in its place where the visitor refuses', async () => {
    const answer = () => Promise.reject(new UserRejectedError())
    const { client, asked } = clientOf({ granted: ['eth_sendTransaction', 'wallet_sendCalls'], answer })
    await expect(client.sendCalls({ calls, experimental_fallback: true })).rejects.toThrow('rejected')
    expect(asked.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
  })
})

describe('events', () => {
  test('are those of EIP-1193', () => {
    const { provider, emit } = providerOf()
    const received: unknown[] = []
    const listeners = ['accountsChanged', 'chainChanged', 'disconnect'].map((event) => {
      const listener = (value: unknown) => void received.push([event, value])
      provider.on?.(event, listener)
      return [event, listener] as const
    })
    emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:10' })
    emit({ type: 'networkChanged', family: 'solana', networkId: 'solana:1' })
    emit({ type: 'accountsChanged', family: 'eip155', accounts: [account] })
    emit({ type: 'networksApproved', networks: [] })
    emit({ type: 'disconnected' })
    expect(received).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [address]],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    for (const [event, listener] of listeners) provider.removeListener?.(event, listener)
    emit({ type: 'disconnected' })
    expect(received).toHaveLength(3)
  })
})

describe('wallet_getCapabilities', () => {
  const capabilities = { '0x1': { atomic: { status: 'supported' } }, '0xa': { atomic: { status: 'ready' } } }
  const known = (properties: ChannelProperties, params: readonly unknown[] = [address]) => {
    const { provider, asked } = providerOf({ properties })
    return ask(provider, 'wallet_getCapabilities', params).then((answer) => (asked.length > 0 ? 'asked' : answer))
  }

  test.each([
    ['as a text', JSON.stringify({ [address.toLowerCase()]: capabilities })],
    ['as they are', { [address]: capabilities }],
  ])('what the session said of the address is the answer: %s', async (_, value) => {
    expect(await known({ sessionProperties: { capabilities: value } })).toEqual(capabilities)
    expect(await known({ sessionProperties: { capabilities: value } }, [address, ['0xa']])).toEqual({
      '0xa': capabilities['0xa'],
    })
  })

  test('what it said of a chain counts for more, and of the account on it most', async () => {
    const { atomic } = capabilities['0x1']
    const scopedProperties = {
      'eip155:1': { atomic: { status: 'unsupported' } },
      'eip155:137': { atomic: 'no', [`eip155:137:${address}`]: JSON.stringify({ atomic }) },
      'solana:1': { x: 1 },
    }
    expect(await known({ sessionProperties: { capabilities: { [address]: capabilities } }, scopedProperties })).toEqual(
      {
        '0x1': { atomic: { status: 'unsupported' } },
        '0xa': capabilities['0xa'],
        '0x89': { atomic },
      },
    )
  })

  test.each([
    ['nothing', {}],
    ['of another address', { sessionProperties: { capabilities: { [`0x${'1'.repeat(40)}`]: capabilities } } }],
    ['nonsense', { sessionProperties: { capabilities: '{' }, scopedProperties: { 'eip155:1': 7, 'eip155:': {} } }],
  ])('the wallet is asked where it said %s', async (_, properties) => {
    expect(await known(properties)).toBe('asked')
  })
})
