import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Relay } from '@foyer/relay'
import type { Budget } from '@foyer/service/budget/budget'
import type { Clock } from '@foyer/service/clock'
import { ApiError } from '@foyer/service/errors/ApiError'
import { NotFoundError, OverloadedError } from '@foyer/service/errors/refusals'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { WebSocketServer } from 'ws'
import type { Admission } from './admission.js'
import { closeCodes, createSockets, type Sockets } from './sockets.js'

/** The endpoint where clients connect to the relay. */
export interface RelayEndpoint {
  /** Handles an HTTP upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Pings the sockets and ends those that don't respond. */
  readonly pings: BackgroundWork
  /** Stops reading from clients that don't read. */
  readonly steering: BackgroundWork
  /** Ends the sockets of projects that have gone. */
  readonly reviews: BackgroundWork
  /** Admits no more clients and closes every socket, so that its client connects to another node. Can be called again. */
  close(): Promise<void>
}

export interface RelayEndpointParameters {
  relay: Relay
  admission: Admission
  /** of the frames that a socket sends */
  frames: Budget
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  requestId: () => string
  /** how long a client may take nothing of what it is sent; 30 s by default */
  takesNothingAfterMs?: number | undefined
}

/** Below the 30 s that clients count on: some close a socket that is silent for 35 s. */
const pingEveryMs = 25_000
const steerEveryMs = 5_000
/** A project that is gone is unknown to this node after five seconds, and to its sockets after as many more. */
const reviewEveryMs = 5_000
/** Two sealed messages of the largest size, and what is around them. */
const maxFrameBytes = 256 * 1024

export function createRelayEndpoint(parameters: RelayEndpointParameters): RelayEndpoint {
  const { relay, clock, log } = parameters
  // A pong waits for its reader as any frame does, so the sockets send it.
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    clientTracking: false,
    autoPong: false,
  })
  const sockets = createSockets(parameters)
  const upgrades = createUpgrades({ ...parameters, server, sockets })
  const close = () => {
    upgrades.stop()
    relay.close()
    return sockets.close()
  }
  let closing: Promise<void> | undefined
  const repeated = (name: string, everyMs: number, round: () => void | Promise<void>) =>
    createRepeatedWork({ name: `relay ${name}`, everyMs, clock, log, round: async () => round() })
  return {
    upgrade: (request, socket, head) => void upgrades.handle(request, socket, head),
    pings: repeated('pings', pingEveryMs, sockets.ping),
    // Apart from the reviews, which wait for the database.
    steering: repeated('steering', steerEveryMs, sockets.steer),
    reviews: repeated('reviews', reviewEveryMs, sockets.review),
    close: () => (closing ??= close()),
  }
}

interface Upgrades {
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Rejects what comes from now on. */
  stop(): void
}

/** Upgrade requests that are handled at the same time. */
const maxUpgrades = 1_000

function createUpgrades(parameters: RelayEndpointParameters & { server: WebSocketServer; sockets: Sockets }): Upgrades {
  const { admission, log, server, sockets } = parameters
  let running = 0
  let isStopped = false
  return {
    async handle(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const { pathname, query } = targetOf(request)
      // Browsers hide the response to an upgrade from a page, so clients may ask for the error on the socket.
      const reject = (error: ApiError) => {
        const isWanted = query.get('useOnCloseEvent') === 'true' && error.status !== 404
        if (!isWanted || sockets.isTurningAway()) return rejectUpgrade({ socket, error })
        const isPermanent = error.status === 401 || error.status === 403
        const code = isPermanent ? closeCodes.rejected : closeCodes.tryAgainLater
        const text = error.message
        server.handleUpgrade(request, socket, head, (webSocket) => sockets.turnAway(webSocket, { code, text }))
      }
      if (pathname !== '/') return reject(new NotFoundError())
      if (isStopped || running >= maxUpgrades) return reject(new OverloadedError())
      running += 1
      try {
        const admitted = await admission.admit(request, query)
        const { release } = admitted.counted
        // Somebody who has gone meanwhile has closed already.
        if (socket.destroyed) return release()
        socket.once('close', release)
        if (isStopped) return reject(new OverloadedError())
        server.handleUpgrade(request, socket, head, (webSocket) =>
          sockets.serve({ webSocket, connection: socket, admitted }),
        )
      } catch (error) {
        if (error instanceof ApiError) return reject(error)
        log.error({ error }, 'a socket could not be opened')
        reject(new OverloadedError())
      } finally {
        running -= 1
      }
    },
    stop() {
      isStopped = true
    },
  }
}

function targetOf({ url = '/' }: IncomingMessage): { pathname: string; query: URLSearchParams } {
  const [pathname = '', ...rest] = url.split('?')
  return { pathname, query: new URLSearchParams(rest.join('?')) }
}

/** Answers an upgrade request with an HTTP error; Node offers no response object for it. */
function rejectUpgrade({ socket, error }: { socket: Duplex; error: ApiError }): void {
  const { status, message, headers } = error
  const all = {
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(message)),
    'Cache-Control': 'no-store',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', message].join('\r\n'))
}
