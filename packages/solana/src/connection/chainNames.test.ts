import { solana, solanaDevnet, solanaTestnet } from '@foyer/core/networks'
import { expect, test } from 'vitest'
import { chainNameOf, networkIdOf } from './chainNames.js'

const local = 'solana:local'

test.each([
  [solana.caipNetworkId, 'solana:mainnet'],
  [solanaDevnet.caipNetworkId, 'solana:devnet'],
  [solanaTestnet.caipNetworkId, 'solana:testnet'],
] as const)('%s is %s, both ways', (networkId, chain) => {
  expect(chainNameOf(networkId)).toBe(chain)
  expect(networkIdOf({ chain, configured: [] })).toBe(networkId)
  expect(networkIdOf({ chain, configured: [networkId] })).toBe(networkId)
})

test('a network with a genesis of its own is the local one, and the local one is that which is configured', () => {
  expect(chainNameOf(local)).toBe('solana:localnet')
  expect(networkIdOf({ chain: 'solana:localnet', configured: [solana.caipNetworkId, local] })).toBe(local)
  expect(networkIdOf({ chain: 'solana:localnet', configured: [solana.caipNetworkId] })).toBeUndefined()
})

test('what older wallets call the main network is the main network', () => {
  const former = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
  expect(chainNameOf(former)).toBe('solana:mainnet')
  expect(networkIdOf({ chain: former, configured: [former] })).toBe(former)
})

test('a wallet may name a chain by its CAIP-2 id; what is no chain of Solana’s is none', () => {
  expect(networkIdOf({ chain: solana.caipNetworkId, configured: [] })).toBe(solana.caipNetworkId)
  for (const chain of ['bitcoin:mainnet', 'solana:', 'solana', '', 'solana:constructor'])
    expect(networkIdOf({ chain, configured: [] })).toBeUndefined()
})
