import type { Project } from '../projects/project.js'

/** What a request carries through the routes. */
export interface Env {
  Bindings: {
    /** Node's own request, where the app answers a port; absent where it is called as a value. */
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } } | undefined
    /** Node's own response, likewise; closed once all of it was handed to the network, or its connection has ended */
    readonly outgoing?:
      | { readonly destroyed: boolean; once(event: 'close', listener: () => void): unknown; destroy(): unknown }
      | undefined
  }
  Variables: {
    requestId: string
    /** headers of the answer that every answer has, whatever it is */
    head: Readonly<Record<string, string>>
    /** what the request costs, in units: its operation, and the bytes of its body */
    cost: number
    /** set where an operation's access is `project` */
    project: Project
    /** the client that the request is counted against */
    client: string
    /** the body as text, where the operation takes or reads one */
    body: string
    /** a CAIP-2 id that the server knows, for the log */
    chainId: string | undefined
  }
}
