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
import { type Asking, createAsking } from './asking.js'
import type { Connecting } from './connecting.js'
import type { DappClient } from './dappClient.js'
import type { DappNode } from './dappNode.js'
import type { DappSession } from './dappSession.js'
import type { Refusal } from './refusal.js'

/** What an application asks of a wallet, but for connecting: of a session that stands, or to sign in on the way to one. */
export interface Requesting
  extends Pick<DappClient, 'authenticate' | 'request' | 'ping' | 'disconnect'>,
    Pick<Asking, 'answered' | 'ended'> {}

/** What this module gives, fetched whole. */
export type Requests = Pick<typeof import('./requesting.js'), 'createRequesting' | 'loadPeerErrors'>

/** What a wallet's no means: fetched with the first one. */
export const loadPeerErrors = (): Promise<typeof import('./peerError.js')> => import('./peerError.js')

/** @param parameters.sessionOf - the session as it is now; undefined where there is none any more */
export function createRequesting({
  node,
  clock,
  ciphers,
  random,
  refused,
  connecting,
  sessionOf,
}: {
  readonly node: DappNode
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
  readonly refused: Refusal
  readonly connecting: Connecting
  readonly sessionOf: (topic: string) => Promise<DappSession | undefined>
}): Requesting {
  const nextId = createPayloadIds({ now: clock.now, random })
  const { ask, answered, ended } = createAsking({ node, clock, ciphers, nextId, refused })
  const { usual, least, most } = sessionTimes.request
  const signingIn = onDemand({ chunk: 'walletconnect.authenticating', load: () => import('./authenticating.js') })
  return {
    authenticate: async (parameters) => (await signingIn()).authenticate({ ...parameters, connecting, node, clock }),
    async request({ topic, chainId: wanted, method, params, expiresInMs = 0, sent, signal }) {
      const session = await sessionOf(topic)
      if (!session) throw new ProviderDisconnectedError()
      const { namespaces } = session
      const chainId = sessionChainId({ namespaces, chainId: wanted })
      if (!mayRequest({ namespaces, chainId, method }))
        throw new UnsupportedMethodError({ context: { method, chainId } })
      const ttl = Math.min(Math.max(Math.ceil(expiresInMs / 1_000) || usual, least), most)
      const expiryTimestamp = Math.floor(clock.now() / 1_000) + ttl
      return ask({
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
      await ask({ topic, method: 'wc_sessionPing', params: {}, expiresInMs: usual * 1_000, signal })
    },
    disconnect: ({ topic, why }) => node.end({ topic, why, reason: peerFailures.disconnected }),
    answered,
    ended,
  }
}
