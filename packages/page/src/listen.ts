import { serve } from '@hono/node-server'

export interface ListenParameters {
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** 0 picks a free port. */
  readonly port: number
}

/** A listening server. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** Closes the port and its open connections. */
  stop(): Promise<void>
}

/**
 * Serves a port of this machine, to this machine only.
 * @throws the system's error where the port is unavailable
 * @example
 * const { url, stop } = await listen({ fetch: () => new Response('Hello'), port: 0 })
 */
export async function listen({ fetch, port }: ListenParameters): Promise<Listening> {
  const hostname = '127.0.0.1'
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const listening = serve({ fetch, port, hostname }, () => resolve(listening))
    listening.once('error', reject)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${hostname}:${bound}`,
    port: bound,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
