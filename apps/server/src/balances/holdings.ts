import type { Chain } from '../chains/chains.js'
import type { Token } from '../tokens/token.js'

/** An amount of a token, or of a network's own coin, in its smallest unit. */
export interface Holding {
  readonly token: Token
  readonly amount: bigint
  readonly native: boolean
}

export interface ReadHoldings {
  chain: Chain
  account: string
  /** tokens that are read whatever else is; what isn't a token is passed over */
  tokens: readonly string[]
  signal: AbortSignal
}

/**
 * Reads what an account holds on a network of one family.
 * @returns the network's own coin first, however much it is, then the tokens of which there are some
 * @throws UpstreamError when the network doesn't answer
 */
export type HoldingsReader = (request: ReadHoldings) => Promise<readonly Holding[]>
