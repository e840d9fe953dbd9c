import type { Foyer } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import { loadRequests } from './loadRequests.js'
import { walletSessionOf } from './walletSession.js'

export interface SignMessageParameters {
  readonly message: string
  /** Gives up waiting for the visitor; after 5 minutes it ends by itself. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Has the visitor sign a message in the wallet (`personal_sign`, EIP-191).
 *
 * @throws NamespaceNotConfiguredError · UserRejectedError · WalletAnswerError where the answer is no signature [S5.28] · AbortedError · RequestTimeoutError · ChunkLoadError
 * @see S1.4, S7.36
 * @example
 * const signature = await signMessage(foyer, { message: 'Hello' })
 */
export async function signMessage(foyer: Foyer, parameters: SignMessageParameters): Promise<Hex> {
  const session = walletSessionOf(foyer)
  return (await loadRequests()).personalSign(session, parameters)
}
