import { onDemand } from '@foyer/core'
import type { ProposalEnd } from '../engine/engine.js'

/** Rejects with what a wallet's no means, or with a ChunkLoadError. */
export type Refusal = (end: Exclude<ProposalEnd, { readonly type: 'expired' }>) => Promise<never>

/** Reads a wallet's no by code that is fetched with the first one. */
export function createRefusal(load: () => Promise<typeof import('./peerError.js')>): Refusal {
  const reading = onDemand({ chunk: 'walletconnect.errors', load })
  return async (end) => {
    const { peerError, SettlementUnusableError } = await reading()
    throw end.type === 'unusable' ? new SettlementUnusableError(end) : peerError(end.failure)
  }
}
