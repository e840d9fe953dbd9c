import { type Clock, type KeyValueStorage, systemClock } from '@foyer/core'
import { type Ciphers, createCiphers } from '../protocol/cipher/ciphers.js'
import { bytesToHex } from '../protocol/codec.js'
import { createPayloadIds } from '../protocol/payload.js'
import type { OpenSocket } from '../transport/connection.js'
import { createTransport, type NetworkState } from '../transport/createTransport.js'
import type { Transport } from '../transport/transport.js'
import { createInbox, type Inbox, type InboxParameters, seenKind, takeDeliveries } from './inbox.js'
import { createOutbox, type Outbox } from './outbox.js'
import { clientSeed, createRecords, guardStorage, type RecordBook } from './records.js'

/** The parameters of a client, whichever side it is on. */
export interface ClientParameters {
  /** `wss://…`. */
  readonly relayUrl: string
  /** By which the relay knows the application or the wallet's maker. */
  readonly projectId: string
  /** One that never throws: see `guardStorage`. */
  readonly storage: KeyValueStorage
  /** As `createRecords` has it. */
  readonly relay?: string | undefined
  readonly ciphers: Ciphers
  readonly clock: Clock
  /** From 0 to below 1; nothing secret is made of it. */
  readonly random: () => number
  readonly openSocket: OpenSocket
  /** Whether the device is online; where it isn't given, that is found out by trying. */
  readonly network?: NetworkState | undefined
  readonly report: (error: unknown) => void
}

/** Opens a client's socket, which connects when it is first needed, and its records. */
export function openClient({ storage, relay, ...parameters }: ClientParameters): {
  readonly transport: Transport
  readonly records: RecordBook
} {
  const { ciphers, report } = parameters
  const records = createRecords({ storage, relay, report })
  const seed = clientSeed({ records, ciphers })
  const subject = bytesToHex(ciphers.randomBytes(32))
  return { transport: createTransport({ ...parameters, seed, subject }), records }
}

/** A client by itself, without a kit, in whatever has a socket. */
export interface LoneClientParameters extends Pick<ClientParameters, 'relayUrl' | 'network'> {
  /** By which the relay knows the application or the wallet's maker. */
  readonly projectId: string
  /** Synchronous, such as `localStorage`; it holds keys of sessions. Without any, a reload forgets. One client at a time may have it. */
  readonly storage?: KeyValueStorage | undefined
  /** Receives what fails without a caller; never the content of a message. */
  readonly report: (error: unknown) => void
  /** The device's, unless given. */
  readonly clock?: Clock | undefined
  /** From 0 to below 1, of which nothing secret is made; `Math.random`, unless given. */
  readonly random?: (() => number) | undefined
  /** By the platform's `crypto`, unless given. */
  readonly ciphers?: Ciphers | undefined
  /** A `WebSocket`, unless given. */
  readonly openSocket?: OpenSocket | undefined
}

/** Opens such a client. @returns `shared`: what its parts have in common; `opened`: its socket and records */
export function openLoneClient({
  storage,
  report,
  clock = systemClock,
  random = Math.random,
  ciphers = createCiphers({ crypto: globalThis.crypto }),
  openSocket = (url) => new WebSocket(url),
  ...relay
}: LoneClientParameters) {
  const shared = { ciphers, clock, random, report }
  return { shared, opened: openClient({ ...shared, ...relay, openSocket, storage: guardStorage({ storage, report }) }) }
}

export interface ExchangeParameters extends Pick<InboxParameters, 'openerOf' | 'take'> {
  readonly transport: Transport
  readonly records: RecordBook
  readonly ciphers: Ciphers
  readonly clock: Clock
  readonly random: () => number
  readonly report: (error: unknown) => void
}

/** How one side of the protocol exchanges messages with its peers: the same for an application and a wallet. */
export interface Exchange {
  readonly transport: Transport
  readonly ciphers: Ciphers
  readonly clock: Clock
  readonly inbox: Inbox
  readonly outbox: Outbox
  nextId(): string
  /** Reports what fails without a caller, until it is stopped. */
  report(error: unknown): void
  /** Subscribes without a promise: topics that can't be subscribed to now are once there is a connection. */
  watch(topics: readonly string[]): void
  /** Ends it; the transport is its owner's. A message that is being taken is left to the next client of the records. */
  stop(): void
}

export function createExchange({
  transport,
  records,
  ciphers,
  clock,
  random,
  openerOf,
  take,
  ...parameters
}: ExchangeParameters): Exchange {
  let isStopped = false
  const report = (error: unknown): void => {
    if (!isStopped) parameters.report(error)
  }
  const nextId = createPayloadIds({ now: clock.now, random })
  const inbox = createInbox({ ciphers, seen: records.openTexts(seenKind), openerOf, take, report })
  transport.onRequest(takeDeliveries(inbox.deliver))
  return {
    ...{ transport, ciphers, clock, nextId, inbox, report },
    outbox: createOutbox({ ciphers, transport, inbox, nextId, report }),
    watch(topics) {
      if (topics.length > 0) transport.watch(topics).catch(report)
    },
    stop() {
      isStopped = true
      records.close()
      inbox.stop()
    },
  }
}
