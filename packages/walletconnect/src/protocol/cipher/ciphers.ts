import type { Bytes } from '../codec.js'
import { UndecryptableError, UnusableKeyError } from '../errors.js'
import { type Algorithms, chooseAlgorithms, loadNoble } from './algorithms.js'

/** A pair of keys, 32 bytes each. Its owner fills the private key with zeros when it is needed no more. */
export interface KeyPair {
  readonly privateKey: Bytes
  readonly publicKey: Bytes
}

/**
 * The cryptography of the protocol: here what messages are encrypted with. What they are decrypted with are functions over it, which come
 * with the code that reads: `deriveSymKey`, `openSealed`. Keys are bytes; none is ever part of an error.
 * Every call may load a piece of code, and then rejects with a `ChunkLoadError` where that can't be had.
 */
export interface Ciphers {
  /** From the random source that it was made with. */
  randomBytes(length: number): Bytes
  sha256(bytes: Bytes): Promise<Bytes>
  /** A new X25519 pair. */
  newKeyPair(): Promise<KeyPair>
  /**
   * The Ed25519 public key of a seed of 32 bytes.
   * @throws UnusableKeyError for a seed of another length
   */
  signingKey(seed: Bytes): Promise<Bytes>
  /**
   * An Ed25519 signature, 64 bytes.
   * @throws UnusableKeyError for a seed of another length
   */
  sign(input: { readonly seed: Bytes; readonly message: Bytes }): Promise<Bytes>
  /**
   * ChaCha20-Poly1305: the ciphertext with its tag of 16 bytes.
   * @throws UnusableKeyError for a key of another length
   */
  seal(input: { readonly key: Bytes; readonly iv: Bytes; readonly plaintext: Bytes }): Promise<Bytes>
  /** For the functions that read. */
  readonly algorithms: Algorithms
}

/** The part of the platform's `crypto` that is used. Pages of insecure origins have no `subtle`. */
export interface PlatformCrypto {
  readonly subtle?: SubtleCrypto | undefined
  getRandomValues(bytes: Bytes): unknown
}

/**
 * The cryptography of the protocol: by WebCrypto where it has the algorithm and gets a known answer right, else by noble,
 * which is fetched only then, in pieces (curves, ChaCha, hashes, key derivation).
 *
 * @example
 * const ciphers = createCiphers({ crypto: globalThis.crypto })
 * const { privateKey, publicKey } = await ciphers.newKeyPair()
 */
export function createCiphers({ crypto }: { readonly crypto: PlatformCrypto }): Ciphers {
  const { subtle } = crypto
  const algorithms = chooseAlgorithms(subtle)
  const randomBytes = (length: number): Bytes => {
    const bytes = new Uint8Array(length)
    crypto.getRandomValues(bytes)
    return bytes
  }
  return {
    randomBytes,
    async sha256(bytes) {
      if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
      return (await loadNoble()).nobleSha256(bytes)
    },
    async newKeyPair() {
      const privateKey = randomBytes(32)
      return { privateKey, publicKey: await (await algorithms.agreement()).publicKey(privateKey) }
    },
    async signingKey(seed) {
      requireKey(seed)
      return (await algorithms.signatures()).publicKey(seed)
    },
    async sign(input) {
      requireKey(input.seed)
      return (await algorithms.signatures()).sign(input)
    },
    async seal(input) {
      requireKey(input.key)
      return (await algorithms.encryption()).seal(input)
    },
    algorithms,
  }
}

/** @throws {@link UnusableKeyError} where a key has another length than 32 bytes */
export function requireKey(key: Bytes): void {
  if (key.length !== 32) throw new UnusableKeyError({ fault: 'length' })
}

/**
 * Undoes `Ciphers.seal`.
 *
 * @throws {@link UndecryptableError} whatever is wrong: key, iv, tag or length · UnusableKeyError for a key of another length
 */
export async function openSealed({
  ciphers,
  key,
  iv,
  sealed,
}: {
  readonly ciphers: Ciphers
  readonly key: Bytes
  readonly iv: Bytes
  readonly sealed: Bytes
}): Promise<Bytes> {
  requireKey(key)
  const { open } = await ciphers.algorithms.encryption()
  return open({ key, iv, sealed }).catch((cause: unknown) => {
    throw new UndecryptableError({ cause })
  })
}
