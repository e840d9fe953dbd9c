import type { Chain } from '../chains/chains.js'

/** Which tokens an account may hold, besides the configured ones. */
export interface HeldTokens {
  /**
   * @param request.client - whose question it is, as `clientKey` gives it
   * @returns addresses of tokens that the account was ever seen to receive, the latest first
   */
  of(request: { chain: Chain; address: string; client: string; signal: AbortSignal }): Promise<readonly string[]>
}
