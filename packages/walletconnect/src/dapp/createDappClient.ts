import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import type { DappNews, DappNode, DappSession } from '../engine/engine.js'
import { createListeners } from '../exchange/listeners.js'
import type { Ciphers } from '../protocol/index.js'
import type { DappClient, DappEvent } from './client.js'
import { createConnecting } from './connecting.js'

import { createRefusal } from './refusal.js'
import type { Requesting, Requests } from './requesting.js'

export interface DappClientParameters {
  /** The page's own way to the node: stopped with the client. */
  readonly node: DappNode
  readonly ciphers: Ciphers
  readonly clock: Clock
  /** From 0 to below 1, as `Math.random`; nothing secret is made of it. */
  readonly random: () => number
  /** Fetches what a session is asked for something with. @throws ChunkLoadError */
  readonly requests: () => Promise<Requests>
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
  requests,
  reuse = false,
  report,
}: DappClientParameters): DappClient {
  const listeners = createListeners<DappEvent>(report)
  const { tell } = listeners
  let known = new Map<string, DappSession>()
  const refused = createRefusal(async () => (await requests()).loadPeerErrors())
  let isStopped = false
  const fail = (error: unknown) => isStopped || report(error)
  const connecting = createConnecting({ node, clock, ciphers, reuse, refused, report: fail })
  let requesting: Requesting | undefined

  /** What asks a wallet for something, comes with its first request. */
  async function opened(): Promise<Requesting> {
    const { createRequesting } = await requests()
    if (isStopped) throw new AbortedError()
    requesting ??= createRequesting({ node, clock, ciphers, random, refused, connecting, sessionOf })
    return requesting
  }
  async function sessionOf(topic: string): Promise<DappSession | undefined> {
    const session = known.get(topic) ?? (await node.sessions()).find((each) => each.topic === topic)
    if (session) known.set(topic, session)
    return session
  }
  const end = (event: Extract<DappEvent, { readonly type: 'ended' }>) => {
    known.delete(event.topic)
    requesting?.ended(event.topic)
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
        return requesting?.answered(news.topic, news.payload)
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
    authenticate: async (parameters) => (await opened()).authenticate(parameters),
    request: async (parameters) => (await opened()).request(parameters),
    ping: async (parameters) => (await opened()).ping(parameters),
    disconnect: async (parameters) => (await opened()).disconnect(parameters),
    listen: listeners.add,
    wake: () => node.wake(),
    stop() {
      isStopped = true
      endNews()
      listeners.clear()
      connecting.stop()
      requesting?.ended()
      node.stop()
    },
  }
}
