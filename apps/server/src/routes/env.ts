import type { Project } from '../projects/project.js'

/** What a request carries through the routes. */
export interface Env {
  Bindings: {
    /** Node's own request, where the app answers a port; absent where it is called as a value. */
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } } | undefined
  }
  Variables: {
    requestId: string
    /** set by `authorize` */
    project: Project
    /** the client that the request is counted against; set by `authorize` */
    client: string
    /** a CAIP-2 id that the server knows, for the log */
    chainId: string | undefined
  }
}
