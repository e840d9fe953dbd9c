import type { PeerMetadata, ProposalNamespaces, SessionNamespaces, SessionProperties } from '../protocol/index.js'

/** A session with a wallet, as an application has it. Plain data; its keys are kept elsewhere. Times are ms since 1970. */
export interface DappSession extends SessionProperties {
  readonly topic: string
  /** The pairing by which it came to be. */
  readonly pairingTopic: string
  /** The wallet's public key, by which it settled. */
  readonly controller: string
  /** What the wallet says of itself. */
  readonly peer: PeerMetadata
  readonly requested: ProposalNamespaces
  /** What was both asked for and granted; nothing else of the wallet's word. */
  readonly namespaces: SessionNamespaces
  readonly expiresAt: number
  readonly disableDeepLink: boolean
}
