import type { Chain } from '../chains/chains.js'

/** A token as it is shown, or a network's own coin. */
export interface Token {
  /** as it was configured or read, in whichever spelling, so compare by `tokenKey` */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** '' for none */
  readonly iconUrl: string
  /** Whether the operator named it: what it calls itself is then taken to be true. */
  readonly listed: boolean
}

/** Asks contracts what they are called, by address. */
export type ReadTokens = (request: {
  chain: Chain
  addresses: readonly string[]
  signal: AbortSignal
}) => Promise<ReadonlyMap<string, Token>>
