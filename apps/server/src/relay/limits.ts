import type { Rate } from '@foyer/service/budget/budget'

/** The part of a node that the relay may use. */
export interface RelayLimits {
  /** sockets that one node holds; where there are more, some of those that have most give way */
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

/** The rates of clients and projects at one node, all their sockets together. A project's is shared by the networks that ask in its name. */
export interface RelayRates {
  /** sockets that a client opens: all of its own at once, and again after 20 s */
  readonly handshakes: Rate
  /** sockets that are opened in a project's name: all of the node's at once, and again after 20 s */
  readonly projectHandshakes: Rate
  /** frames that a socket sends */
  readonly frames: Rate
  /** requests, messages and topics: a client's, as many as eight sockets send, and a project's, ten times those */
  readonly clientSteps: Rate
  readonly projectSteps: Rate
  /** bytes to be stored */
  readonly clientBytes: Rate
  readonly projectBytes: Rate
}

export function ratesOf({ sockets, socketsPerClient, messagesPerSecond }: RelayLimits): RelayRates {
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
    projectHandshakes: { perSecond: Math.max(1, sockets / 20), burst: sockets },
    frames,
    clientSteps,
    projectSteps: times(clientSteps, 10),
    clientBytes,
    projectBytes: times(clientBytes, 10),
  }
}
