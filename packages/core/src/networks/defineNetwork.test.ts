import fc from 'fast-check'
import { type Chain, defineChain } from 'viem'
import { expect, expectTypeOf, test } from 'vitest'
import { defineNetwork, InvalidNetworkError } from './defineNetwork.js'

import type { NetworkInput } from './network.js'

const local = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
} satisfies NetworkInput

const fieldOf = (input: NetworkInput) => {
  try {
    defineNetwork(input)
    return 'none'
  } catch (error) {
    return error instanceof InvalidNetworkError ? error.field : error
  }
}

test('[S3.10] a viem Chain becomes a network of eip155, as plain data', () => {
  const chain = defineChain({
    ...local,
    rpcUrls: { default: { http: ['http://127.0.0.1:8545'], webSocket: ['ws://127.0.0.1:8545'] } },
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example', apiUrl: 'https://api.scan.example' } },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11' } },
    testnet: false,
  })
  expectTypeOf<Chain>().toExtend<NetworkInput>()
  const network = defineNetwork(chain)
  expect(network).toEqual({
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:31337',
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:8545'], webSocket: ['ws://127.0.0.1:8545'] } },
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
    testnet: false,
  })
  expect(JSON.parse(JSON.stringify(network))).toEqual(network)
})

test('[S3.10] a network of another family keeps its own id, its wallet addresses and its picture', () => {
  const solana = {
    ...local,
    id: 'abc',
    caipNetworkId: 'solana:abc',
    rpcUrls: { default: { http: [] }, chainDefault: { http: ['https://sol.example'] } },
    assets: { imageUrl: 'https://sol.example/logo.png' },
  } satisfies NetworkInput
  expect(defineNetwork(solana)).toEqual({ ...solana, chainNamespace: 'solana' })
  expect(defineNetwork({ ...local, id: 'abc', chainNamespace: 'cosmos' }).caipNetworkId).toBe('cosmos:abc')
})

test('the result is frozen through and through, and no part of it is the host’s own object', () => {
  const http = ['http://127.0.0.1:8545']
  const network = defineNetwork({
    ...local,
    rpcUrls: { default: { http } },
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
    assets: { imageId: 'x' },
  })
  const { rpcUrls, blockExplorers, nativeCurrency, assets } = network
  const parts = [
    nativeCurrency,
    rpcUrls,
    rpcUrls.default,
    rpcUrls.default.http,
    blockExplorers,
    blockExplorers?.default,
  ]
  for (const part of [network, assets, ...parts]) expect(Object.isFrozen(part)).toBe(true)
  http.push('http://elsewhere.example')
  expect(network.rpcUrls.default.http).toEqual(['http://127.0.0.1:8545'])
})

test.each<[string, Partial<NetworkInput>]>([
  ['chainNamespace', { chainNamespace: 'solana', caipNetworkId: 'eip155:31337' }],
  ['id', { caipNetworkId: 'eip155:1' }],
  ['id', { id: '5eykt', chainNamespace: 'solana', caipNetworkId: 'solana:other' }],
  ['id', { id: 0 }],
  ['id', { id: -1 }],
  ['id', { id: 1.5 }],
  ['id', { id: '31337' }],
  ['id', { id: 'a b', chainNamespace: 'solana' }],
  ['id', { caipNetworkId: 'eip155:' }],
  ['name', { name: '' }],
  ['nativeCurrency.symbol', { nativeCurrency: { name: 'Ether', symbol: '', decimals: 18 } }],
  ['nativeCurrency.decimals', { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 1.5 } }],
  ['rpcUrls.default.http', { rpcUrls: { default: { http: ['127.0.0.1:8545'] } } }],
  ['rpcUrls.default.http', { rpcUrls: { default: { http: ['javascript:alert(1)'] } } }],
  ['rpcUrls.default.webSocket', { rpcUrls: { default: { http: [], webSocket: ['https://x.example'] } } }],
  ['rpcUrls.chainDefault.http', { rpcUrls: { default: { http: [] }, chainDefault: { http: ['no'] } } }],
  ['blockExplorers.default.url', { blockExplorers: { default: { name: 'X', url: 'javascript:alert(1)' } } }],
])('[S3.10] a wrong %s is refused by its name: %j', (field, wrong) => {
  expect(fieldOf({ ...local, ...wrong })).toBe(field)
})

test.each([
  ['caipNetworkId', { ...local, caipNetworkId: 'dogecoin:31337' }],
  ['chainNamespace', { ...local, chainNamespace: 'dogecoin' }],
  ['id', { ...local, id: undefined }],
  ['nativeCurrency.symbol', { ...local, nativeCurrency: undefined }],
  ['rpcUrls.default.http', { ...local, rpcUrls: undefined }],
  ['rpcUrls.default.http', { ...local, rpcUrls: {} }],
  ['rpcUrls.default.http', { ...local, rpcUrls: { default: { http: [42] } } }],
])('[S3.10] rejects a wrong %s of a host without types', (field, input) => {
  expect(() => Reflect.apply(defineNetwork, undefined, [input])).toThrow(
    expect.objectContaining({ code: 'invalid_network', field }),
  )
})

test('whatever the ids are, a network comes out whose id is its reference, or a typed error', () => {
  const ids = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.stringMatching(/^[a-z0-9]{1,32}$/))
  const family = fc.constantFrom('eip155', 'solana', 'cosmos', undefined)
  fc.assert(
    fc.property(ids, family, (id, chainNamespace) => {
      try {
        const network = defineNetwork({ ...local, id, chainNamespace })
        expect(network.caipNetworkId).toBe(`${chainNamespace ?? 'eip155'}:${id}`)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidNetworkError)
      }
    }),
  )
})
