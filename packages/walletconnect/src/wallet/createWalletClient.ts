import { type Clock, type KeyValueStorage, systemClock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { createAlarm } from '../exchange/expiry.js'
import { createInbox, heardKind, type Message, takeDeliveries } from '../exchange/inbox.js'
import { createOutbox } from '../exchange/outbox.js'
import { clientSeed, createRecords, guardStorage } from '../exchange/records.js'
import {
  bytesToHex,
  type Ciphers,
  createCiphers,
  createPayloadIds,
  hexToBytes,
  type PeerMetadata,
} from '../protocol/index.js'
import type { OpenSocket } from '../transport/connection.js'
import { createTransport, type NetworkState } from '../transport/createTransport.js'
import { createAnswering } from './answering.js'
import { createAuthentications } from './authentications.js'
import type { WalletClient, WalletEvent } from './client.js'
import { openWalletRecords, type WalletContext } from './context.js'
import { createPairings } from './pairings.js'
import { createProposals } from './proposals.js'
import { createRequests } from './requests.js'
import { createSessionLives } from './sessionLives.js'
import { createSessionCalls, createSessions } from './sessions.js'

export interface WalletClientParameters {
  /** `wss://…`. */
  readonly relayUrl: string
  /** By which the relay knows the wallet's maker. */
  readonly projectId: string
  /** What applications are told of the wallet. */
  readonly metadata: PeerMetadata
  /** Synchronous, such as `localStorage`; it holds keys of sessions. Without any, a reload forgets. One client at a time may have it. */
  readonly storage?: KeyValueStorage | undefined
  /** Told of what goes wrong where nobody waits for it; never of what was said. */
  readonly report: (error: unknown) => void
  /**
   * Whether the wallet signs its visitor in with a connection (`wc_sessionAuthenticate`); else applications go on with a plain proposal.
   * Default `true`.
   */
  readonly authenticates?: boolean | undefined
  /** The device's, unless given. */
  readonly clock?: Clock | undefined
  /** From 0 to below 1, of which nothing secret is made; `Math.random`, unless given. */
  readonly random?: (() => number) | undefined
  /** By the platform's `crypto`, unless given. */
  readonly ciphers?: Ciphers | undefined
  /** A `WebSocket`, unless given. */
  readonly openSocket?: OpenSocket | undefined
  /** Whether the device is online; where it isn't given, that is found out by trying. */
  readonly network?: NetworkState | undefined
}

/**
 * Makes a wallet's side of WalletConnect: what it kept is taken up, and its sessions are listened to.
 *
 * @example
 * const client = createWalletClient({ relayUrl: 'wss://relay.example', projectId, metadata, storage: localStorage, report: console.error })
 * client.listen((event) => {
 *   if (event.type === 'proposed') client.approve({ id: event.proposal.id, namespaces: grant(event.proposal) })
 *   if (event.type === 'requested') sign(event.request).then((result) => client.respond({ id: event.request.id, result }))
 * })
 * await client.pair({ uri })
 */
export function createWalletClient({
  relayUrl,
  projectId,
  metadata,
  storage,
  report,
  authenticates = true,
  clock = systemClock,
  random = Math.random,
  ciphers = createCiphers({ crypto: globalThis.crypto }),
  openSocket = (url) => new WebSocket(url),
  network,
}: WalletClientParameters): WalletClient {
  let isStopped = false
  const fail = (error: unknown): void => {
    if (!isStopped) report(error)
  }
  const listeners = new Set<(event: WalletEvent) => void>()
  const tell = (event: WalletEvent): void => {
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        fail(error)
      }
    }
  }

  const own = guardStorage({ storage, report: fail })
  const book = createRecords({ storage: own, report: fail })
  const records = openWalletRecords(book)
  const transport = createTransport({
    ...{ relayUrl, projectId, ciphers, clock, openSocket, random, network },
    seed: clientSeed({ storage: own, ciphers }),
    subject: bytesToHex(ciphers.randomBytes(32)),
    report: fail,
  })
  const symKeyOf = (topic: string) => records.sessions.get(topic)?.symKey ?? records.pairings.get(topic)?.symKey
  const inbox = createInbox({
    ciphers,
    heard: book.openTexts(heardKind),
    keyOf(topic) {
      const symKey = symKeyOf(topic)
      return symKey === undefined ? undefined : { type: 'shared', symKey: hexToBytes(symKey) }
    },
    take,
    report: fail,
  })
  transport.onRequest(takeDeliveries(inbox.deliver))
  const context: WalletContext = {
    ...{ metadata, authenticates, clock, ciphers, records, transport, tell },
    outbox: createOutbox({ ciphers, transport, inbox, report: fail }),
    nextId: createPayloadIds({ now: clock.now, random }),
    report: fail,
    timesChanged,
  }
  const answering = createAnswering(context)
  const pairings = createPairings(context)
  const proposals = createProposals(context, { answering })
  const authentications = createAuthentications(context, { answering })
  const requests = createRequests(context)
  const lives = createSessionLives(context, { requests })
  const sessions = createSessions(context, { lives })
  const callSession = createSessionCalls(context, { lives, requests })
  let times: readonly number[] = []
  const alarm = createAlarm({ clock, ends: () => times, ring: timesChanged })

  function take({ topic, payload }: Message): void {
    const stored = records.sessions.get(topic)
    const symKey = symKeyOf(topic)
    if (symKey === undefined) return
    if (payload.type !== 'request') {
      lives.takeAnswer({ topic, payload })
      return
    }
    const call = { topic, symKey, ...payload }
    if (stored) callSession({ ...call, stored })
    else if (payload.method === 'wc_sessionPropose') proposals.take(call)
    else if (payload.method === 'wc_sessionAuthenticate') authentications.take(call)
    else pairings.take(call)
  }

  /** Ends what is over, and waits for the next. */
  function timesChanged(): void {
    const now = clock.now()
    times = [proposals, authentications, requests, lives, pairings].flatMap((each) => each.expire(now) ?? [])
    alarm.set()
  }

  transport.onStatus((status) => tell({ type: 'status', status }))
  timesChanged()
  const topics = [...records.sessions.all(), ...records.pairings.all()].map(([topic]) => topic)
  if (topics.length > 0) transport.watch(topics).catch(fail)

  return {
    get status() {
      return transport.status
    },
    proposals: () => records.proposals.all().map(([, { proposal }]) => proposal),
    authentications: () => records.authentications.all().map(([, { authentication }]) => authentication),
    sessions: () => records.sessions.all().map(([, { session }]) => session),
    requests: () => records.requests.all().map(([, request]) => request),
    pair: ({ uri }) => pairings.pair({ uri, unlock: inbox.unlock }),
    approve: proposals.approve,
    reject: proposals.reject,
    approveAuthentication: authentications.approve,
    rejectAuthentication: authentications.reject,
    respond: requests.respond,
    emit: sessions.emit,
    update: sessions.update,
    extend: sessions.extend,
    ping: sessions.ping,
    disconnect: sessions.disconnect,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wake() {
      timesChanged()
      transport.wake()
    },
    stop() {
      if (isStopped) return
      isStopped = true
      book.close()
      alarm.stop()
      inbox.stop()
      transport.stop()
      lives.stop(new AbortedError())
      listeners.clear()
    },
  }
}
