import type { AdapterHost } from '@foyer/core'
import type { CosmosChain } from '../family.js'

/** The constants that set chains apart, by CAIP-2 id. */
export type Chains = Readonly<Record<string, CosmosChain>>

/** A kit, and what its host says of chains. */
export interface ChainsOfHost {
  readonly host: AdapterHost
  readonly chains: Chains
}

/** The chains that the kit knows. */
const known: Chains = {
  'cosmos:cosmoshub-4': { prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
  'cosmos:theta-testnet-001': { prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
  'cosmos:provider': { prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
  'cosmos:osmosis-1': { prefix: 'osmo', denom: 'uosmo', gasPrice: '0.04' },
  'cosmos:osmo-test-5': { prefix: 'osmo', denom: 'uosmo', gasPrice: '0.04' },
  'cosmos:juno-1': { prefix: 'juno', denom: 'ujuno', gasPrice: '0.075' },
  'cosmos:noble-1': { prefix: 'noble', denom: 'uusdc', gasPrice: '0.1' },
}

/** Returns the constants of a chain; the host's own word first. */
export const chainIn = (chains: Chains, networkId: string): CosmosChain | undefined =>
  [chains, known].find((each) => Object.hasOwn(each, networkId))?.[networkId]

/** The chain's own id: the reference of CAIP-2, which writes those that it can't by a hash. */
export const chainIdOf = (networkId: string): string => networkId.slice('cosmos:'.length)
