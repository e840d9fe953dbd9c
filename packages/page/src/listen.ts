import { serve } from '@hono/node-server'

export interface ListenParameters {
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** 0: a free one. */
  readonly port: number
}

/** A port of this machine that answers. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** Closes the port and whatever is still open at it. */
  stop(): Promise<void>
}

/**
 * Serves a port of this machine, to this machine only.
 * @throws what the system says where the port can't be had
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
