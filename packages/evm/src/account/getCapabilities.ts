import type { Foyer, NetworkId } from '@foyer/core'
import { loadRequests } from './loadRequests.js'
import { walletSessionOf } from './walletSession.js'

/** What a wallet can do on a network, beside the ordinary (EIP-5792). */
export interface WalletCapabilities {
  /** Several calls as one: `ready` needs the visitor's consent to upgrade the account. */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** All that the wallet says, by the capability's name, as it says it. */
  readonly all: Readonly<Record<string, unknown>>
}

export type CapabilitiesByNetwork = Readonly<Partial<Record<NetworkId, WalletCapabilities>>>

/**
 * Reads what the wallet can do, by network (`wallet_getCapabilities`, EIP-5792, also in its older form). Empty where the wallet doesn't say.
 *
 * @throws NamespaceNotConfiguredError · WalletAnswerError · AbortedError · RequestTimeoutError · ChunkLoadError
 * @example
 * const { 'eip155:8453': base } = await getCapabilities(foyer)
 * if (base?.atomic === 'supported') …
 */
export async function getCapabilities(
  foyer: Foyer,
  parameters: { readonly signal?: AbortSignal | undefined } = {},
): Promise<CapabilitiesByNetwork> {
  const session = walletSessionOf(foyer)
  return (await loadRequests()).getWalletCapabilities(session, parameters)
}
