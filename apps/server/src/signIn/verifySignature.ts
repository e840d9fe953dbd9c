import { bitcoinVerifier } from '@foyer/bitcoin/verify'
import { isHex } from '@foyer/core/chain'
import type { SignedText } from '@foyer/core/siwx'
import { solanaVerifier } from '@foyer/solana/verify'
import type { Chains } from '../chains/chains.js'
import { findSigner } from '../signatures/findSigner.js'

/** Whether an account signed a message: of a family without a verifier none did. @throws ChainUnavailableError · UnknownChainError */
export type VerifySignature = (signed: SignedText & { readonly signal: AbortSignal }) => Promise<boolean>

/** Verifies with the server's own networks: a contract's signature is asked of its chain (X6). */
export function createVerifySignature({ chains }: { chains: Chains }): VerifySignature {
  const others = [solanaVerifier(), bitcoinVerifier()]
  return async (signed) => {
    const { networkId, address, message, signature, signal } = signed
    if (networkId.startsWith('eip155:')) {
      if (!isHex(address) || !isHex(signature)) return false
      return (await findSigner({ chain: chains.get(networkId), address, message, signature, signal })) !== null
    }
    const verifier = others.find(({ family }) => networkId.startsWith(`${family}:`))
    return (await verifier?.verify(signed)) ?? false
  }
}
