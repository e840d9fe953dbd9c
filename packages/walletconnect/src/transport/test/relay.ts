import type { Clock } from '@foyer/core'
import { createRelay, type RelaySession, sha256 } from '@foyer/relay'
import * as v from 'valibot'
import { formatPayload, type Payload, parsePayload } from '../../protocol/payload.js'
import type { Publication } from '../../protocol/relayCalls.js'
import { audienceOf } from '../../protocol/relayToken.js'
import type { RelaySocket } from '../connection.js'
import { claimsOf, clockTolerance } from './claims.js'
import { recordMailboxes, type TestMessage } from './mailboxes.js'
import { createTestSocket, type TestSocket } from './socket.js'

/** How likely each trouble is for each frame, from 0 to 1; nothing where left out. */
export interface Chaos {
  readonly drop?: number | undefined
  /** By up to 3 s. */
  readonly delay?: number | undefined
  readonly duplicate?: number | undefined
  /** Behind what comes in the next 50 ms. */
  readonly reorder?: number | undefined
  readonly truncate?: number | undefined
  /** The frame comes, and then the socket ends. */
  readonly die?: number | undefined
  /** For each try to connect: it fails. */
  readonly refuse?: number | undefined
}

/** A message that passes through a relay, in one direction or the other. */
export interface TestFrame {
  readonly from: 'client' | 'relay'
  readonly clientId: string
  readonly text: string
}

/** The relay of `@foyer/relay` in memory, behind sockets whose failures can be switched on. For tests; no entry exports it. */
export interface TestRelay {
  /** To be handed to `createTransport`, or to stand for `new WebSocket(url)`. */
  readonly openSocket: (url: string) => RelaySocket
  /** All frames that were sent, oldest first, as they were sent. */
  readonly frames: readonly TestFrame[]
  /** Each try to connect, oldest first. */
  readonly urls: readonly string[]
  /** The messages in the mailboxes. */
  readonly messages: readonly TestMessage[]
  /** How many sockets are open now. */
  readonly sockets: number
  /** How many messages were handed over and not acknowledged, over all open sockets. */
  readonly unacknowledged: number
  /** The clients that listen to a topic now. */
  listeners(topic: string): readonly string[]
  chaos: Chaos
  /**
   * - `down`: a socket fails at once;
   * - `blocked`: it can't even be made, as under a content policy;
   * - `hanging`: it never opens;
   * - `mute`: it opens, takes everything, and nothing ever comes of it (half-open);
   * - `garbling`: every answer is nonsense.
   */
  state: 'up' | 'down' | 'blocked' | 'hanging' | 'mute' | 'garbling'
  /** Words with which every connection is refused (close 3000); undefined: none is. */
  refusal: string | undefined
  /** The relay's clock, in ms against that of the test. */
  skew: number
  /** `classic`: knows nothing of `wc_proposeSession` and `wc_approveSession`. */
  dialect: 'both' | 'classic'
  /** Ends every socket; 1006 unless said. */
  dropAll(close?: { readonly code: number; readonly reason?: string | undefined }): void
  /** Sends a text as it is over every open socket. */
  say(text: string): void
  /** Publishes as somebody else. */
  publish(publication: Publication & { readonly publisher?: string | undefined }): void
}

/** A connection that the relay has accepted. */
interface Client {
  readonly clientId: string
  readonly socket: TestSocket
  readonly session: RelaySession
  /** The frames of unacknowledged messages, by the id of their push. */
  readonly pushed: Map<string, string>
}

const LargePublication = v.object({
  topic: v.string(),
  message: v.pipe(v.string(), v.minLength(98_305)),
  ttl: v.number(),
  tag: v.number(),
})

/** After which an unacknowledged message is sent again over the same socket, as some relays do. */
const redeliverMs = 5_000

/**
 * @example
 * const relay = createTestRelay({ clock, random: seededRandom(1), chaos: { drop: 0.3 } })
 * const transport = createTransport({ …, openSocket: relay.openSocket })
 * relay.dropAll()
 */
export function createTestRelay({
  clock,
  random = () => 0.5,
  chaos = {},
}: {
  readonly clock: Clock
  readonly random?: (() => number) | undefined
  readonly chaos?: Chaos | undefined
}): TestRelay {
  const recorded = recordMailboxes(clock)
  const core = createRelay({ mailboxes: recorded.mailboxes, clock, maxTopics: 5_000 })
  const clients = new Set<Client>()
  const frames: TestFrame[] = []
  const urls: string[] = []
  const happens = (probability = 0) => probability > 0 && random() < probability
  const carry = createCarrier({ clock, random, happens, chaos: () => relay.chaos })

  const send = ({ socket, clientId }: Pick<Client, 'socket' | 'clientId'>, text: string) => {
    if (relay.state === 'mute' || !socket.isOpen) return
    const said = relay.state === 'garbling' ? '{"id":1,"jsonrpc":"2.0","result":[[[]]' : text
    frames.push({ from: 'relay', clientId, text: said })
    carry({ socket, text: said, deliver: socket.receive })
  }

  /** Sends a message, and again as long as it is unacknowledged. */
  const push = (client: Client, { id, text }: { readonly id: string; readonly text: string }) => {
    client.pushed.set(id, text)
    send(client, text)
    clock.setTimeout(() => {
      if (!client.pushed.delete(id) || !client.socket.isOpen) return
      const { topic, message } = deliveryOf(text)
      const isSubscribed = core.subscribers(topic).includes(client.clientId)
      if (isSubscribed && !recorded.find({ topic, message })?.had.has(client.clientId)) push(client, { id, text })
    }, redeliverMs)
  }

  const accept = ({ clientId, socket }: Pick<Client, 'clientId' | 'socket'>): Client => {
    const session = core.open({
      clientId,
      send(text) {
        const payload = read(text)
        if (payload?.type === 'request') push(client, { id: payload.id, text })
        else send(client, text)
      },
    })
    const client: Client = { clientId, socket, session, pushed: new Map() }
    clients.add(client)
    return client
  }

  const receive = (client: Client, text: string) => {
    const payload = read(text)
    if (!payload) return
    const { id } = payload
    if (payload.type !== 'request') client.pushed.delete(id)
    else {
      const { method, params } = payload
      if (relay.dialect === 'classic' && method.startsWith('wc_')) {
        const error = { code: -32_601, message: 'Method not found' }
        return send(client, formatPayload({ type: 'failure', id, error }))
      }
      // Other relays take larger messages than ours.
      if (v.is(LargePublication, params)) {
        relay.publish({ ...params, publisher: client.clientId })
        return send(client, formatPayload({ type: 'result', id, result: true }))
      }
      recorded.notePrompt(params)
    }
    client.session.receive(text)
  }

  /** The client that connects; or why it is refused. */
  const admit = (url: string): { readonly clientId: string } | { readonly refused: string } =>
    relay.refusal === undefined ? admissionOf({ url, now: clock.now() + relay.skew }) : { refused: relay.refusal }

  const openSocket = (url: string): RelaySocket => {
    urls.push(url)
    if (relay.state === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError')
    let client: Client | undefined
    const socket = createTestSocket({
      sent(text) {
        frames.push({ from: 'client', clientId: client?.clientId ?? '', text })
        carry({ socket, text, deliver: (arrived) => client && relay.state !== 'mute' && receive(client, arrived) })
      },
      ended() {
        if (!client) return
        clients.delete(client)
        client.session.close()
      },
    })
    queueMicrotask(() => {
      if (relay.state === 'hanging' || socket.isOver) return
      if (relay.state === 'down' || happens(relay.chaos.refuse)) return socket.end({ code: 1006 })
      const admitted = admit(url)
      if ('clientId' in admitted) {
        client = accept({ clientId: admitted.clientId, socket })
        return socket.open()
      }
      // Said on the socket, as pages can't see the answer to their request for one.
      socket.open()
      socket.end({ code: 3000, reason: admitted.refused })
    })
    return socket
  }

  const relay: TestRelay = {
    openSocket,
    frames,
    urls,
    get messages() {
      return recorded.all()
    },
    get sockets() {
      return clients.size
    },
    get unacknowledged() {
      return [...clients].reduce((sum, { pushed }) => sum + pushed.size, 0)
    },
    listeners: core.subscribers,
    chaos,
    state: 'up',
    refusal: undefined,
    skew: 0,
    dialect: 'both',
    dropAll(close = { code: 1006 }) {
      for (const { socket } of [...clients]) socket.end(close)
    },
    say(text) {
      for (const { socket } of [...clients]) queueMicrotask(() => socket.receive(text))
    },
    publish({ publisher = 'somebody else', topic, message, tag, ttl, attestation }) {
      const stored = { topic, message, tag, attestation, publishedAt: clock.now() }
      const owner = { clientId: publisher, address: '', network: '', project: '' }
      void recorded.mailboxes.store({ message: stored, messageId: sha256(message), owner, ttlMs: ttl * 1_000 })
    },
  }
  return relay
}

/** @returns what carries a frame, with the troubles that are switched on */
function createCarrier({
  clock,
  random,
  happens,
  chaos,
}: {
  readonly clock: Clock
  readonly random: () => number
  readonly happens: (probability?: number) => boolean
  readonly chaos: () => Chaos
}) {
  return ({ socket, text, deliver }: { socket: TestSocket; text: string; deliver: (text: string) => void }) => {
    const { drop, delay, duplicate, reorder, truncate, die } = chaos()
    const once = () => {
      if (happens(drop)) return
      const whole = happens(truncate) ? text.slice(0, Math.floor(random() * text.length)) : text
      const ms = happens(delay) ? random() * 3_000 : happens(reorder) ? random() * 50 : 0
      const arrive = () => {
        if (!socket.isOpen) return
        deliver(whole)
        if (happens(die)) socket.end({ code: 1006 })
      }
      if (ms > 0) clock.setTimeout(arrive, ms)
      else queueMicrotask(arrive)
    }
    once()
    if (happens(duplicate)) once()
  }
}

/** The rules of the token; the server has its signature proved. */
function admissionOf({ url, now }: { readonly url: string; readonly now: number }) {
  const query = new URL(url).searchParams
  if (!query.get('projectId')) return { refused: 'Unauthorized: invalid key' }
  const claims = claimsOf(query.get('auth') ?? '')
  const second = now / 1_000
  if (claims.aud !== audienceOf(url)) return { refused: 'JWT validation error: Invalid audience' }
  if (claims.iat > second + clockTolerance)
    return { refused: `JWT validation error: JWT Token is not yet valid: basic.iat: ${claims.iat}` }
  if (claims.exp < second - clockTolerance) return { refused: 'JWT validation error: JWT Token has expired' }
  return { clientId: claims.iss }
}

/** The topic and the text of a message that is pushed. */
function deliveryOf(frame: string): { readonly topic: string; readonly message: string } {
  const { params } = JSON.parse(frame)
  return { topic: params.data.topic, message: params.data.message }
}

function read(text: string): Payload | undefined {
  try {
    return parsePayload(text)
  } catch {
    return undefined // what was cut on its way is no message
  }
}
