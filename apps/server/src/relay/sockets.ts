import type { Duplex } from 'node:stream'
import type { RelaySession } from '@foyer/relay'
import { eachSettled } from '@foyer/service/eachSettled'
import type { RawData, WebSocket } from 'ws'
import type { Admitted } from './admission.js'
import type { RelayEndpointParameters } from './endpoint.js'
import { createOutbox, type Outbox, type Waiting } from './outbox.js'

/** The sockets of a node. */
export interface Sockets {
  /** Connects a socket with the relay, in the name of the client that was admitted. */
  serve(request: { webSocket: WebSocket; connection: Duplex; admitted: Admitted }): void
  /** Closes a socket that was opened only to say why it can't be. */
  turnAway(webSocket: WebSocket, reason: { code: number; text: string }): void
  /** Whether as many are being turned away as may be. */
  isTurningAway(): boolean
  /** Ends the sockets that sent nothing since the last call, and pings the others. */
  ping(): void
  /** Stops reading from clients that don't read, reads again from those that do, and ends those that take no frame for long. */
  steer(): void
  /** Ends the sockets of clients that would no longer be admitted. */
  review(): Promise<void>
  /** Closes every socket, and terminates those that don't close in time. */
  close(): Promise<void>
}

const closeWithinMs = 2_000
/** A client that has taken no frame for so long isn't read from, so that it is known whether it takes anything. */
const stuckAfterMs = 5_000
/** Whatever it sends meanwhile: the largest frame takes less at 3 kB a second. */
const stuckForGoodMs = 120_000
const mostTurnedAway = 200

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

/** One socket that is served. */
interface Served {
  readonly admitted: Admitted
  readonly outbox: Outbox
  readonly session: RelaySession
  /** Reads from the client, or doesn't, as it keeps up. */
  steer(): void
}

export function createSockets(parameters: RelayEndpointParameters): Sockets {
  const { admission, clock, frames, log, requestId } = parameters
  const served = new Map<WebSocket, Served>()
  const turnedAway = new Set<WebSocket>()
  const silent = new WeakSet<WebSocket>()
  const waiting: Waiting = { bytes: 0 }
  const { end, logErrors } = createEnding({ clock, log })
  return {
    serve({ webSocket, connection, admitted }) {
      const id = requestId()
      const openedAt = clock.now()
      const onGaveWay = () => end(webSocket, { code: closeCodes.tryAgainLater, text: 'Others need the room' })
      const socket = open({ ...parameters, webSocket, connection, admitted, waiting, onGaveWay })
      served.set(webSocket, socket)
      logErrors(webSocket)
      webSocket.on('close', (code) => {
        served.delete(webSocket)
        socket.session.close()
        const lasted = { project: admitted.projectId, code, ms: clock.now() - openedAt }
        log.info({ requestId: id, ...lasted }, 'a relay socket ended')
      })
      receive({ webSocket, socket, frames, key: id, onFrame: () => silent.delete(webSocket) })
      admitted.counted.onGaveWay(() => {
        socket.session.close()
        onGaveWay()
      })
    },
    turnAway(webSocket, { code, text }) {
      logErrors(webSocket)
      turnedAway.add(webSocket)
      webSocket.once('close', () => turnedAway.delete(webSocket))
      end(webSocket, { code, text })
    },
    isTurningAway: () => turnedAway.size >= mostTurnedAway,
    ping() {
      for (const [webSocket, { outbox }] of served) {
        // What isn't read from can't respond; its own time limit ends it.
        if (webSocket.isPaused || outbox.isStuck(0)) continue
        if (silent.has(webSocket)) webSocket.terminate()
        else {
          silent.add(webSocket)
          webSocket.ping()
        }
      }
    },
    steer() {
      for (const [webSocket, { outbox, steer }] of served) {
        if (outbox.isStuck(stuckForGoodMs)) webSocket.terminate()
        else steer()
      }
    },
    review: () => review({ served, admission }),
    close: () => closeAll({ webSockets: [...served.keys(), ...turnedAway], clock }),
  }
}

/** Creates the ends of sockets, and the log of those that fail. */
function createEnding({ clock, log }: Pick<RelayEndpointParameters, 'clock' | 'log'>) {
  return {
    /** Closes a socket, and terminates it where it doesn't close in time. */
    end(webSocket: WebSocket, { code, text }: { code: number; text: string }) {
      const cancel = clock.setTimeout(() => webSocket.terminate(), closeWithinMs)
      webSocket.once('close', cancel)
      webSocket.close(code, text)
    },
    // ws closes a failed socket by itself, with the matching code; terminated here, a client that is still sending would never read it.
    logErrors: (webSocket: WebSocket) =>
      void webSocket.on('error', (error) => log.info({ error }, 'a relay socket failed')),
  }
}

interface Open extends RelayEndpointParameters {
  readonly webSocket: WebSocket
  readonly connection: Duplex
  readonly admitted: Admitted
  /** of all sockets together */
  readonly waiting: Waiting
  readonly onGaveWay: () => void
}

function open(request: Open): Served {
  const { webSocket, admitted, relay, clock, onGaveWay } = request
  const { clientId, client: address, network, projectId: project } = admitted
  const onDrained = () => {
    session.drained()
    steer()
  }
  const outbox = createOutbox({ ...request, now: clock.now, onDrained })
  const steer = () => {
    const isHeld = session.isBusy() || !outbox.hasRoom() || outbox.isStuck(stuckAfterMs)
    if (webSocket.readyState !== webSocket.OPEN || isHeld === webSocket.isPaused) return
    if (isHeld) webSocket.pause()
    else webSocket.resume()
  }
  const { send, hasRoom } = outbox
  const onIdle = () => steer()
  const session = relay.open({ clientId, address, network, project, send, hasRoom, onIdle, onGaveWay })
  return { admitted, outbox, session, steer }
}

interface Review extends Pick<RelayEndpointParameters, 'admission'> {
  readonly served: ReadonlyMap<WebSocket, Served>
}

/** Asks once for each project and origin; one that can't be asked about keeps its sockets. */
async function review({ served, admission }: Review): Promise<void> {
  const groups = new Map<string, { readonly of: Admitted; readonly sockets: WebSocket[] }>()
  for (const [webSocket, { admitted }] of served) {
    const key = `${admitted.projectId} ${admitted.origin ?? ''}`
    const group = groups.get(key) ?? { of: admitted, sockets: [] }
    group.sockets.push(webSocket)
    groups.set(key, group)
  }
  await eachSettled(groups.values(), async ({ of, sockets }) => {
    if (await admission.isStillAllowed(of)) return
    const reason = 'The project or the origin is no longer accepted'
    for (const webSocket of sockets) webSocket.close(closeCodes.rejected, reason)
  })
}

interface CloseAll extends Pick<RelayEndpointParameters, 'clock'> {
  readonly webSockets: readonly WebSocket[]
}

async function closeAll({ webSockets, clock }: CloseAll): Promise<void> {
  const closed = webSockets.map((each) => new Promise<void>((resolve) => each.once('close', () => resolve())))
  for (const webSocket of webSockets) webSocket.close(closeCodes.goingAway, 'The server stops')
  const cancel = clock.setTimeout(() => {
    for (const webSocket of webSockets) webSocket.terminate()
  }, closeWithinMs)
  await Promise.all(closed)
  cancel()
}

interface Receive extends Pick<RelayEndpointParameters, 'frames'> {
  readonly webSocket: WebSocket
  readonly socket: Served
  readonly key: string
  readonly onFrame: () => void
}

/** Takes what a client sends, each frame within its budget: pings and pongs are frames too. */
function receive({ webSocket, socket, frames, key, onFrame }: Receive): void {
  const within = async (take: () => void) => {
    onFrame()
    const isWithinBudget = (await frames.take({ key })) === null
    if (webSocket.readyState !== webSocket.OPEN) return
    if (isWithinBudget) take()
    else webSocket.close(closeCodes.tryAgainLater, 'Too many messages')
  }
  webSocket.on('ping', (data) => void within(() => socket.outbox.pong(data)))
  webSocket.on('pong', () => void within(() => {}))
  webSocket.on('message', (data, isBinary) => {
    void within(() => takeMessage({ webSocket, socket, data, isBinary }))
  })
}

interface TakeMessage {
  readonly webSocket: WebSocket
  readonly socket: Served
  readonly data: RawData
  readonly isBinary: boolean
}

function takeMessage({ webSocket, socket: { session, steer }, data, isBinary }: TakeMessage): void {
  if (isBinary) webSocket.close(closeCodes.unsupportedData, 'Text frames only')
  else if (!session.receive(data.toString())) webSocket.close(closeCodes.invalidPayload, 'JSON-RPC 2.0 only')
  else steer()
}
