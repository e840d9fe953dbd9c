import type { Transaction } from '@foyer/core/wire'

/** What accounts bought with a card or from a bank: it is part of their history from the moment it was ordered. */
export interface Purchases {
  /**
   * @param request.address - as the client wrote it, of whatever family
   * @param request.chainId - CAIP-2; without it, those of every network
   * @param request.provider - what a client that wants purchases alone names: `coinbase`, whichever on-ramp it bought from.
   * Without it, only stored purchases are listed, so that no history waits for a provider
   * @returns newest first, 50 at most, with a status that begins with `ONRAMP_TRANSACTION_STATUS_`
   * @see S7.5
   */
  of(request: {
    address: string
    chainId?: string | undefined
    provider?: string | undefined
    signal: AbortSignal
  }): Promise<readonly Transaction[]>
}
