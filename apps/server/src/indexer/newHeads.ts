import type { Clock } from '@foyer/service/clock'
import * as v from 'valibot'
import { WebSocket } from 'ws'

/** A node's notifications of new blocks. */
export interface NewHeads {
  /** Whether it is subscribed to: then there is no need to ask often. */
  isLive(): boolean
  start(): void
  stop(): void
}

export interface NewHeadsParameters {
  /** a node's WebSocket address, which may hold a key: it is never logged */
  url: string
  clock: Pick<Clock, 'setTimeout'>
  /** called for each new block, and once when it is subscribed, as blocks may have come before */
  onHead: () => void
}

const soonestRetryMs = 1_000
const latestRetryMs = 30_000
/** A header is under 2 kB. */
const maxPayload = 65_536

const Message = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ method: v.literal('eth_subscription') }),
    v.object({ id: v.literal(1), result: v.pipe(v.string(), v.minLength(1)) }),
  ]),
)

/**
 * Subscribes to a node's new blocks, again and again: a node that went away, or refuses, is asked after ever longer pauses.
 * Nothing that it says is taken for a fact: it only makes the index look.
 * @see https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub
 */
export function createNewHeads({ url, clock, onHead }: NewHeadsParameters): NewHeads {
  let socket: WebSocket | undefined
  let cancel = () => {}
  let retryMs = soonestRetryMs
  let isLive = false
  const open = () => {
    const opened = new WebSocket(url, { maxPayload, handshakeTimeout: 10_000, perMessageDeflate: false })
    socket = opened
    opened.on('open', () => {
      opened.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    })
    opened.on('message', (data) => {
      const message = v.safeParse(Message, String(data))
      // A refusal: the chain is polled, and the node asked again later.
      if (!message.success) return opened.close()
      isLive = true
      retryMs = soonestRetryMs
      onHead()
    })
    opened.on('error', () => {}) // its end follows
    opened.on('close', () => {
      isLive = false
      if (socket !== opened) return
      cancel = clock.setTimeout(open, retryMs)
      retryMs = Math.min(latestRetryMs, retryMs * 2)
    })
  }
  return {
    isLive: () => isLive,
    start: open,
    stop() {
      cancel()
      const last = socket
      socket = undefined
      isLive = false
      last?.terminate()
    },
  }
}
