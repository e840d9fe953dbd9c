import { onDemand } from '@foyer/core'
import type { PayloadFailure } from '../protocol/index.js'

/** Rejects with what a wallet's no means, or with a ChunkLoadError. */
export type Refusal = (failure: PayloadFailure) => Promise<never>

/** Reads a wallet's no by code that is fetched with the first one. */
export function createRefusal(): Refusal {
  const reading = onDemand({ chunk: 'walletconnect.errors', load: () => import('./peerError.js') })
  return async (failure) => {
    throw (await reading()).peerError(failure)
  }
}
