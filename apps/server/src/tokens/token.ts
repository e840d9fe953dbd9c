import { nativeTokens } from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'

/** A token as it is shown, or a network's own coin. */
export interface Token {
  /** as it was configured or read; on eip155 in either case, so compare by {@link tokenKey} */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** '' for none */
  readonly iconUrl: string
  /** Whether the operator named it: what it calls itself is then taken to be true. */
  readonly listed: boolean
}

/** What two spellings of one address have in common. */
export function tokenKey({ chain, address }: { chain: Pick<Chain, 'id'>; address: string }): string {
  return chain.id.startsWith('eip155:') ? address.toLowerCase() : address
}

/** The placeholder address of a network's own coin; null for families that have none on the wire. */
export function nativeAddress({ id }: Pick<Chain, 'id'>): string | null {
  if (id.startsWith('eip155:')) return nativeTokens.eip155
  if (id.startsWith('solana:')) return nativeTokens.solana
  return id.startsWith('bip122:') ? nativeTokens.bip122 : null
}
