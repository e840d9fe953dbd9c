import { type Chain, createClient, http } from 'viem'
import * as viem from 'viem/chains'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { defineNetwork } from './defineNetwork.js'
import { defaultNetworkId, findNetwork } from './findNetwork.js'

import * as networks from './index.js'

const evm = {
  mainnet: networks.mainnet,
  sepolia: networks.sepolia,
  optimism: networks.optimism,
  base: networks.base,
  baseSepolia: networks.baseSepolia,
  arbitrum: networks.arbitrum,
  polygon: networks.polygon,
  bsc: networks.bsc,
  avalanche: networks.avalanche,
  gnosis: networks.gnosis,
  celo: networks.celo,
  zksync: networks.zksync,
  linea: networks.linea,
  scroll: networks.scroll,
  aurora: networks.aurora,
}
const { solana, solanaDevnet, solanaTestnet, bitcoin, bitcoinTestnet } = networks
const all = { ...evm, solana, solanaDevnet, solanaTestnet, bitcoin, bitcoinTestnet }

describe.each(Object.entries(all))('%s', (_, network) => {
  test('[S3.10] is a whole network as it stands', () => {
    expect(defineNetwork(network)).toEqual(network)
  })

  test('is only asked and looked at over https', () => {
    for (const url of [...network.rpcUrls.default.http, network.blockExplorers?.default.url]) {
      expect(url).toMatch(/^https:\/\//)
    }
  })
})

test.each(Object.entries(evm))('%s has the id, coin and kind that viem knows', (name, network) => {
  const known = new Map<string, Chain>(Object.entries(viem)).get(name)
  expect(network).toMatchObject({
    id: known?.id,
    name: known?.name,
    nativeCurrency: { symbol: known?.nativeCurrency.symbol, decimals: known?.nativeCurrency.decimals },
    testnet: known?.testnet ?? false,
  })
})

test('an EVM network is taken by viem as a Chain', () => {
  expectTypeOf(networks.mainnet).toExtend<Chain>()
  const chain: Chain = networks.base
  expect(createClient({ chain, transport: http() }).chain?.id).toBe(8453)
})

test('[S9.46] the coin of Polygon is POL, with 18 decimals', () => {
  expect(networks.polygon.nativeCurrency).toMatchObject({ symbol: 'POL', decimals: 18 })
})

test('[S9.47] Solana has 9 decimals', () => {
  for (const network of [solana, solanaDevnet, solanaTestnet]) {
    expect(network.nativeCurrency).toMatchObject({ symbol: 'SOL', decimals: 9 })
  }
  expect([solana, solanaDevnet, solanaTestnet].map(({ caipNetworkId }) => caipNetworkId)).toEqual([
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  ])
})

test('[S9.48] Bitcoin has 8 decimals', () => {
  for (const network of [bitcoin, bitcoinTestnet]) {
    expect(network.nativeCurrency).toMatchObject({ symbol: 'BTC', decimals: 8 })
  }
  expect([bitcoin.id, bitcoinTestnet.id]).toEqual([
    '000000000019d6689c085ae165831e93',
    '000000000933ea01ad0ee984209779ba',
  ])
})

test('[S9.39] the default network is eip155:1, which is Ethereum', () => {
  expect(defaultNetworkId).toBe('eip155:1')
  expect(findNetwork({ networks: Object.values(all), networkId: defaultNetworkId })).toBe(networks.mainnet)
})

test('what isn’t listed isn’t found', () => {
  expect(findNetwork({ networks: [networks.base], networkId: 'eip155:1' })).toBeUndefined()
  expect(findNetwork({ networks: [networks.base], networkId: undefined })).toBeUndefined()
})
