import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { invalidParams } from '../providerError.js'

/** An account with its key. */
export interface KeyedAccount {
  /** In base58. */
  readonly address: string
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** The account of a secret key of 32 bytes in hex. */
export function accountOf(key: string): KeyedAccount {
  const secretKey = hexToBytes(key.replace(/^0x/, ''))
  const publicKey = ed25519.getPublicKey(secretKey)
  return { address: base58.encode(publicKey), publicKey, sign: (message) => ed25519.sign(message, secretKey) }
}

/** Puts an account's signature into a transaction. @throws ProviderError where the account has no place in it */
export function signedTransaction({
  transaction,
  account,
}: {
  readonly transaction: Uint8Array
  readonly account: KeyedAccount
}): { readonly bytes: Uint8Array; readonly signature: Uint8Array } {
  const [count, start] = lengthAt(transaction, 0)
  const message = transaction.subarray(start + 64 * count)
  const header = (message[0] ?? 0) >= 0x80 ? 1 : 0
  const [, keysAt] = lengthAt(message, header + 3)
  const keys = Array.from({ length: count }, (_, index) =>
    message.subarray(keysAt + 32 * index, keysAt + 32 * (index + 1)),
  )
  const place = keys.findIndex((key) => base58.encode(key) === account.address)
  if (place < 0) throw invalidParams('The account does not sign this transaction.')
  const signature = account.sign(message)
  const bytes = transaction.slice()
  bytes.set(signature, start + 64 * place)
  return { bytes, signature: bytes.slice(start, start + 64) }
}

/** The version of a transaction's message. */
export function versionOf(transaction: Uint8Array): 'legacy' | number {
  const [count, start] = lengthAt(transaction, 0)
  const first = transaction[start + 64 * count] ?? 0
  return first >= 0x80 ? first & 0x7f : 'legacy'
}

/** A length in seven bits a byte, and where it ends. */
function lengthAt(bytes: Uint8Array, start: number): readonly [length: number, end: number] {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index] ?? 0
    length |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return [length, start + index + 1]
  }
  throw invalidParams('The transaction can not be read.')
}
