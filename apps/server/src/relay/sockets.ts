import type { RelaySession } from '@foyer/relay'
import type { RawData, WebSocket } from 'ws'
import type { Budget } from '../budget/budget.js'
import { createMemoryBudgets } from '../budget/memoryBudgets.js'
import type { Admitted } from './admission.js'
import type { RelayEndpointParameters } from './endpoint.js'

/** The sockets of a node. */
export interface Sockets {
  /** Connects a socket with the relay, in the name of the client that was admitted. */
  serve(webSocket: WebSocket, admitted: Admitted): void
  logErrors(webSocket: WebSocket): void
  /** Ends the sockets that sent nothing since the last call, and pings the others. */
  ping(): void
  /** Closes every socket, and terminates those that don't close in time. */
  close(): Promise<void>
}

/** A client that reads nothing while so much is buffered for it is disconnected. */
const maxBufferedBytes = 32 * 1024 * 1024
const closeWithinMs = 2_000

/** @see RFC 6455, section 7.4 */
export const closeCodes = {
  /** this node stops */
  goingAway: 1001,
  unsupportedData: 1003,
  invalidPayload: 1007,
  tryAgainLater: 1013,
  /** WalletConnect's own: client, project or origin isn't accepted, and another try would not be either */
  rejected: 3000,
} as const

export function createSockets({
  relay,
  limits,
  clock,
  log,
  requestId,
  all,
}: Omit<RelayEndpointParameters, 'admit'> & { readonly all: ReadonlySet<WebSocket> }): Sockets {
  const messageLimit = createMemoryBudgets({ now: clock.now }).rate({
    name: 'relay messages',
    perSecond: limits.messagesPerSecond,
    burst: limits.messagesPerSecond * 10,
    whenAway: 'open',
  })
  const silent = new WeakSet<WebSocket>()
  // ws closes a failed socket by itself, with the matching code; terminated here, a client that is still sending would never read it.
  const logErrors = (webSocket: WebSocket) =>
    void webSocket.on('error', (error) => log.info({ error }, 'a relay socket failed'))
  return {
    logErrors,
    serve(webSocket, { clientId, projectId }) {
      const id = requestId()
      const openedAt = clock.now()
      const send = (frame: string) => {
        if (webSocket.bufferedAmount > maxBufferedBytes) webSocket.terminate()
        else webSocket.send(frame)
      }
      const session = relay.open({ clientId, send })
      logErrors(webSocket)
      webSocket.on('pong', () => silent.delete(webSocket))
      webSocket.on('close', (code) => {
        session.close()
        log.info({ requestId: id, project: projectId, code, ms: clock.now() - openedAt }, 'a relay socket ended')
      })
      webSocket.on('message', (data, isBinary) => {
        silent.delete(webSocket)
        if (isBinary) webSocket.close(closeCodes.unsupportedData, 'Text frames only')
        else void receive({ webSocket, session, data, limit: messageLimit, key: id })
      })
    },
    ping() {
      for (const webSocket of all) {
        if (silent.has(webSocket)) webSocket.terminate()
        else {
          silent.add(webSocket)
          webSocket.ping()
        }
      }
    },
    async close() {
      const open = [...all]
      const closed = open.map((webSocket) => new Promise<void>((resolve) => webSocket.once('close', () => resolve())))
      for (const webSocket of open) webSocket.close(closeCodes.goingAway, 'The server stops')
      const cancel = clock.setTimeout(() => {
        for (const webSocket of open) webSocket.terminate()
      }, closeWithinMs)
      await Promise.all(closed)
      cancel()
    },
  }
}

async function receive({
  webSocket,
  session,
  data,
  limit,
  key,
}: {
  readonly webSocket: WebSocket
  readonly session: RelaySession
  readonly data: RawData
  readonly limit: Budget
  readonly key: string
}): Promise<void> {
  const isWithinLimit = (await limit.take({ key })) === null
  if (webSocket.readyState !== webSocket.OPEN) return
  if (!isWithinLimit) webSocket.close(closeCodes.tryAgainLater, 'Too many messages')
  else if (!session.receive(data.toString())) webSocket.close(closeCodes.invalidPayload, 'JSON-RPC 2.0 only')
}
