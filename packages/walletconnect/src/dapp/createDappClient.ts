import { type Clock, onDemand } from '@foyer/core'
import { ProviderDisconnectedError, UnsupportedMethodError } from '@foyer/core/errors'
import {
  type Ciphers,
  createPayloadIds,
  mayRequest,
  peerFailures,
  sessionChainId,
  sessionTimes,
} from '../protocol/index.js'
import { createListeners } from '../transport/listeners.js'
import { createAsking } from './asking.js'
import { createConnecting } from './connecting.js'
import type { DappClient, DappEvent } from './dappClient.js'
import type { DappNews, DappNode } from './dappNode.js'
import type { DappSession } from './dappSession.js'
import { createRefusal } from './refusal.js'

export interface DappClientParameters {
  /** The page's own way to the node: stopped with the client. */
  readonly node: DappNode
  readonly ciphers: Ciphers
  readonly clock: Clock
  /** From 0 to below 1, as `Math.random`; nothing secret is made of it. */
  readonly random: () => number
  /**
   * Keeps a pairing alive when connecting is called off, and offers the very same again while it may be offered: where opening a wallet costs
   * the page its view (Telegram, Safari on iOS) [S4.5].
   */
  readonly reuse?: boolean | undefined
  /** Told of what goes wrong where nobody waits for it. */
  readonly report: (error: unknown) => void
}

/**
 * Makes an application's client over a node.
 *
 * @example
 * const client = createDappClient({ node, ciphers, clock: systemClock, random: Math.random, report })
 * const session = await client.connect({ metadata, requested, offer: ({ uri }) => show(uri), signal })
 * await client.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign', params })
 */
export function createDappClient({
  node,
  ciphers,
  clock,
  random,
  reuse = false,
  report,
}: DappClientParameters): DappClient {
  const listeners = createListeners<DappEvent>(report)
  const { tell } = listeners
  let known = new Map<string, DappSession>()
  const nextId = createPayloadIds({ now: clock.now, random })
  const refused = createRefusal()
  const asking = createAsking({ node, clock, ciphers, nextId, refused })
  const signingIn = onDemand({ chunk: 'walletconnect.authenticating', load: () => import('./authenticating.js') })
  const connecting = createConnecting({ node, clock, ciphers, reuse, refused, report })

  const end = (event: Extract<DappEvent, { readonly type: 'ended' }>) => {
    known.delete(event.topic)
    asking.ended(event.topic)
    connecting.ended(event.topic)
    tell(event)
  }
  const take = (news: DappNews) => {
    switch (news.type) {
      case 'settled':
        known.set(news.session.topic, news.session)
        return connecting.settled(news.session)
      case 'notSettled':
        return connecting.notSettled(news.pairingTopic, news.end)
      case 'authenticated':
        return connecting.authenticated(news.pairingTopic, news.result)
      case 'answered':
        return asking.answered(news.topic, news.payload)
      case 'sessions': {
        const now = new Map(news.sessions.map((session) => [session.topic, session]))
        // What another page's node couldn't take up.
        for (const topic of [...known.keys()]) if (!now.has(topic)) end({ type: 'ended', topic, why: 'unusable' })
        known = now
        // Whoever was to tell that one is settled may have gone before it did.
        for (const session of news.sessions) connecting.settled(session)
        return
      }
      case 'ended':
        return end(news)
      case 'updated':
      case 'extended':
        known.set(news.session.topic, news.session)
        return tell(news)
      default:
        return tell(news)
    }
  }
  const endNews = node.onNews(take)

  return {
    async sessions() {
      const sessions = await node.sessions()
      for (const session of sessions) known.set(session.topic, session)
      return sessions
    },
    connect: (parameters) => connecting.connect(parameters),
    authenticate: async (parameters) => (await signingIn()).authenticate({ ...parameters, connecting, node, clock }),
    async request({ topic, chainId: wanted, method, params, expiresInMs = 0, sent, signal }) {
      const session = known.get(topic) ?? (await node.sessions()).find((each) => each.topic === topic)
      if (!session) throw new ProviderDisconnectedError()
      known.set(topic, session)
      const { namespaces } = session
      const chainId = sessionChainId({ namespaces, chainId: wanted })
      if (!mayRequest({ namespaces, chainId, method }))
        throw new UnsupportedMethodError({ context: { method, chainId } })
      const { usual, least, most } = sessionTimes.request
      const ttl = Math.min(Math.max(Math.ceil(expiresInMs / 1_000) || usual, least), most)
      const expiryTimestamp = Math.floor(clock.now() / 1_000) + ttl
      return asking.ask({
        topic,
        method: 'wc_sessionRequest',
        params: { request: { method, params, expiryTimestamp }, chainId },
        expiresInMs: ttl * 1_000,
        ttl,
        sent,
        signal,
      })
    },
    async ping({ topic, signal }) {
      const expiresInMs = sessionTimes.request.usual * 1_000
      await asking.ask({ topic, method: 'wc_sessionPing', params: {}, expiresInMs, signal })
    },
    disconnect: ({ topic }) => node.end({ topic, reason: peerFailures.disconnected }),
    listen: listeners.add,
    wake: () => node.wake(),
    stop() {
      endNews()
      listeners.clear()
      connecting.stop()
      asking.ended()
      node.stop()
    },
  }
}
