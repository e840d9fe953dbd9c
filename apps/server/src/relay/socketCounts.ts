import { OverloadedError, RateLimitedError } from '../errors/refusals.js'
import type { RelayLimits } from './relayConfig.js'

export interface SocketCounts {
  /** @throws {@link OverloadedError} where the node has as many sockets as it may · {@link RateLimitedError} where the client has */
  check(client: string): void
  /** @returns what is called once, when the socket is gone */
  enter(client: string): () => void
}

/** Counts a node's sockets, and whose they are. */
export function createSocketCounts({ sockets, socketsPerClient }: RelayLimits): SocketCounts {
  const byClient = new Map<string, number>()
  let all = 0
  return {
    check(client) {
      if (all >= sockets) throw new OverloadedError()
      if ((byClient.get(client) ?? 0) >= socketsPerClient) throw new RateLimitedError({ retryAfterSeconds: 60 })
    },
    enter(client) {
      all += 1
      byClient.set(client, (byClient.get(client) ?? 0) + 1)
      return () => {
        all -= 1
        const left = (byClient.get(client) ?? 1) - 1
        if (left > 0) byClient.set(client, left)
        else byClient.delete(client)
      }
    },
  }
}
