import type { Hex } from '@foyer/core/chain'
import { hashMessage, isAddressEqual, recoverAddress } from 'viem'
import { verifyHash } from 'viem/actions'
import type { Chain } from '../chains/chains.js'
import { askChain } from '../names/askChain.js'

export interface SignedMessage {
  /** of the network that the account is on */
  readonly chain: Chain
  readonly address: Hex
  readonly message: string
  readonly signature: Hex
  readonly signal: AbortSignal
}

/**
 * Finds out who signed a message with `personal_sign`.
 * @returns `key` where the address's own key did, so that the address is its owner's on every EVM chain; `contract` where
 * the contract at the address, deployed or about to be, says on the network that it did; null where the account didn't
 * @throws ChainUnavailableError · the signal's reason
 * @see EIP-191, ERC-1271, ERC-6492
 */
export async function findSigner({
  chain,
  address,
  message,
  signature,
  signal,
}: SignedMessage): Promise<'key' | 'contract' | null> {
  const hash = hashMessage(message)
  if (await isKeySignature({ hash, address, signature })) return 'key'
  // Only ever a call, never a transaction: whatever a contract does meanwhile is forgotten by the node.
  const isContracts = await askChain({
    chain,
    signal,
    ask: (client) => verifyHash(client, { hash, address, signature }),
  })
  return isContracts ? 'contract' : null
}

async function isKeySignature({ hash, address, signature }: { hash: Hex; address: Hex; signature: Hex }) {
  // The two usual forms; a contract's signature may be of any other length.
  if (signature.length !== 132 && signature.length !== 130) return false
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), address)
  } catch {
    return false // what is no point of the curve is no signature
  }
}
