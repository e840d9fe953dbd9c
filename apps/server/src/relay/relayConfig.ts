/** How much of a node the relay may take. */
export interface RelayLimits {
  /** sockets that one node holds */
  readonly sockets: number
  /** of one client, as limits count it, on one node */
  readonly socketsPerClient: number
  /** that a socket may send for long; ten times as many at once */
  readonly messagesPerSecond: number
}

export interface RelayConfig extends RelayLimits {
  /** the relay's addresses, as clients are configured with them; none: the server's own */
  readonly urls: readonly string[]
}

export const usualRelay: RelayConfig = {
  urls: [],
  sockets: 20_000,
  socketsPerClient: 200,
  messagesPerSecond: 50,
}
