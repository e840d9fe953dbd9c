import type { SessionProperties } from '../protocol/messages.js'
import type { NamespaceOverride } from '../protocol/namespaces.js'

/** How wallets elsewhere are reached. */
export interface WalletConnectOptions extends SessionProperties {
  /**
   * The project id by which the relay knows your dapp; the kit's own `projectId` unless said. The public relay takes only ids of its own operator,
   * and your server's is another: `docs/walletconnect.md` says where one comes from, what it costs, and what works without it.
   */
  readonly projectId?: string | undefined
  /**
   * The relay that pages and wallets meet at; `wss://relay.walletconnect.org` unless said, where phone wallets listen. A host with a relay of its own
   * names it, and reaches the wallets that are set up for it.
   */
  readonly relayUrl?: string | undefined
  /** The namespaces that are asked for instead of the usual, by family; and where the page reads networks meanwhile. */
  readonly override?: NamespaceOverride | undefined
  /** Opens a wallet for a request by its address on the web instead of its own scheme, where it has both; false unless said. */
  readonly preferUniversalLinks?: boolean | undefined
}
