import { isAddress } from '@foyer/core/chain'
import type { Chain } from '../chains/chains.js'
import { type BitcoinHoldingsParameters, createBitcoinHoldings } from './bitcoinHoldings.js'
import { createEvmHoldings } from './evmHoldings.js'
import type { HoldingsReader } from './holdings.js'
import { createSolanaHoldings } from './solanaHoldings.js'

/** How accounts of a family are read. */
export interface FamilyHoldings {
  /** Whether a text can be an account of this family and of no other that is read. */
  fits(address: string): boolean
  /** Whether a network is configured for it. */
  has(chain: Chain): boolean
  readonly read: HoldingsReader
}

/** Bech32, and the older forms, which are too short to be Solana's but are written in the same letters. */
const bitcoinAddress = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{24,34})$/

/** @returns by family, the part of a CAIP-2 id before the colon */
export function createHoldings(parameters: BitcoinHoldingsParameters): ReadonlyMap<string, FamilyHoldings> {
  const always = () => true
  return new Map<string, FamilyHoldings>([
    [
      'eip155',
      {
        fits: (address) => isAddress({ family: 'eip155', address }),
        has: always,
        read: createEvmHoldings(parameters),
      },
    ],
    [
      'solana',
      {
        fits: (address) => isAddress({ family: 'solana', address }) && !bitcoinAddress.test(address),
        has: always,
        read: createSolanaHoldings(parameters),
      },
    ],
    [
      'bip122',
      {
        fits: (address) => bitcoinAddress.test(address),
        has: ({ esplora }) => esplora !== undefined,
        read: createBitcoinHoldings(parameters),
      },
    ],
  ])
}
