import { messageBytes, type SignedText, type SiwxVerifier } from '@foyer/core/siwx'
import { base58 } from '@scure/base'
import { isEd25519Signature } from './ed25519.js'
import { isSame, offchainMessage, offchainText } from './offchain.js'

/** A message that an account is said to have signed. */
export interface SolanaSignedMessage {
  /** base58 of 32 bytes */
  readonly address: string
  readonly message: string | Uint8Array
  /** base58 of 64 bytes */
  readonly signature: string
  /**
   * The bytes that the wallet says it has signed, where they differ from the message: it has to be the message, or an
   * off-chain message of it.
   */
  readonly signed?: Uint8Array | undefined
}

/**
 * Whether an account signed a message with Ed25519: the message's own bytes, or an off-chain message of version 0 around them, as hardware wallets
 * and the command line write it (X8). Keys, points and numbers in other than their one form, and those of small order, are refused.
 *
 * @example verifySolanaMessage({ address, message: 'Hello', signature })
 */
export function verifySolanaMessage({ address, message, signature, signed }: SolanaSignedMessage): boolean {
  const publicKey = decoded(address, 32)
  const bytes = decoded(signature, 64)
  const text = messageBytes(message)
  if (!publicKey || !bytes || !text) return false
  return formsOf({ text, publicKey, signed }).some((form) =>
    isEd25519Signature({ signature: bytes, message: form, publicKey }),
  )
}

/**
 * Returns the forms of a text that may have been signed: what the wallet says, if that is of the text, or else each way
 * in which wallets sign it.
 */
function formsOf({
  text,
  publicKey,
  signed,
}: {
  readonly text: Uint8Array
  readonly publicKey: Uint8Array
  readonly signed: Uint8Array | undefined
}): readonly Uint8Array[] {
  const forms = [
    text,
    ...[false, true].flatMap((withoutSigners) => offchainMessage({ text, publicKey, withoutSigners }) ?? []),
  ]
  if (!signed) return forms
  const inside = offchainText({ bytes: signed, publicKey })
  const isOfText = forms.some((form) => isSame(form, signed)) || (inside !== undefined && isSame(inside, text))
  return isOfText ? [signed] : []
}

function decoded(text: string, length: number): Uint8Array | undefined {
  if (text.length > 2 * length) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined // letters that base58 has not
  }
}

/**
 * Verifies signed messages of Solana accounts, without any request: {@link verifySolanaMessage} says what is taken.
 *
 * @see CAIP-122, its profile for Solana
 * @example await solanaVerifier().verify({ networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address, message, signature })
 */
export function solanaVerifier(): SiwxVerifier {
  return {
    family: 'solana',
    verify: async ({ networkId, address, message, signature }: SignedText) =>
      networkId.startsWith('solana:') && verifySolanaMessage({ address, message, signature }),
  }
}
