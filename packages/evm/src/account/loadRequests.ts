import { onDemand } from '@foyer/core'

/** Loads what speaks with the wallet; the browser keeps what has loaded. @throws ChunkLoadError */
export function loadRequests(): Promise<typeof import('../requests/index.js')> {
  return onDemand({ chunk: 'evm.requests', load: () => import('../requests/index.js') })()
}
