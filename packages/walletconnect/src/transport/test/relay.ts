import { createHash } from 'node:crypto'
import type { Clock } from '@foyer/core'
import {
  audienceOf,
  decodeRelayToken,
  formatPayload,
  type Payload,
  type Publication,
  parsePayload,
  relayTokenTimes,
} from '../../protocol/index.js'
import type { RelaySocket } from '../connection.js'
import { createTestMailboxes, type TestMessage } from './mailboxes.js'
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

/** What is passed through a relay, in one direction or the other. */
export interface TestFrame {
  readonly from: 'client' | 'relay'
  readonly clientId: string
  readonly text: string
}

/** A relay in memory whose failures can be switched on. For tests; no entry exports it. */
export interface TestRelay {
  /** To be handed to `createTransport`, or to stand for `new WebSocket(url)`. */
  readonly openSocket: (url: string) => RelaySocket
  /** All frames that were sent, oldest first, as they were sent. */
  readonly frames: readonly TestFrame[]
  /** Each try to connect, oldest first. */
  readonly urls: readonly string[]
  /** What is in the mailboxes. */
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

/** What a relay does with a connection that it takes. */
interface Client {
  readonly clientId: string
  readonly socket: TestSocket
  readonly topics: Set<string>
  /** By the id under which they were pushed. */
  readonly pushed: Map<string, TestMessage>
}

/** How long a message is unacknowledged until it is pushed again over the same socket. */
const redeliverMs = 5_000

class Refusal extends Error {
  readonly error: { readonly code: number; readonly message: string }
  constructor(code: number, message: string) {
    super(message)
    this.error = { code, message }
  }
}

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
  const mailboxes = createTestMailboxes({ now: clock.now })
  const clients = new Set<Client>()
  const frames: TestFrame[] = []
  const urls: string[] = []
  let lastId = 100_000_000_000_000
  const happens = (probability = 0) => probability > 0 && random() < probability

  /** Carries a frame, with whatever befalls it on its way. */
  const carry = ({ socket, text, deliver }: { socket: TestSocket; text: string; deliver: (text: string) => void }) => {
    const { drop, delay, duplicate, reorder, truncate, die } = relay.chaos
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

  const send = ({ socket, clientId }: Client, text: string) => {
    if (relay.state === 'mute' || !socket.isOpen) return
    const said = relay.state === 'garbling' ? '{"id":1,"jsonrpc":"2.0","result":[[[]]' : text
    frames.push({ from: 'relay', clientId, text: said })
    carry({ socket, text: said, deliver: socket.receive })
  }

  const push = (client: Client, message: TestMessage) => {
    if (!client.socket.isOpen || !client.topics.has(message.topic)) return
    if ([...client.pushed.values()].includes(message)) return
    lastId += 1
    const id = String(lastId)
    client.pushed.set(id, message)
    const { topic, message: text, tag, publishedAt, attestation } = message
    const data = { topic, message: text, publishedAt, tag, attestation }
    const params = { id: subscriptionId(client, topic), data }
    send(client, formatPayload({ type: 'request', id, method: 'irn_subscription', params }))
    clock.setTimeout(() => {
      if (client.pushed.delete(id) && !message.had.has(client.clientId)) push(client, message)
    }, redeliverMs)
  }

  const keep = (publication: Publication, publisher: string) => {
    const message = mailboxes.keep({ publication, publisher })
    if (!message) return
    for (const client of clients) if (client.clientId !== publisher) push(client, message)
  }

  const subscribe = (client: Client, topic: unknown) => {
    const text = textOf(topic)
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Refusal(-32_600, 'InvalidTopic')
    client.topics.add(text)
    // Answered at once, what waits comes after.
    queueMicrotask(() => {
      for (const message of mailboxes.waiting({ topic: text, clientId: client.clientId })) push(client, message)
    })
    return subscriptionId(client, text)
  }

  /** What each method does. */
  const answer = (client: Client, method: string, said: unknown): unknown => {
    const params = membersOf(said)
    const { clientId } = client
    if (method.startsWith('wc_') && relay.dialect === 'classic') throw new Refusal(-32_601, 'Method not found')
    const publish = (publication: unknown) => keep(publicationOf(publication), clientId)
    const publishAs = (topic: unknown, message: unknown, tag: number) =>
      publish({ topic, message, tag, ttl: 300, attestation: params.attestation })
    switch (method) {
      case 'irn_publish':
        publish(params)
        return true
      case 'irn_batchPublish':
        for (const each of listOf(params.messages)) publish(each)
        return true
      case 'irn_subscribe':
        return subscribe(client, params.topic)
      case 'irn_batchSubscribe': {
        const topics = listOf(params.topics)
        if (topics.length === 0 || topics.length > 500) throw new Refusal(-32_600, 'BatchLimitExceeded')
        return topics.map((topic) => subscribe(client, topic))
      }
      case 'irn_unsubscribe':
        client.topics.delete(textOf(params.topic))
        return true
      case 'irn_batchUnsubscribe':
        for (const each of listOf(params.subscriptions)) client.topics.delete(textOf(membersOf(each).topic))
        return true
      case 'irn_fetchMessages': {
        const waiting = mailboxes.waiting({ topic: textOf(params.topic), clientId })
        for (const { had } of waiting) had.add(clientId)
        const messages = waiting.map(({ topic, message, publishedAt, tag }) => ({ topic, message, publishedAt, tag }))
        return { messages, hasMore: false }
      }
      case 'wc_proposeSession':
        subscribe(client, params.pairingTopic)
        publishAs(params.pairingTopic, params.sessionProposal, 1100)
        return true
      case 'wc_approveSession':
        subscribe(client, params.sessionTopic)
        publishAs(params.pairingTopic, params.sessionProposalResponse, 1101)
        publishAs(params.sessionTopic, params.sessionSettlementRequest, 1102)
        return true
      default:
        throw new Refusal(-32_601, 'Method not found')
    }
  }

  const receive = (client: Client, text: string) => {
    const payload = read(text)
    if (!payload) return
    const { id } = payload
    if (payload.type !== 'request') {
      client.pushed.get(id)?.had.add(client.clientId)
      client.pushed.delete(id)
      return
    }
    try {
      const result = answer(client, payload.method, payload.params)
      send(client, formatPayload({ type: 'result', id, result }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(client, formatPayload({ type: 'failure', id, error: error.error }))
    }
  }

  /** Who connects; or why it may not. */
  const admit = (url: string): { readonly clientId: string } | { readonly refused: string } => {
    if (relay.refusal !== undefined) return { refused: relay.refusal }
    const query = new URL(url).searchParams
    if (!query.get('projectId')) return { refused: 'Unauthorized: invalid key' }
    const { claims } = decodeRelayToken(query.get('auth') ?? '')
    const second = (clock.now() + relay.skew) / 1_000
    if (claims.aud !== audienceOf(url)) return { refused: 'JWT validation error: Invalid audience' }
    if (claims.iat > second + relayTokenTimes.tolerance)
      return { refused: `JWT validation error: JWT Token is not yet valid: basic.iat: ${claims.iat}` }
    if ((claims.exp ?? second) < second - relayTokenTimes.tolerance)
      return { refused: 'JWT validation error: JWT Token has expired' }
    return { clientId: claims.iss }
  }

  const openSocket = (url: string): RelaySocket => {
    urls.push(url)
    if (relay.state === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError')
    let client: Client | undefined
    const socket = createTestSocket({
      sent(text) {
        frames.push({ from: 'client', clientId: client?.clientId ?? '', text })
        carry({ socket, text, deliver: (arrived) => client && relay.state !== 'mute' && receive(client, arrived) })
      },
      ended: () => client && clients.delete(client),
    })
    queueMicrotask(() => {
      if (relay.state === 'hanging' || socket.isOver) return
      if (relay.state === 'down' || happens(relay.chaos.refuse)) return socket.end({ code: 1006 })
      const admitted = admit(url)
      if ('clientId' in admitted) {
        client = { clientId: admitted.clientId, socket, topics: new Set(), pushed: new Map() }
        clients.add(client)
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
      return mailboxes.all()
    },
    get sockets() {
      return clients.size
    },
    get unacknowledged() {
      return [...clients].reduce((sum, { pushed }) => sum + pushed.size, 0)
    },
    listeners: (topic) => [...clients].filter(({ topics }) => topics.has(topic)).map(({ clientId }) => clientId),
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
    publish: ({ publisher = 'somebody else', ...publication }) => keep(publication, publisher),
  }
  return relay
}

const subscriptionId = ({ clientId }: Client, topic: string) =>
  createHash('sha256').update(`${topic}${clientId}`).digest('hex')

function read(text: string): Payload | undefined {
  try {
    return parsePayload(text)
  } catch {
    return undefined // what was cut on its way is no message
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function publicationOf(value: unknown): Publication {
  const { topic, message, ttl, tag, prompt, attestation } = membersOf(value)
  if (!/^[0-9a-f]{64}$/.test(textOf(topic))) throw new Refusal(-32_600, 'InvalidTopic')
  if (textOf(message) === '' || typeof ttl !== 'number' || typeof tag !== 'number')
    throw new Refusal(-32_600, 'InvalidParams')
  return {
    topic: textOf(topic),
    message: textOf(message),
    ttl,
    tag,
    ...(typeof prompt === 'boolean' ? { prompt } : {}),
    ...(typeof attestation === 'string' ? { attestation } : {}),
  }
}
