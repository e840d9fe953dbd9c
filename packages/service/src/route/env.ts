import type { IncomingHttpHeaders } from 'node:http'

/**
 * The record of a request through the routes, until its line is in the log. One plain record: a look-up for each part costs more.
 * What a server lets callers in as beside, it adds by declaration.
 */
export interface Visit {
  readonly requestId: string
  readonly path: string
  /** of the page that asks; whatever isn't one names none */
  readonly origin: string | undefined
  /** headers of the answer that every answer has, whatever it is */
  head: Readonly<Record<string, string>>
  /** the router's pattern of what answers */
  route: string
  /** the client that the request is counted against */
  client: string
  /** what the request costs, in units: its operation, and the bytes of its body */
  cost: number
  /** whom it is attributed to, for the log, once it is admitted */
  projectId: string | undefined
  /** the body as text, where the operation takes or reads one */
  body: string
  /** a CAIP-2 id that the server knows, for the log */
  chainId: string | undefined
  /** whether it was refused because the node bears no more */
  isTooMuch: boolean
}

export interface Env {
  Bindings: {
    /** Node's own request, where the app answers a port; absent where it is called as a value. */
    readonly incoming?:
      | {
          readonly socket: { readonly remoteAddress?: string | undefined }
          readonly headers?: IncomingHttpHeaders | undefined
        }
      | undefined
    /** Node's own response, likewise; closed once all of it was handed to the network, or its connection has ended */
    readonly outgoing?:
      | { readonly destroyed: boolean; on(event: 'close', listener: () => void): unknown; destroy(): unknown }
      | undefined
    readonly visit: Visit
  }
}
