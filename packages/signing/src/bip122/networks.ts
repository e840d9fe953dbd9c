import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

/** How addresses and keys are written on a Bitcoin network. */
export type BitcoinParameters = typeof NETWORK

/** A Bitcoin network: its way of writing, and its coin type in derivation paths (SLIP-44). */
export interface BitcoinChain {
  readonly parameters: BitcoinParameters
  readonly coinType: 0 | 1
}

const test: BitcoinChain = { parameters: TEST_NETWORK, coinType: 1 }

/** By the reference of CAIP-2: the first 32 digits of the genesis block's hash. */
const chains: Readonly<Record<string, BitcoinChain>> = {
  '000000000019d6689c085ae165831e93': { parameters: NETWORK, coinType: 0 },
  // testnet3, testnet4 and signet
  '000000000933ea01ad0ee984209779ba': test,
  '00000000da84f2bafbbc53dee25a72ae': test,
  '00000008819873e925422c1ff0f99f7c': test,
  // regtest
  '0f9188f13cb7b2c71f2a335e3a4fc328': { parameters: { ...TEST_NETWORK, bech32: 'bcrt' }, coinType: 1 },
}

/** The network of a CAIP-2 id; undefined for an unknown one. */
export function bitcoinChain(chainId: string): BitcoinChain | undefined {
  const reference = chainId.split(':')[1] ?? ''
  return Object.hasOwn(chains, reference) ? chains[reference] : undefined
}
