import { OverloadedError, RateLimitedError } from '../errors/refusals.js'

/** How much of a node the relay may use. */
export interface RelayLimits {
  /** sockets that one node holds */
  readonly sockets: number
  /** of one client, as rate limits count it, on one node */
  readonly socketsPerClient: number
  /** that a socket may send; ten times as many in a burst */
  readonly messagesPerSecond: number
}

export interface RelayConfig extends RelayLimits {
  /** the relay's addresses, as clients are configured with them; the server's own by default */
  readonly urls: readonly string[]
}

export const defaultRelay: RelayConfig = {
  urls: [],
  sockets: 20_000,
  socketsPerClient: 200,
  messagesPerSecond: 50,
}

export interface SocketCounts {
  /** @throws {@link OverloadedError} at the node's limit · {@link RateLimitedError} at the client's */
  check(client: string): void
  /** @returns a function to call once, when the socket is closed */
  add(client: string): () => void
}

/** Counts a node's sockets, and those of each client. */
export function createSocketCounts({ sockets, socketsPerClient }: RelayLimits): SocketCounts {
  const byClient = new Map<string, number>()
  let all = 0
  return {
    check(client) {
      if (all >= sockets) throw new OverloadedError()
      if ((byClient.get(client) ?? 0) >= socketsPerClient) throw new RateLimitedError({ retryAfterSeconds: 60 })
    },
    add(client) {
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
