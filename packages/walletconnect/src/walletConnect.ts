import { type Connector, onDemand } from '@foyer/core'
import { families } from '@foyer/core/chain'
import type { WalletConnectOptions } from './connector/options.js'
import { publicRelay } from './connector/publicRelay.js'
import { relayFault, typeFault } from './connector/relayFault.js'

/**
 * The way to wallets elsewhere: on a phone, on another device, in another page. Nothing of it is loaded, and no request is made, before the first
 * connect or restore. While developing, a project id that the public relay can't know, or an address that is none, is reported when the kit starts.
 *
 * @see S1.1
 * @example
 * const connectors = [walletConnect({ projectId: '0123456789abcdef0123456789abcdef' })] // the public relay's, not your server's
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()], connectors })
 * await foyer.connect({ connectorId: 'walletConnect' })
 */
export function walletConnect(options: WalletConnectOptions = {}): Connector {
  const connections = onDemand({
    chunk: 'walletconnect',
    load() {
      // In the same wave; where it can't be had, the first use loads it again, and rejects.
      if (!hasChaCha()) import('./protocol/cipher/noble.js').catch(() => undefined)
      return import('./connector/createConnections.js').then((code) => code.createConnections(options))
    },
  })
  const connector: Connector = {
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    name: 'WalletConnect',
    families,
    imageId: 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400',
    connect: async (request) => (await connections()).connect(request),
    restore: async (request) => (await connections()).restore(request),
    // The tab that has the socket answers, which may have to be another tab first; a session that is over doesn't come back.
    restores: { withinMs: 20_000, isFinal: true },
  }
  // Left out of what visitors download: the set-up is the developer's own words, and is seen to be wrong at the first start.
  if (process.env.NODE_ENV === 'production') return connector
  const { relayUrl = publicRelay, projectId } = options
  const ofRelay = (kit: { readonly projectId: string }) =>
    relayFault({ relayUrl, projectId: projectId || kit.projectId })
  return { ...connector, fault: (kit) => typeFault(options) ?? ofRelay(kit) }
}

/**
 * Whether the browser says that its WebCrypto has the last of the algorithms that came to browsers. Only for what to load: what to use is found by
 * trying.
 */
function hasChaCha(page: PageCrypto = globalThis): boolean | undefined {
  return page.SubtleCrypto?.supports?.('encrypt', 'ChaCha20-Poly1305')
}

/** The WebCrypto of a page; the newest browsers say what theirs can do. */
interface PageCrypto {
  readonly SubtleCrypto?: {
    readonly prototype: unknown
    readonly supports?: (operation: string, algorithm: string) => boolean
  }
}
