import type { ConnectorHost } from '@foyer/core'
import { listedSchemes } from '@foyer/core/links'
import { isInFrame, isMobile, isTelegram, openLink } from '@foyer/core/platform'
import { peerLink, requestLink, requestLinkTarget } from '../protocol/index.js'
import type { SentRequest } from './liveSession.js'

/**
 * Shows a phone's wallet a request that it has by now: by the wallet's own link where it names one that may be opened, else by the link that opened
 * it to connect.
 */
export function openForRequest({
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
  // What a page asks by itself, as `wallet_getCapabilities`, is no reason to send the visitor away.
  if (disableDeepLink || method.startsWith('wallet_get') || !isMobile()) return
  const schemes = listedSchemes([{ mobile_link: href }])
  try {
    const wallet = peerLink({ redirect: peer.redirect, schemes, prefersUniversal }) ?? href
    const link = requestLink({ href: wallet, requestId, topic, schemes })
    openLink({ link, target: requestLinkTarget({ link, isInFrame: isInFrame(), isTelegram: isTelegram() }) })
  } catch (error) {
    report(error) // the wallet has the request all the same
  }
}
