import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Relay } from '@foyer/relay'
import { WebSocketServer } from 'ws'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { NotFoundError, OverloadedError } from '../errors/refusals.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'
import type { Admitted } from './admission.js'
import { createSocketCounts, type RelayLimits } from './limits.js'
import { closeCodes, createSockets, type Sockets } from './sockets.js'

/** Where clients connect to the relay. */
export interface RelayEndpoint {
  /** Handles an HTTP upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Pings the sockets and ends those that don't respond. */
  readonly work: BackgroundWork
  /** Admits no more clients and closes every socket, so that its client connects to another node. Can be called again. */
  close(): Promise<void>
}

export interface RelayEndpointParameters {
  relay: Relay
  admit: (request: IncomingMessage, query: URLSearchParams) => Promise<Admitted>
  limits: RelayLimits
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  requestId: () => string
}

/** Below the 30 s that clients count on: some close a socket that is silent for 35 s. */
const pingEveryMs = 25_000
/** Two sealed messages of the largest size, and what is around them. */
const maxFrameBytes = 1024 * 1024

export function createRelayEndpoint(parameters: RelayEndpointParameters): RelayEndpoint {
  const { relay, clock, log } = parameters
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, clientTracking: true })
  const sockets = createSockets({ ...parameters, all: server.clients })
  const upgrades = createUpgrades({ ...parameters, server, sockets })
  const round = async () => sockets.ping()
  const close = () => {
    upgrades.stop()
    relay.close()
    return sockets.close()
  }
  let closing: Promise<void> | undefined
  return {
    upgrade: (request, socket, head) => void upgrades.handle(request, socket, head),
    work: createRepeatedWork({ name: 'relay pings', everyMs: pingEveryMs, clock, log, round }),
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

function createUpgrades({
  admit,
  limits,
  log,
  server,
  sockets,
}: RelayEndpointParameters & { server: WebSocketServer; sockets: Sockets }): Upgrades {
  const counts = createSocketCounts(limits)
  let running = 0
  let isStopped = false
  return {
    async handle(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const { pathname, query } = targetOf(request)
      // Browsers hide the response to an upgrade from a page, so clients may ask for the error on the socket.
      const reject = (error: ApiError) => {
        if (query.get('useOnCloseEvent') !== 'true' || error.status === 404) return rejectUpgrade({ socket, error })
        server.handleUpgrade(request, socket, head, (webSocket) => {
          sockets.logErrors(webSocket)
          const isPermanent = error.status === 401 || error.status === 403
          webSocket.close(isPermanent ? closeCodes.rejected : closeCodes.tryAgainLater, error.message)
        })
      }
      if (pathname !== '/') return reject(new NotFoundError())
      if (isStopped || running >= maxUpgrades) return reject(new OverloadedError())
      running += 1
      try {
        const admitted = await admit(request, query)
        counts.check(admitted.client)
        server.handleUpgrade(request, socket, head, (webSocket) => {
          webSocket.on('close', counts.add(admitted.client))
          sockets.serve(webSocket, admitted)
        })
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
