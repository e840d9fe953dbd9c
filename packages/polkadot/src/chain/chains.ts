import type { AdapterHost, NetworkId } from '@foyer/core'
import type { PolkadotChain } from '../family.js'

/** Chains by their CAIP-2 ids. */
export type Chains = Readonly<Record<string, PolkadotChain>>

/** A kit, and what its host says of chains. */
export interface ChainsOfHost {
  readonly host: AdapterHost
  readonly chains: Chains
}

/** The extensions of a transaction whose bytes the kit writes. */
const common = [
  'CheckNonZeroSender',
  'CheckSpecVersion',
  'CheckTxVersion',
  'CheckGenesis',
  'CheckMortality',
  'CheckNonce',
  'CheckWeight',
] as const

/** The relay chains write `PrevalidateAttests` as well; it has no bytes. */
const relay = {
  transactionVersion: 26,
  pallet: 5,
  paymentPallet: 32,
  extensions: [...common, 'ChargeTransactionPayment', 'PrevalidateAttests', 'CheckMetadataHash'],
} as const

/** By the runtimes' own constants. @see https://github.com/polkadot-fellows/runtimes */
const ownChains: Chains = {
  'polkadot:68d56f15f85d3136970ec16946040bc1': {
    prefix: 0,
    existentialDeposit: 100_000_000n,
    transfers: {
      transactionVersion: 15,
      pallet: 10,
      paymentPallet: 11,
      extensions: [...common, 'ChargeAssetTxPayment', 'CheckMetadataHash'],
    },
  },
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': {
    prefix: 0,
    existentialDeposit: 10_000_000_000n,
    transfers: relay,
  },
  // Of Kusama's runtime no source was at hand: its coins are shown and its accounts sign, and a host that knows it says how transfers are written.
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': { prefix: 2, existentialDeposit: 333_333_333n },
}

/** Returns the constants of a chain: what the host says comes before what the kit knows. */
export const chainIn = (chains: Chains, networkId: NetworkId | string): PolkadotChain | undefined =>
  [chains, ownChains].find((each) => Object.hasOwn(each, networkId))?.[networkId]

/** Is a genesis hash the one that a CAIP-2 id begins with? */
export const isGenesisOf = (networkId: string, genesisHash: string): boolean =>
  genesisHash.startsWith(`0x${networkId.slice('polkadot:'.length)}`)
