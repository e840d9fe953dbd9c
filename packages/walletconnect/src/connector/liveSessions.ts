import type { ConnectorHost, KeyValueStorage, LiveConnection, Network } from '@foyer/core'
import { ProviderDisconnectedError } from '@foyer/core/errors'
import { listedSchemes } from '@foyer/core/links'
import { isInFrame, isMobile, isTelegram, openLink } from '@foyer/core/platform'
import type { SessionEvent } from '../dapp/client.js'
import type { SessionClient } from '../dapp/createSessionClient.js'
import type { DappSession } from '../engine/engine.js'
import type { SessionClaims } from '../engine/sessions.js'
import { peerLink, requestLink, requestLinkTarget } from '../protocol/links.js'
import { createLiveSession, type LiveSession, type SentRequest, type Wished } from './liveSession.js'
import type { WalletConnectOptions } from './options.js'

/** The session in use, and the link by which this device opened its wallet, over pages. */
const usedKey = 'walletconnect/used'

/** The sessions that pages have taken for their own, the newest first. */
const claimedKey = 'walletconnect/claimed'
const mostClaimed = 16

const listOf = (storage: KeyValueStorage, key: string): string[] => (storage.getItem(key) ?? '').split(' ')

/** The claims of the pages of an origin to their sessions, over storage. */
export const sessionClaims = (storage: KeyValueStorage): SessionClaims => ({
  isClaimed: (topic) => listOf(storage, claimedKey).includes(topic),
  latest: () => listOf(storage, usedKey)[0],
})

/** The sessions that a page uses. */
export interface LiveSessions {
  /** Whether a session is the one that a visitor connected last, here or in another page. */
  isUsed(session: Pick<DappSession, 'topic'>): boolean
  /**
   * Puts a session to use.
   *
   * @param parameters.opened - where the session has come of this page or the one before: by which link this device opened its wallet, if by any
   * @param parameters.network - where the kit would like to be
   * @param parameters.wished - the same of each family
   * @throws ProviderDisconnectedError where the wallet has ended it meanwhile · WalletAnswerError where there is no account of a family that the kit
   * knows
   */
  take(parameters: {
    readonly session: DappSession
    readonly network?: Network | undefined
    readonly wished?: Wished | undefined
    /** The events that came while the session was settled. */
    readonly early?: readonly SessionEvent[] | undefined
    readonly opened?: { readonly href?: string | undefined } | undefined
  }): LiveConnection
}

export function createLiveSessions({
  host,
  dapp,
  isShared,
  options: { override, preferUniversalLinks: prefersUniversal = false },
}: {
  readonly host: ConnectorHost
  readonly dapp: Pick<SessionClient, 'request' | 'disconnect' | 'listen'>
  /** Whether pages share their sessions. */
  readonly isShared: boolean
  readonly options: WalletConnectOptions
}): LiveSessions {
  const { storage, report } = host
  const inUse = new Map<string, LiveSession>()
  /** Neither a topic nor a link has a space; the link is judged when it is opened. */
  const used = () => listOf(storage, usedKey)
  const sent = (request: SentRequest) => {
    const [topic, href] = used()
    if (href && topic === request.session.topic) openForRequest({ ...request, href, prefersUniversal, report })
  }
  const receive = (event: SessionEvent) => {
    const topic = topicOf(event)
    inUse.get(topic)?.receive(event)
    if (event.type === 'ended') inUse.delete(topic)
  }
  dapp.listen(receive)
  return {
    isUsed: ({ topic }) => used()[0] === topic,
    take({ session, network, wished, opened, early = [] }) {
      const { topic } = session
      if (!inUse.has(topic)) {
        inUse.set(topic, createLiveSession({ host, dapp, sent, rpcMap: override?.rpcMap, isShared, session }))
        for (const event of early) if (topicOf(event) === topic) receive(event)
      }
      const live = inUse.get(topic)
      if (!live) throw new ProviderDisconnectedError()
      const claimed = listOf(storage, claimedKey)
      if (!claimed.includes(topic))
        storage.setItem(claimedKey, [topic, ...claimed].slice(0, mostClaimed).join(' ').trim())
      if (opened && used()[0] !== topic) storage.setItem(usedKey, `${topic} ${opened.href ?? ''}`)
      return live.connection(network, wished)
    },
  }
}

/** The session that an event is of. */
const topicOf = (event: SessionEvent) => ('session' in event ? event.session.topic : event.topic)

/** The methods that a page asks by itself, and that show nothing: they are no reason to send the visitor away. */
const askedByThePage: readonly string[] = [
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getPermissions',
  'wallet_getSession',
  'wallet_getSupportedExecutionPermissions',
]

/**
 * Shows a phone's wallet a request that it has by now: by the wallet's own link where it names one that may be opened, else by the link that opened
 * it to connect.
 */
function openForRequest({
  session: { topic, peer, disableDeepLink },
  method,
  requestId,
  href,
  prefersUniversal,
  report,
}: SentRequest & {
  /** By which this device opened the wallet. */
  readonly href: string
  readonly prefersUniversal: boolean
  readonly report: ConnectorHost['report']
}): void {
  if (disableDeepLink || askedByThePage.includes(method) || !isMobile()) return
  const schemes = listedSchemes([{ mobile_link: href }])
  try {
    const wallet = peerLink({ redirect: peer.redirect, schemes, prefersUniversal }) ?? href
    const link = requestLink({ href: wallet, requestId, topic, schemes })
    openLink({ link, target: requestLinkTarget({ link, isInFrame: isInFrame(), isTelegram: isTelegram() }) })
  } catch (error) {
    report(error) // the wallet has the request all the same
  }
}
