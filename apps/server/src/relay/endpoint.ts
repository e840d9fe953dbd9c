import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { NotFoundError, OverloadedError } from '../errors/refusals.js'
import { createMemoryLimits } from '../limits/limits.js'
import type { RateLimit } from '../limits/rateLimit.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'
import type { Admitted } from './admission.js'
import type { Relay } from './core/relay.js'
import { refuseUpgrade } from './refuseUpgrade.js'
import type { RelayLimits } from './relayConfig.js'
import { createSocketCounts } from './socketCounts.js'

/** Where clients connect to the relay. */
export interface RelayEndpoint {
  /** Takes a request that wants to become a socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Finds out who is still there. */
  readonly work: BackgroundWork
  /** Takes nobody any more and tells everybody to come again, to another node. Can be called again. */
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

/** Below the 30 s that clients count on: some end a socket on which nothing was heard for 35 s. */
const pingEveryMs = 25_000
/** Two sealed messages of the largest size, and what is around them. */
const mostFrameBytes = 1024 * 1024
/** Requests for a socket that are looked at at the same time. */
const mostUnderWay = 1_000
/** A socket that takes nothing from us while so much waits for it is as good as gone. */
const mostBuffered = 32 * 1024 * 1024
const closeWithinMs = 2_000

/** What sockets are closed with. @see RFC 6455, section 7.4 */
const closing = {
  /** this node stops */
  goingAway: 1001,
  unsupported: 1003,
  garbage: 1007,
  tryLater: 1013,
  /** the relay's own: who it is, or in whose name, isn't accepted; coming again changes nothing */
  refused: 3000,
} as const

export function createRelayEndpoint(parameters: RelayEndpointParameters): RelayEndpoint {
  const { relay, admit, limits, clock, log, requestId } = parameters
  const server = new WebSocketServer({ noServer: true, maxPayload: mostFrameBytes, clientTracking: true })
  const counts = createSocketCounts(limits)
  const messageLimit = createMemoryLimits({ now: clock.now }).rateLimit({
    name: 'relay messages',
    perSecond: limits.messagesPerSecond,
    burst: limits.messagesPerSecond * 10,
    whenAway: 'open',
  })
  // ws closes by itself, with the code that says why; ended here, a client that is still sending would never read it.
  const noted = (error: Error) => log.info({ error }, 'a relay socket failed')
  const silent = new WeakSet<WebSocket>()
  let underWay = 0
  let isClosing = false

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const { pathname, query } = targetOf(request)
    // Browsers don't show a page why it was refused, so clients may ask to be told on the socket.
    const refuse = (error: ApiError) => {
      if (query.get('useOnCloseEvent') !== 'true' || error.status === 404) return refuseUpgrade({ socket, error })
      server.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', noted)
        const isForGood = error.status === 401 || error.status === 403
        webSocket.close(isForGood ? closing.refused : closing.tryLater, error.message)
      })
    }
    if (pathname !== '/') return refuse(new NotFoundError())
    if (isClosing || underWay >= mostUnderWay) return refuse(new OverloadedError())
    underWay += 1
    try {
      const admitted = await admit(request, query)
      counts.check(admitted.client)
      server.handleUpgrade(request, socket, head, (webSocket) => serve({ webSocket, admitted }))
    } catch (error) {
      if (error instanceof ApiError) return refuse(error)
      log.error({ error }, 'a socket could not be opened')
      refuse(new OverloadedError())
    } finally {
      underWay -= 1
    }
  }

  const serve = ({
    webSocket,
    admitted: { clientId, client, projectId },
  }: {
    webSocket: WebSocket
    admitted: Admitted
  }) => {
    const id = requestId()
    const openedAt = clock.now()
    const session = relay.open({
      clientId,
      send: (frame) => {
        if (webSocket.bufferedAmount > mostBuffered) webSocket.terminate()
        else webSocket.send(frame)
      },
    })
    const leave = counts.enter(client)
    webSocket.on('pong', () => silent.delete(webSocket))
    webSocket.on('error', noted)
    webSocket.on('close', (code) => {
      leave()
      session.close()
      log.info({ requestId: id, project: projectId, code, ms: clock.now() - openedAt }, 'a relay socket ended')
    })
    webSocket.on('message', (data, isBinary) => {
      silent.delete(webSocket)
      if (isBinary) return webSocket.close(closing.unsupported, 'Text frames only')
      void within({ limit: messageLimit, key: id }).then((isWithin) => {
        if (webSocket.readyState !== webSocket.OPEN) return
        if (!isWithin) webSocket.close(closing.tryLater, 'Too many messages')
        else if (!session.receive(data.toString())) webSocket.close(closing.garbage, 'JSON-RPC 2.0 only')
      })
    })
  }

  const ping = async () => {
    for (const webSocket of server.clients) {
      if (silent.has(webSocket)) webSocket.terminate()
      else {
        silent.add(webSocket)
        webSocket.ping()
      }
    }
  }
  const close = async () => {
    isClosing = true
    relay.close()
    const open = [...server.clients]
    const ended = open.map((webSocket) => new Promise<void>((resolve) => webSocket.once('close', () => resolve())))
    for (const webSocket of open) webSocket.close(closing.goingAway, 'The server stops')
    const cancel = clock.setTimeout(() => {
      for (const webSocket of open) webSocket.terminate()
    }, closeWithinMs)
    await Promise.all(ended)
    cancel()
  }
  let ending: Promise<void> | undefined
  return {
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    work: createRepeatedWork({ name: 'relay pings', everyMs: pingEveryMs, clock, log, round: ping }),
    close: () => (ending ??= close()),
  }
}

function targetOf({ url = '/' }: IncomingMessage): { pathname: string; query: URLSearchParams } {
  const [pathname = '', ...rest] = url.split('?')
  return { pathname, query: new URLSearchParams(rest.join('?')) }
}

async function within({ limit, key }: { limit: RateLimit; key: string }): Promise<boolean> {
  return (await limit.take({ key })) === null
}
