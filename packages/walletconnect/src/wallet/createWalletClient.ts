import { AbortedError } from '@foyer/core/errors'
import { createExchange, type LoneClientParameters, openLoneClient } from '../exchange/createExchange.js'
import { createExpiry } from '../exchange/expiry.js'
import type { Message } from '../exchange/inbox.js'
import { hexToBytes } from '../protocol/codec.js'
import { sharedOpener } from '../protocol/envelope.js'
import type { PeerMetadata } from '../protocol/schemas.js'
import { createListeners } from '../waiting/listeners.js'
import { createAnswering } from './answering.js'
import { createAuthentications } from './authentications.js'
import type { WalletClient, WalletEvent } from './client.js'
import { openWalletRecords, type WalletContext } from './context.js'
import { createPairings } from './pairings.js'
import { createProposals } from './proposals.js'
import { createRequests } from './requests.js'
import { createSessionLives } from './sessionLives.js'
import { createSessions, takeSessionCall } from './sessions.js'

export interface WalletClientParameters extends LoneClientParameters {
  /** The wallet's metadata, which applications show. */
  readonly metadata: PeerMetadata
  /**
   * Whether the wallet signs its visitor in with a connection (`wc_sessionAuthenticate`); else applications go on with a plain proposal.
   * Default `true`.
   */
  readonly authenticates?: boolean | undefined
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
export function createWalletClient(parameters: WalletClientParameters): WalletClient {
  const parts = createParts(parameters)
  const { context, listeners, expiry, pairings, proposals, authentications, requests, lives } = parts
  const { records, transport, inbox } = context
  const { emit, update, extend, ping, disconnect } = createSessions(context, { lives })
  let isStopped = false
  transport.onStatus((status) => listeners.emit({ type: 'status', status }))
  expiry.check()
  context.watch([...records.sessions.all(), ...records.pairings.all()].map(([topic]) => topic))
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
    ...{ emit, update, extend, ping, disconnect },
    listen: listeners.subscribe,
    wake() {
      expiry.check()
      transport.wake()
    },
    stop() {
      if (isStopped) return
      isStopped = true
      context.stop()
      expiry.stop()
      transport.stop()
      lives.stop(new AbortedError())
      listeners.clear()
    },
  }
}

/** Makes the parts of a client over what it kept. */
function createParts({ metadata, authenticates = true, ...parameters }: WalletClientParameters) {
  const { shared, opened } = openLoneClient(parameters)
  const { ciphers, clock } = shared
  const listeners = createListeners<WalletEvent>((error) => context.report(error))
  const records = openWalletRecords(opened.records)
  const symKeyOf = (topic: string) => records.sessions.get(topic)?.symKey ?? records.pairings.get(topic)?.symKey
  const context: WalletContext = {
    ...createExchange({
      ...{ ...shared, ...opened },
      openerOf(topic) {
        const symKey = symKeyOf(topic)
        return symKey === undefined ? undefined : sharedOpener({ ciphers, symKey: hexToBytes(symKey) })
      },
      take,
    }),
    ...{ metadata, authenticates, records, emit: listeners.emit },
    timesChanged: () => expiry.check(),
  }
  const answering = createAnswering(context)
  const pairings = createPairings(context)
  const proposals = createProposals(context, { answering })
  const authentications = createAuthentications(context, { answering })
  const requests = createRequests(context)
  const lives = createSessionLives(context, { requests })
  // A pairing ends after what came of it.
  const parts = { proposals, authentications, requests, lives, pairings }
  const expiry = createExpiry({ clock, kinds: () => Object.values(parts).map(({ expire }) => expire) })

  function take({ topic, payload }: Message): void {
    const stored = records.sessions.get(topic)
    const symKey = symKeyOf(topic)
    if (symKey === undefined) return
    if (payload.type !== 'request') {
      lives.takeAnswer({ topic, payload })
      return
    }
    const call = { topic, symKey, ...payload }
    if (stored) takeSessionCall(context, { lives, requests, call: { ...call, stored } })
    else if (payload.method === 'wc_sessionPropose') proposals.take(call)
    else if (payload.method === 'wc_sessionAuthenticate') authentications.take(call)
    else pairings.take(call)
  }

  return { context, listeners, expiry, ...parts }
}
