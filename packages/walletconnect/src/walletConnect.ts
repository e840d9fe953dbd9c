import { type Connector, onDemand } from '@foyer/core'
import { families } from '@foyer/core/chain'
import type { NamespaceOverride, SessionProperties } from './protocol/index.js'

export interface WalletConnectOptions extends SessionProperties {
  /**
   * The relay that pages and wallets meet at; `wss://relay.walletconnect.org` unless said, where phone wallets listen. A host with a relay of its own
   * names it, and reaches the wallets that are set up for it.
   */
  readonly relayUrl?: string | undefined
  /** What is asked of wallets instead of the usual, by family; and where the page reads networks meanwhile. */
  readonly override?: NamespaceOverride | undefined
  /** Opens a wallet for a request by its address on the web instead of its own scheme, where it has both; false unless said. */
  readonly preferUniversalLinks?: boolean | undefined
}

/**
 * The way to wallets elsewhere: on a phone, on another device, in another page. Nothing of it is loaded, and no request is made, before the first
 * connect or restore.
 *
 * @see S1.1
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()], connectors: [walletConnect()] })
 * await foyer.connect({ connectorId: 'walletConnect' })
 */
export function walletConnect(options: WalletConnectOptions = {}): Connector {
  const connections = onDemand({
    chunk: 'walletconnect',
    async load() {
      // In the same wave; where it can't be had, the first use loads it again, and rejects.
      if (!hasChaCha()) import('./protocol/cipher/noble.js').catch(() => undefined)
      return (await import('./connector/createConnections.js')).createConnections(options)
    },
  })
  return {
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    name: 'WalletConnect',
    families,
    imageId: 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400',
    connect: async (request) => (await connections()).connect(request),
    restore: async (request) => (await connections()).restore(request),
  }
}

/**
 * Whether the browser says that its WebCrypto has the last of the algorithms that came to browsers. Only for what to load: what to use is found by
 * trying.
 */
function hasChaCha(): boolean {
  const subtle = globalThis.SubtleCrypto
  const supports: unknown = subtle && Reflect.get(subtle, 'supports')
  return typeof supports === 'function' && Reflect.apply(supports, subtle, ['encrypt', 'ChaCha20-Poly1305']) === true
}
