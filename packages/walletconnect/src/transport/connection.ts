import type { Clock } from '@foyer/core'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import type { Bytes } from '../protocol/codec.js'
import { audienceOf, relayTokenPeriod, signRelayToken } from '../protocol/relayToken.js'

/** The used part of a `WebSocket`, which is one. */
export interface RelaySocket {
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void
  send(text: string): void
  close(): void
}

/**
 * Opens a socket. Where that is forbidden it throws, or closes without ever having opened.
 *
 * @example
 * const openSocket: OpenSocket = (url) => new WebSocket(url)
 */
export type OpenSocket = (url: string) => RelaySocket

/** The client that connects, and its relay. */
export interface RelayClient {
  /** `wss://…`; what it has as a query is kept. */
  readonly relayUrl: string
  readonly projectId: string
  readonly ciphers: Ciphers
  /** The client's Ed25519 seed, 32 bytes. */
  readonly seed: Bytes
  /** 32 random bytes in hex, drawn anew for each client. */
  readonly subject: string
  readonly clock: Clock
  readonly openSocket: OpenSocket
}

/** How a connection ended. It may just have fallen silent. */
export interface ConnectionEnd {
  /** The socket's (RFC 6455, 7.4). */
  readonly code?: number | undefined
  readonly reason?: string | undefined
  /** The reason why there couldn't even be one. */
  readonly cause?: unknown
}

/** One connection of many. */
export interface Connection {
  /** Does nothing where it isn't open. */
  send(text: string): void
  /** Ends it; nothing is called back any more. */
  close(): void
}

/** How long a connection may take to open. */
const openMs = 15_000

/** Identifies the client to relays; official clients have the browser and the system in this place. */
const userAgent = 'wc-2/foyer'

/**
 * Connects, with a token made for this connection alone. Calls back later, never at once.
 *
 * @param input.refused - the relay has found the clock to be fast
 */
export function openConnection({
  relayUrl,
  projectId,
  clock,
  openSocket,
  refused,
  opened,
  received,
  ended,
  ...signer
}: RelayClient & {
  readonly refused: boolean
  readonly opened: () => void
  readonly received: (text: string) => void
  readonly ended: (end: ConnectionEnd) => void
}): Connection {
  let state: 'opening' | 'open' | 'over' = 'opening'
  let socket: RelaySocket | undefined
  const close = () => {
    state = 'over'
    cancel()
    socket?.close()
  }
  const end = (how: ConnectionEnd) => {
    if (state === 'over') return
    close()
    ended(how)
  }
  const cancel = clock.setTimeout(() => end({}), openMs)
  const open = async () => {
    const url = new URL(relayUrl)
    const audience = audienceOf(url.href)
    const period = relayTokenPeriod({ now: clock.now(), refused })
    const auth = await signRelayToken({ ...signer, audience, ...period })
    // The relay then says on the socket why it refuses, where a page can read it.
    const query = { auth, projectId, ua: userAgent, useOnCloseEvent: 'true' }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    if (state === 'over') return
    socket = openSocket(url.href)
    socket.addEventListener('open', () => {
      if (state === 'over') return
      state = 'open'
      cancel()
      opened()
    })
    socket.addEventListener('message', ({ data }) => {
      if (state === 'open' && typeof data === 'string') received(data)
    })
    socket.addEventListener('close', end)
  }
  open().catch((cause: unknown) => end({ cause }))
  return {
    send(text) {
      if (state === 'open') socket?.send(text)
    },
    close,
  }
}
