import { isNetworkId, type NetworkId } from '@foyer/core/chain'
import * as v from 'valibot'

/** The networks that an embedded wallet serves before it receives any [S9.50]; testnets of former years among them, as the wire has them. */
export const embeddedNetworks: readonly NetworkId[] = [
  'eip155:1',
  'eip155:5',
  'eip155:11155111',
  'eip155:10',
  'eip155:420',
  'eip155:42161',
  'eip155:421613',
  'eip155:137',
  'eip155:80001',
  'eip155:42220',
  'eip155:1313161554',
  'eip155:1313161555',
  'eip155:56',
  'eip155:97',
  'eip155:43114',
  'eip155:43113',
  'eip155:324',
  'eip155:280',
  'eip155:100',
  'eip155:8453',
  'eip155:84531',
  'eip155:84532',
  'eip155:7777777',
  'eip155:999',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
]

/** The chain as the wallet's page is asked who is there: EVM's by number, others by CAIP-2. */
export function toChainId(networkId: NetworkId): string | number {
  const [family, reference] = networkId.split(':')
  return family === 'eip155' ? Number(reference) : networkId
}

/** The chain that the wallet's page names: a number, in digits or hex, or CAIP-2. @returns undefined for what is none */
export function toNetworkId(chainId: string | number): NetworkId | undefined {
  if (isNetworkId(chainId)) return chainId
  const number = Number(chainId)
  return chainId !== '' && Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}

/**
 * Which networks a wallet's page has, and on which of them accounts carry out several steps at once: at the page's own origin, for any page, before a login.
 * A page of another make has no such path; then nothing is known beforehand.
 */
export const walletNetworksCall = {
  id: 'walletNetworks',
  method: 'get',
  path: '/networks',
  projectIn: 'nowhere',
  reply: v.object({
    networks: v.array(
      v.object({
        /** CAIP-2. */
        chainId: v.pipe(v.string(), v.maxLength(64), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
        hasDelegate: v.boolean(),
      }),
    ),
  }),
} as const
