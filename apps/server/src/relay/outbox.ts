import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** The frames that wait for a client to read them. */
export interface Outbox {
  send(frame: string): void
  /** Answers a ping, if the client reads. */
  pong(data: Buffer): void
  /** Whether the client reads fast enough to be sent more. */
  hasRoom(): boolean
  /** Whether something has waited for so long without a frame of it being taken. */
  isStuck(ms: number): boolean
}

/** The bytes that wait, over all sockets of a node. */
export interface Waiting {
  bytes: number
}

/** For one socket, beyond the frame that is being written. */
const maxWaiting = 1024 * 1024
/** For all sockets; of what is free of it one may have an eighth, so that many slow ones take no more than they should. */
const maxWaitingInAll = 128 * 1024 * 1024
/** The size of a frame without content while it waits. */
const frameBytes = 256
/** A client that takes no byte for so long is gone, whatever its network says; a slow one takes some. */
const takesNothingMs = 30_000

export interface OutboxParameters {
  webSocket: WebSocket
  /** what the socket writes to */
  connection: Duplex
  /** the node's */
  waiting: Waiting
  now: () => number
  onDrained: () => void
  takesNothingAfterMs?: number | undefined
}

/**
 * Sends frames, and counts those that the client hasn't taken. One that takes nothing is disconnected: what it was sent is still
 * in its mailbox.
 */
export function createOutbox(parameters: OutboxParameters): Outbox {
  const { webSocket, connection, waiting: all, now, onDrained, takesNothingAfterMs = takesNothingMs } = parameters
  let waiting = 0
  let movedAt = now()
  let wasFull = false
  const hasRoom = () => {
    // What a socket that is closing would be sent counts as had, and it would never have it.
    if (webSocket.readyState !== webSocket.OPEN) return false
    const hasIt = waiting === 0 || waiting < Math.min(maxWaiting, (maxWaitingInAll - all.bytes) / 8)
    if (!hasIt) wasFull = true
    return hasIt
  }
  const taken = (bytes: number) => {
    const gone = Math.min(bytes, waiting)
    waiting -= gone
    all.bytes -= gone
    movedAt = now()
    if (!wasFull || !hasRoom()) return
    wasFull = false
    onDrained()
  }
  webSocket.once('close', () => taken(waiting))
  // Node's own time limit sees single bytes, as long as nothing is read from the client meanwhile.
  if (connection instanceof Socket) {
    connection.setTimeout(takesNothingAfterMs)
    // Each time: a callback of `setTimeout` would be spent by the first quiet stretch.
    connection.on('timeout', () => {
      if (waiting > 0) webSocket.terminate()
    })
  }
  const put = (bytes: number, write: (onTaken: () => void) => void) => {
    if (webSocket.readyState !== webSocket.OPEN) return
    if (waiting === 0) movedAt = now()
    waiting += bytes
    all.bytes += bytes
    write(() => taken(bytes))
  }
  return {
    send: (frame) => put(frame.length, (onTaken) => webSocket.send(frame, onTaken)),
    pong(data) {
      if (hasRoom()) put(frameBytes + data.length, (onTaken) => webSocket.pong(data, false, onTaken))
    },
    hasRoom,
    isStuck: (ms) => waiting > 0 && now() - movedAt >= ms,
  }
}
