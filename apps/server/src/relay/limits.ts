import type { Rate } from '../budget/budget.js'
import { createHoldings, type Holding } from '../budget/holdings.js'
import { OverloadedError, RateLimitedError } from '../errors/refusals.js'

/** How much of a node the relay may use. */
export interface RelayLimits {
  /** sockets that one node holds; three quarters of them are one project's at most */
  readonly sockets: number
  /** of one client, as budgets count it, on one node */
  readonly socketsPerClient: number
  /** that a socket may send; ten times as many in a burst */
  readonly messagesPerSecond: number
}

export interface RelayConfig extends RelayLimits {
  /** the relay's addresses, as clients are configured with them; the server's own by default */
  readonly urls: readonly string[]
  /** how much all mailboxes may hold together, on this node or in Redis */
  readonly mailboxMegabytes: number
}

export const defaultRelay: RelayConfig = {
  urls: [],
  sockets: 20_000,
  socketsPerClient: 200,
  messagesPerSecond: 50,
  mailboxMegabytes: 256,
}

/** What clients and projects may ask of one node, all their sockets together. */
export interface RelayRates {
  /** sockets that a client opens: all of its own at once, and again after 20 s */
  readonly handshakes: Rate
  /** frames that a socket sends */
  readonly frames: Rate
  /** requests, messages and topics: a client's, as many as eight sockets send, and a project's, ten times those */
  readonly clientSteps: Rate
  readonly projectSteps: Rate
  /** bytes to be stored */
  readonly clientBytes: Rate
  readonly projectBytes: Rate
}

export function ratesOf({ socketsPerClient, messagesPerSecond }: RelayLimits): RelayRates {
  const times = ({ perSecond, burst }: Rate, factor: number) => ({
    perSecond: perSecond * factor,
    burst: burst * factor,
  })
  const frames = { perSecond: messagesPerSecond, burst: messagesPerSecond * 10 }
  const clientSteps = times(frames, 8)
  // 8 KiB for a message; sealed ones have 1 or 2. At once, as much as a client may have stored.
  const clientBytes = { perSecond: messagesPerSecond * 8_192, burst: 16 * 1024 * 1024 }
  return {
    handshakes: { perSecond: Math.max(1, socketsPerClient / 10), burst: 2 * socketsPerClient },
    frames,
    clientSteps,
    projectSteps: times(clientSteps, 10),
    clientBytes,
    projectBytes: times(clientBytes, 10),
  }
}

/** A socket that is counted. */
export interface CountedSocket {
  /** Counts it as a project's, too. @throws {@link OverloadedError} */
  ofProject(projectId: string): void
  /** It is closed, or wasn't admitted. Can be called again. */
  release(): void
}

export interface SocketCounts {
  /** @throws {@link OverloadedError} at the node's limit · {@link RateLimitedError} at the client's */
  take(client: string): CountedSocket
}

/** Counts a node's sockets, and those of each client and project. */
export function createSocketCounts({ sockets, socketsPerClient }: RelayLimits): SocketCounts {
  const clients = createHoldings({ perOwner: socketsPerClient, inAll: sockets })
  const projects = createHoldings({ perOwner: Math.ceil(sockets * 0.75), inAll: sockets })
  const taken = (holding: Holding | 'owner' | 'node', onOwner: Error): Holding => {
    if (holding === 'owner') throw onOwner
    if (holding === 'node') throw new OverloadedError()
    return holding
  }
  return {
    take(client) {
      const holding = taken(clients.take({ owner: client }), new RateLimitedError({ retryAfterSeconds: 60 }))
      let ofProject: Holding | undefined
      return {
        ofProject(projectId) {
          ofProject = taken(projects.take({ owner: projectId }), new OverloadedError())
        },
        release() {
          holding.release()
          ofProject?.release()
        },
      }
    },
  }
}
