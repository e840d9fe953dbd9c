import type { IdentityReply } from '@foyer/core/wire'

export interface Identities {
  /** Who an address says it is; null where it says nothing that could be found. @see S7.4 */
  of(request: { address: string; signal: AbortSignal }): Promise<IdentityReply>
}

/** The identities of a server for which no name service is configured: it knows nobody's name, and says so. */
export const noNameService: Identities = { of: async () => ({ name: null, avatar: null }) }
