import { messageBytes, type SignedText, type SiwxVerifier } from '@foyer/core/siwx'
import { base58 } from '@scure/base'
import { isEd25519Signature } from './ed25519.js'
import { isOffchain, isSame, offchainForms, offchainText, readEnvelope } from './offchain.js'

/** A message that an account is said to have signed. */
export interface SolanaSignedMessage {
  /** base58 of 32 bytes */
  readonly address: string
  readonly message: string | Uint8Array
  /** base58 of 64 bytes, or of an off-chain message's envelope with that of its only signer */
  readonly signature: string
  /**
   * The bytes that the wallet says it has signed, where they differ from the message: it has to be the message, or an
   * off-chain message of it.
   */
  readonly signed?: Uint8Array | undefined
}

/** Longer than any envelope of a sign-in, and short enough to be read: the time that base58 takes grows by the square. */
const longestEnvelope = 4_096

/**
 * Whether an account signed a message with Ed25519: the message's own bytes, or an off-chain message of version 0 or 1 around them, as hardware wallets
 * and the command line write it (X8). Where that names an application's domain, the signature has to come in its envelope, or with the signed bytes. Keys,
 * points and numbers in other than their one form, and those of small order, are refused.
 *
 * @example verifySolanaMessage({ address, message: 'Hello', signature })
 */
export function verifySolanaMessage({ address, message, signature, signed }: SolanaSignedMessage): boolean {
  const publicKey = decoded(address, 64)
  const text = messageBytes(message)
  const written = decoded(signature, longestEnvelope)
  const envelope = written?.length === 64 ? { signature: written, message: signed } : written && readEnvelope(written)
  if (publicKey?.length !== 32 || !envelope || !text) return false
  if (signed && envelope.message && !isSame(signed, envelope.message)) return false
  return formsOf({ text, publicKey, signed: envelope.message }).some((form) =>
    isEd25519Signature({ signature: envelope.signature, message: form, publicKey }),
  )
}

/**
 * Returns the forms of a text that may have been signed: what the wallet says, if that is of the text, or else each way in which wallets sign it. Bytes that
 * are an off-chain message stand for the text in it and never for themselves, so that no signature holds for two.
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
  const own = isOffchain(text) ? [] : [text]
  if (!signed) return [...own, ...offchainForms({ text, publicKey })]
  const inside = isOffchain(signed) ? offchainText({ bytes: signed, publicKey }) : signed
  return inside !== undefined && isSame(inside, text) ? [signed] : []
}

function decoded(text: string, longest: number): Uint8Array | undefined {
  if (text.length > longest) return undefined
  try {
    return base58.decode(text)
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
