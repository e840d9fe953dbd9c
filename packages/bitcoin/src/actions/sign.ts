import type { FamilyWallet, Signature } from '@foyer/core'
import { textToSign } from '@foyer/core/connector'
import { AbortedError } from '@foyer/core/errors'
import { readAddress } from '../addresses/readAddress.js'
import { MethodNotSupportedError } from '../errors.js'
import type { SigningProtocol } from '../family.js'

/** Segwit and Taproot addresses sign by BIP-322; older ones, which it is seldom implemented for, by ECDSA with a recoverable key. */
export function protocolFor(address: string): SigningProtocol {
  const type = readAddress(address)?.type
  return type === 'p2pkh' || type === 'p2sh' ? 'ecdsa' : 'bip322'
}

/**
 * Has the visitor sign a message.
 *
 * @returns the signature in base64
 * @throws MessageNotTextError for bytes that are no text · MethodNotSupportedError, and what wallets throw
 * @see BIP-322
 */
export async function signMessage({
  wallet: {
    account: { address, publicKey },
    provider,
  },
  message,
  signal,
}: {
  readonly wallet: FamilyWallet<'bip122'>
  readonly message: string | Uint8Array
  readonly signal?: AbortSignal | undefined
}): Promise<Signature> {
  if (!provider.signMessage) throw new MethodNotSupportedError({ method: 'signMessage' })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const { signature } = await provider.signMessage({
    address,
    message: textToSign(message),
    protocol: protocolFor(address),
    signal,
  })
  return { signature, publicKey }
}
