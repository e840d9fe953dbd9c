import type { Hex } from '@foyer/core/chain'
import { hashMessage, isAddressEqual, recoverAddress } from 'viem'
import { verifyHash } from 'viem/actions'
import type { Chain } from '../chains/chains.js'
import { askChain } from '../names/askChain.js'

export interface IsSignedByParameters {
  chain: Chain
  address: Hex
  message: string
  signature: Hex
  signal: AbortSignal
}

/**
 * Whether an account signed a message with `personal_sign`: with its own key, or, where it is a contract, by that contract's
 * word.
 * @throws ChainUnavailableError · the signal's reason
 * @see EIP-191, ERC-1271, ERC-6492
 */
export async function isSignedBy({
  chain,
  address,
  message,
  signature,
  signal,
}: IsSignedByParameters): Promise<boolean> {
  const hash = hashMessage(message)
  if (await isKeySignature({ hash, address, signature })) return true
  return askChain({ chain, signal, ask: (client) => verifyHash(client, { hash, address, signature }) })
}

async function isKeySignature({ hash, address, signature }: { hash: Hex; address: Hex; signature: Hex }) {
  // The two usual forms; a contract's signature may be of any other length.
  if (signature.length !== 132 && signature.length !== 130) return false
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), address)
  } catch {
    return false // what is no point of the curve is nobody's signature
  }
}
