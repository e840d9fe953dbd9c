import type { ConnectorHost } from '@foyer/core'
import { listedSchemes } from '@foyer/core/links'
import { isInFrame, isMobile, isTelegram, openLink } from '@foyer/core/platform'
import type { DappSession } from '../dapp/dappSession.js'
import { peerLink, requestLink, requestLinkTarget } from '../protocol/index.js'
import type { OpenedWallet } from './openedWallet.js'

/** Shows the wallet of a session a request that it has by now, where this device opened it to connect. */
export type OpenForRequest = (request: { readonly session: DappSession; readonly requestId: string }) => void

/** The link is the wallet's own where it says one that may be opened, else the one by which it was opened. */
export function openForRequests({
  opened,
  prefersUniversal,
  report,
}: {
  readonly opened: () => OpenedWallet | undefined
  readonly prefersUniversal: boolean
  readonly report: ConnectorHost['report']
}): OpenForRequest {
  return ({ session: { topic, pairingTopic, peer, disableDeepLink }, requestId }) => {
    const { href, pairingTopic: own } = opened() ?? {}
    if (href === undefined || own !== pairingTopic || disableDeepLink || !isMobile()) return
    const schemes = listedSchemes([{ mobile_link: href }])
    try {
      const wallet = peerLink({ redirect: peer.redirect, schemes, prefersUniversal }) ?? href
      const link = requestLink({ href: wallet, requestId, topic, schemes })
      openLink({ link, target: requestLinkTarget({ link, isInFrame: isInFrame(), isTelegram: isTelegram() }) })
    } catch (error) {
      report(error) // the wallet has the request all the same
    }
  }
}
