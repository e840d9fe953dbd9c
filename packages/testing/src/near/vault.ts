import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base64, hex } from '@scure/base'

/**
 * A key of a wallet of NEAR. It signs by the standards' words alone, written here, and by the platform's own Ed25519:
 * nothing of it is the kit's.
 */
export interface NearKey {
  readonly accountId: string
  /** `ed25519:` and base58 */
  readonly publicKey: string
  /** By NEP-413. @returns base64 */
  signMessage(asked: {
    readonly message: string
    readonly nonce: Uint8Array
    readonly recipient: string
  }): Promise<string>
  /** Signs a transaction's bytes. @returns the signed transaction */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>
  transferTo(of: {
    readonly receiverId: string
    readonly deposit: bigint
    readonly nonce: number
    readonly blockHash: string
  }): Uint8Array
}

/** A private key of RFC 8410 is its seed behind these bytes. */
const pkcs8 = hex.decode('302e020100300506032b657004220420')

/** Opens a key of NEAR's. Without a name the account is called by its key. */
export function nearKey({ key, name }: { readonly key: string; readonly name?: string | undefined }): NearKey {
  const seed = hex.decode(key)
  const point = ed25519.getPublicKey(seed)
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const own = await crypto.subtle.importKey('pkcs8', Uint8Array.from([...pkcs8, ...seed]), 'Ed25519', false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('Ed25519', own, Uint8Array.from(sha256(bytes))))
  }
  const accountId = name ?? hex.encode(point)
  return {
    accountId,
    publicKey: `ed25519:${base58.encode(point)}`,
    async signMessage({ message, nonce, recipient }) {
      if (nonce.length !== 32) throw new Error('A nonce has 32 bytes.')
      const tag = number(4, 2n ** 31n + 413n)
      return base64.encode(await sign(joined(tag, text(message), nonce, text(recipient), Uint8Array.of(0))))
    },
    signTransaction: async (transaction) => joined(transaction, Uint8Array.of(0), await sign(transaction)),
    transferTo: ({ receiverId, deposit, nonce, blockHash }) =>
      joined(
        ...[text(accountId), Uint8Array.of(0), point, number(8, BigInt(nonce)), text(receiverId)],
        ...[base58.decode(blockHash), number(4, 1n), Uint8Array.of(3), number(16, deposit)],
      ),
  }
}

/** The lowest byte first. */
const number = (length: number, value: bigint): Uint8Array =>
  hex.decode(value.toString(16).padStart(2 * length, '0')).reverse()

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return joined(number(4, BigInt(bytes.length)), bytes)
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
