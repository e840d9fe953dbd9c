import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAdaptorServer } from '@hono/node-server'

/** The port can't be listened on. */
export class PortError extends Error {
  override readonly name = 'PortError'
  readonly code = 'port'

  constructor({ host, port, cause }: { host: string; port: number; cause: unknown }) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    const way =
      reason === 'EADDRINUSE'
        ? 'Another program holds it: stop that one, or set PORT to another.'
        : 'Set HOST and PORT to what this machine lets the server have.'
    super(`The server can't listen on ${host}, port ${port} (${reason}). ${way}`, { cause })
  }
}

/** A port that answers. */
export interface Listener {
  readonly url: string
  readonly port: number
  /**
   * Takes no more connections and waits for the requests that run.
   * @returns false when some were cut off at the time limit
   */
  close(): Promise<boolean>
}

export interface ListenParameters {
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>
  /** takes requests that want to become sockets; without it they are answered like any other */
  upgrade?: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | undefined
  host: string
  port: number
  /** how long running requests have when the port closes */
  closeLimitMs?: number | undefined
}

/** Longer than a load balancer keeps a connection (60 s is usual), so that it never sends into one that is just closing. */
const keepAliveTimeout = 65_000

/** Answers a port with an app. @throws {@link PortError} */
export async function listen({
  fetch,
  upgrade,
  host,
  port,
  closeLimitMs = 10_000,
}: ListenParameters): Promise<Listener> {
  const server = createAdaptorServer({ fetch, hostname: host, serverOptions: { keepAliveTimeout } })
  let closing = false
  server.on('request', (_, response) => {
    // A kept-alive connection whose last request has been answered would hold the server open.
    response.once('close', () => {
      if (closing) setImmediate(() => closeIdle(server))
    })
  })
  if (upgrade !== undefined) server.on('upgrade', upgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new PortError({ host, port, cause })))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${reachable(host)}:${bound}`,
    port: bound,
    close: () => {
      closing = true
      return closeWithin({ server, limitMs: closeLimitMs })
    },
  }
}

type Server = ReturnType<typeof createAdaptorServer>

function closeWithin({ server, limitMs }: { server: Server; limitMs: number }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let finished = true
    const limit = setTimeout(() => {
      finished = false
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, limitMs)
    server.close((error) => {
      clearTimeout(limit)
      if (error) reject(error)
      else resolve(finished)
    })
    closeIdle(server)
  })
}

function closeIdle(server: Server): void {
  if ('closeIdleConnections' in server) server.closeIdleConnections()
}

/** A wildcard address can't be called. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
