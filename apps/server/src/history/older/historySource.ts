import type { Chain } from '../../chains/chains.js'

/** A transaction that an account took part in, by name: what it did is read from the chain. */
export interface OlderTransaction {
  readonly hash: string
}

/** Some of an account's older transactions. */
export interface OlderTransactions {
  readonly transactions: readonly OlderTransaction[]
  /** Up to which block there may be more; null where there is none. Above it, nothing is missing. */
  readonly remaining: number | null
}

/**
 * Where the history comes from that no node of this server has followed. A source says which transactions there are; it isn't
 * believed for what is in them.
 */
export interface HistorySource {
  /**
   * @param request.address - in lower case
   * @param request.upTo - the last block to look at
   * @returns the newest of them, with `remaining` below `upTo`
   * @throws HistorySourceError · UpstreamError · the signal's reason
   */
  before(request: { chain: Chain; address: string; upTo: number; signal: AbortSignal }): Promise<OlderTransactions>
}
