import { type Connector, type NetworkId, onDemand } from '@foyer/core'
import { SecureSiteMissingError } from './errors.js'
import type { SocialProviderName } from './protocol/messages.js'

/** The providers that visitors may log in at. */
export type EmbeddedSocial = SocialProviderName | 'farcaster'

export interface EmbeddedOptions {
  /** Its name for visitors; `Email` unless said. */
  readonly name?: string | undefined
  /** A data URI or `https` address of its picture. */
  readonly icon?: string | undefined
  /** Providers that your wallet's operator has a client at, in the order in which they stand; none unless said. */
  readonly socials?: readonly EmbeddedSocial[] | undefined
  /** Networks that your wallet's page serves beside the usual ones, such as those of your own server. */
  readonly networks?: readonly NetworkId[] | undefined
  /** Whether the wallet's page keeps a log that its operator may look at; true unless said. */
  readonly enableLogger?: boolean | undefined
  /**
   * `window`: the press that asks for a signature, or to send, opens the wallet's own window at once, where the visitor approves with one press more. Unless said, the wallet
   * asks in its frame first, which takes a press of its own there before that window. It has no say in where the wallet asks: a window that isn't needed closes itself.
   */
  readonly approvals?: 'window' | undefined
}

/**
 * A wallet that visitors own without having one: by their e-mail address, or by an account that they have elsewhere. Its page runs in a frame from the operator's secure site, so that no dapp reads
 * its keys. Nothing of it is loaded before a visitor logs in, or was logged in the last time. While developing, a kit that names neither `api` nor `secureOrigin`
 * is reported when it starts.
 *
 * @see S1.1, S1.2, S2.27, S4.22
 * @example
 * const foyer = createFoyer({ projectId, api: 'https://foyer.example', networks: [mainnet], adapters: [evm()], connectors: [embedded()] })
 * await foyer.connect({ connectorId: 'embedded', login: { method: 'email', email: 'ada@example.com' } })
 */
export function embedded({
  name = 'Email',
  icon,
  socials,
  networks = [],
  enableLogger = true,
  approvals,
}: EmbeddedOptions = {}): Connector {
  const id = 'embedded'
  const ways = onDemand({ chunk: 'embedded login', load: () => import('./login/ways.js') })
  const logins = onDemand({
    chunk: 'embedded',
    load: () =>
      import('./createLogins.js').then((code) =>
        code.createLogins({ name, connectorId: id, networks, enableLogger, opensWindow: approvals === 'window', ways }),
      ),
  })
  const connector: Connector = {
    id,
    type: 'AUTH',
    name,
    icon,
    families: ['eip155', 'solana'],
    logins: { email: true, socials },
    showsWords: true,
    // A mail takes its time, and so does who reads it.
    connectExpiryMs: 20 * 60_000,
    connect: async (request) => (await logins()).connect(request),
    restore: async (request) => (await logins()).restore(request),
    // Somebody had left the page for a provider's, and the wallet's window has led back.
    resume: ({ storage }) =>
      storage.getItem('embedded/social_provider') !== null && location.search.includes('result_uri=')
        ? async (request) => (await logins()).resume(request)
        : undefined,
    // The page may take 20 s to load; that there is no login there is its last word.
    restores: { withinMs: 25_000, isFinal: true },
  }
  // Left out of what visitors download: the set-up is the developer's own words, and is seen to be wrong at the first start.
  if (process.env.NODE_ENV === 'production') return connector
  return {
    ...connector,
    fault: ({ api, secureOrigin }) => (api || secureOrigin ? undefined : new SecureSiteMissingError()),
  }
}
