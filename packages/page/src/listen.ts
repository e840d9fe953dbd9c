import { serve } from '@hono/node-server'

export interface ListenParameters {
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** 0 picks a free port. */
  readonly port: number
  /** This machine alone unless said. */
  readonly host?: string | undefined
  /** How long requests that run have once it is stopped, in milliseconds; none unless said. */
  readonly graceMs?: number | undefined
}

/** A listening server. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** Closes the port, and its connections once what they ask is answered or the grace is over. */
  stop(): Promise<void>
}

/** Longer than a proxy keeps a connection (60 s is usual), so that it never sends into one that is just closing. */
const keepAliveTimeout = 65_000

/**
 * Serves a port, to this machine only unless said.
 * @throws the system's error where the port is unavailable
 * @example
 * const { url, stop } = await listen({ fetch: () => new Response('Hello'), port: 0 })
 */
export async function listen({
  fetch,
  port,
  host: hostname = '127.0.0.1',
  graceMs = 0,
}: ListenParameters): Promise<Listening> {
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const listening = serve({ fetch, port, hostname, serverOptions: { keepAliveTimeout } }, () => resolve(listening))
    listening.once('error', reject)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${hostname}:${bound}`,
    port: bound,
    stop: () =>
      new Promise((resolve, reject) => {
        const ending = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), graceMs)
        // What was kept alive for another request is idle once it is answered.
        const idle = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), 50)
        server.close((error) => {
          clearTimeout(ending)
          clearInterval(idle)
          if (error) reject(error)
          else resolve()
        })
      }),
  }
}
