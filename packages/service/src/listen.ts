import { type IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer } from '@hono/node-server'
import { createClientKey, networkOf } from './budget/clientAddress.js'
import { figures as usual } from './budget/figures.js'
import { createHoldings } from './budget/holdings.js'
import { type Program, programs } from './db/programs.js'
import { endUnread } from './endUnread.js'

interface PortFault {
  readonly host: string
  readonly port: number
  /** the program that would listen */
  readonly of: Program
  readonly cause: unknown
}

/** The port can't be listened on. */
export class PortError extends Error {
  override readonly name = 'PortError'
  readonly code = 'port'

  constructor({ host, port, of: { name, settings }, cause }: PortFault) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    const way =
      reason === 'EADDRINUSE'
        ? `Another program holds it: stop that one, or set ${settings.port} to another.`
        : `Set ${settings.host} and ${settings.port} to what this machine lets the ${name} have.`
    super(`The ${name} can't listen on ${host}, port ${port} (${reason}). ${way}`, { cause })
  }
}

/** A port that answers. */
export interface Listener {
  readonly url: string
  readonly port: number
  /** Takes no more connections and waits for the requests that run. @returns false when some were cut off at the time limit */
  close(): Promise<boolean>
}

export interface ListenParameters {
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>
  /** takes requests that want to become sockets; without it they are answered like any other */
  upgrade?: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | undefined
  host: string
  port: number
  /** the program that listens, and what it calls the two; the server if left out */
  of?: Program | undefined
  /** how long running requests have when the port closes */
  closeLimitMs?: number | undefined
  /** whether an address is a trusted proxy's, whose connections are many clients' */
  isProxy?: ((address: string) => boolean) | undefined
  /** called for each connection over the limit, which is closed unheard */
  onRefused?: (() => void) | undefined
  /** others than the usual ones, for tests */
  figures?: Partial<PortFigures> | undefined
}

type PortFigures = Record<'headersMs' | 'requestMs' | 'unreadMs' | 'headerBytes' | 'headerCount', number> & {
  readonly requestsPerConnection: number
  readonly connections: { readonly perOwner: number; readonly inAll: number }
}

/** Longer than a load balancer keeps a connection (60 s is usual), so that it never sends into one that is just closing. */
const keepAliveTimeout = 65_000

/** Connections that wait to be accepted. Beyond them the system drops one without a word, and its visitor tries again only a second later. */
const backlog = 4_096

/** Answers a port with an app. @throws {@link PortError} */
export async function listen({
  fetch,
  upgrade,
  host,
  port,
  of = programs.server,
  closeLimitMs = 10_000,
  isProxy = () => false,
  onRefused = () => {},
  figures = {},
}: ListenParameters): Promise<Listener> {
  const server = createServer({ fetch, host, figures: { ...usual, ...figures } })
  countConnections({ server, isProxy, onRefused, ...usual.connections, ...figures.connections })
  const answering = followAnswers(server)
  dropUnread({ server, answering })
  if (upgrade !== undefined) server.on('upgrade', upgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new PortError({ host, port, of, cause })))
    server.listen({ port, host, backlog }, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${reachable(host)}:${bound}`,
    port: bound,
    async close() {
      answering.closeWhenAnswered()
      await untilNoneWaits(server)
      return closeWithin({ server, limitMs: closeLimitMs })
    },
  }
}

type Fetch = ListenParameters['fetch']

/** Node's own server, which cuts off what comes too slowly (408) and refuses headers that are too large (431). */
function createServer({ fetch, host, figures }: { fetch: Fetch; host: string; figures: PortFigures }): Server {
  const serverOptions = {
    keepAliveTimeout,
    headersTimeout: figures.headersMs,
    requestTimeout: figures.requestMs,
    connectionsCheckingInterval: Math.min(1_000, figures.headersMs),
    maxHeaderSize: figures.headerBytes,
  }
  const server = createAdaptorServer({ fetch, hostname: host, serverOptions, autoCleanupIncoming: false })
  if (!(server instanceof Server)) throw new TypeError('Plain HTTP has a server of its own.')
  server.maxHeadersCount = figures.headerCount
  server.maxRequestsPerSocket = figures.requestsPerConnection
  server.timeout = figures.unreadMs
  endUnread(server)
  return server
}

interface CountConnections {
  server: Server
  isProxy: (address: string) => boolean
  onRefused: () => void
  perOwner: number
  inAll: number
}

/** A connection over the limit is closed unheard. One that became a socket is the relay's to count. */
function countConnections({ server, isProxy, onRefused, perOwner, inAll }: CountConnections): void {
  const key = createClientKey({ trustedProxies: [] })
  const strangers = createHoldings({ perOwner, inAll, networkOf })
  const proxies = createHoldings({ perOwner: inAll, inAll })
  const holdingOf = new WeakMap<Duplex, () => void>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const holdings = isProxy(remoteAddress) ? proxies : strangers
    const holding = holdings.take({ owner: key({ remote: remoteAddress, forwardedFor: undefined }) })
    if (typeof holding === 'string') {
      socket.destroy()
      onRefused()
      return
    }
    holdingOf.set(socket, holding.release)
    socket.once('close', holding.release)
  })
  server.on('upgrade', (_, socket) => holdingOf.get(socket)?.())
}

/** Knows which connections have a request that is being worked on. Knows a connection by a number and one listener: a listener of each answer's own, or its answer kept until the next one, is what cached reads wait for. */
function followAnswers(server: Server) {
  const connections = new Map<Socket, { underWay: number; answered(): void }>()
  let closing = false
  server.on('connection', (socket) => {
    const connection = {
      underWay: 0,
      answered: () => {
        connection.underWay -= 1
        if (closing) setImmediate(() => server.closeIdleConnections())
      },
    }
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.underWay += 1
    response.on('close', connection.answered)
  })
  return {
    has: (socket: Socket): boolean => (connections.get(socket)?.underWay ?? 0) > 0,
    /** From now on a connection is closed once its last request has been answered: kept alive it would hold the server open. */
    closeWhenAnswered(): void {
      closing = true
    },
  }
}

/**
 * Drops a reader who took no byte for so long; Node looks at what the system still holds, so one who takes some is kept. A
 * connection whose request is still being worked on isn't idle.
 */
function dropUnread({ server, answering }: { server: Server; answering: ReturnType<typeof followAnswers> }): void {
  server.on('timeout', (socket) => {
    if (!answering.has(socket) || socket.writableLength > 0) socket.destroy()
  })
}

/** Turns of the event loop: where clients never stop to come, some are cut off. */
const mostTurns = 100

/**
 * Resolves right after a turn of the event loop in which no connection came. One that the system has taken, but not yet this process, is cut off with
 * the port, and a proxy doesn't send again what changes something.
 */
async function untilNoneWaits(server: Server): Promise<void> {
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  let came = true
  const note = () => {
    came = true
  }
  server.on('connection', note)
  // The turn that runs may have looked for connections already.
  await turn()
  for (let turns = 0; came && turns < mostTurns; turns += 1) {
    came = false
    await turn()
  }
  server.off('connection', note)
}

function closeWithin({ server, limitMs }: { server: Server; limitMs: number }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let finished = true
    const limit = setTimeout(() => {
      finished = false
      server.closeAllConnections()
    }, limitMs)
    server.close((error) => {
      clearTimeout(limit)
      if (error) reject(error)
      else resolve(finished)
    })
    server.closeIdleConnections()
  })
}

/** A wildcard address can't be called. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  readonly port: number
  /**
   * Says by `/readyz` that it is leaving, and answers on for `drainSeconds`; then takes no more requests, finishes those that run, within 10 s,
   * and closes the database. Can be called again.
   */
  stop(): Promise<void>
}
