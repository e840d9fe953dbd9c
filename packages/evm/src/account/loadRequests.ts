import { onDemand } from '@foyer/core'

/** Loads what speaks with the wallet; the browser keeps what has loaded. @throws ChunkLoadError */
export function loadRequests(): Promise<typeof import('../wallet.js')> {
  return onDemand({ chunk: 'evm', load: () => import('../wallet.js') })()
}
