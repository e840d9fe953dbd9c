import type { WalletNetwork } from '@foyer/core/words'
import type { Address } from 'viem'

/** The token that a network's own coin is as well. */
export interface CoinToken {
  readonly address: Address
  /** How many of its decimals the coin has more. */
  readonly fewer: number
}

const celo: CoinToken = { address: '0x471EcE3750Da237f93B8E339c536989b8978a438', fewer: 0 }
const moonbeam: CoinToken = { address: '0x0000000000000000000000000000000000000802', fewer: 0 }
const arc: CoinToken = { address: '0x3600000000000000000000000000000000000000', fewer: 12 }

/**
 * Networks on which the coin's balance is a token's as well, transferred and allowed by that token's functions. Those whose token can't be allowed to others and
 * moves nothing but a call's own value (Polygon), or moves by system contracts alone (ZKsync), aren't among them.
 */
const coinTokens: Readonly<Record<string, CoinToken>> = {
  // https://docs.celo.org/specs/token-duality
  'eip155:42220': celo,
  'eip155:11142220': celo,
  'eip155:44787': { address: '0xF194afDf50B03e69Bd7D057c1Aa9e10c9954E4C9', fewer: 0 },
  // https://docs.moonbeam.network/builders/ethereum/precompiles/ux/erc20
  'eip155:1284': moonbeam,
  'eip155:1285': moonbeam,
  'eip155:1287': moonbeam,
  // https://docs.arc.network/arc/concepts/stablecoin-native-model
  'eip155:5042': arc,
  'eip155:5042002': arc,
  // The coin of the OVM, which it was forked from: https://github.com/ethereum-optimism/optimistic-specs/discussions/84
  'eip155:1088': { address: '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000', fewer: 0 },
}

/** Returns the token that a network's coin is as well; undefined where it is none. */
export const coinTokenOf = ({ chainId }: Pick<WalletNetwork, 'chainId'>): CoinToken | undefined =>
  Object.hasOwn(coinTokens, chainId) ? coinTokens[chainId] : undefined
