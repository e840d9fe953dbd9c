import type { Hex } from '@foyer/core/hex'
import { evmSignerKind } from '@foyer/evm/signerKind'
import type { Chain } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { ChainUnavailableError } from '../chains/refusals.js'

export interface SignedMessage {
  /** of the network that the account is on */
  readonly chain: Chain
  readonly address: Hex
  readonly message: string
  readonly signature: Hex
  readonly signal: AbortSignal
}

/**
 * Finds out who signed a message with `personal_sign`. A contract is asked by one capped call, never by a transaction.
 * @returns `key` where the address's own key did, so that the address is its owner's on every EVM chain; `contract` where
 * the contract at the address, deployed or about to be, says on the network that it did; null where the account didn't
 * @throws ChainUnavailableError · the signal's reason
 * @see EIP-191, ERC-1271, ERC-6492
 */
export async function findSigner({ chain, signal, ...signed }: SignedMessage): Promise<'key' | 'contract' | null> {
  const ask = async ({ method, params }: { method: string; params: readonly unknown[] }) => {
    const [outcome] = await chain.request({ calls: [{ method, params }], signal })
    if (outcome !== undefined && 'result' in outcome) return outcome.result
    throw new ChainUnavailableError({ chainId: chain.id, cause: outcome?.error })
  }
  const kind = await orUnavailable(chain.id, evmSignerKind({ ...signed, networkId: chain.id, ask }))
  return kind ?? null
}
