import { ChunkLoadError } from '@foyer/core/errors'
import type { Bytes } from '../codec/bytes.js'
import { bytesToHex } from '../codec/hex.js'
import type { Encryption, Hashes, KeyAgreement, Signatures } from './algorithms.js'
import { UndecryptableError } from './UndecryptableError.js'
import { UnusableKeyError } from './UnusableKeyError.js'
import { webEncryption, webHashes, webKeyAgreement, webSignatures } from './webCrypto.js'

/** A pair of keys, 32 bytes each. Whoever has one fills its private key with zeros when it is needed no more. */
export interface KeyPair {
  readonly privateKey: Bytes
  readonly publicKey: Bytes
}

/**
 * All the cryptography of the protocol. Keys are bytes; none is ever part of an error.
 * Every call may load a piece of code, and then rejects with a `ChunkLoadError` where that can't be had.
 */
export interface Ciphers {
  /** From the random source that it was made with. */
  randomBytes(length: number): Bytes
  sha256(bytes: Bytes): Promise<Bytes>
  /** HKDF-SHA-256 of a shared secret, without salt and info, 32 bytes long. */
  hkdf(secret: Bytes): Promise<Bytes>
  /** A new X25519 pair. */
  newKeyPair(): Promise<KeyPair>
  /**
   * What both sides of an X25519 exchange have in common, 32 bytes.
   * @throws {@link UnusableKeyError} for a key of another length, and one that makes the same secret with every other (of low order)
   */
  sharedSecret(keys: KeyPair): Promise<Bytes>
  /** The Ed25519 public key of a seed of 32 bytes. */
  signingKey(seed: Bytes): Promise<Bytes>
  /** An Ed25519 signature, 64 bytes. */
  sign(input: { readonly seed: Bytes; readonly message: Bytes }): Promise<Bytes>
  /** Whether an Ed25519 signature is right; a malformed one isn't. */
  verify(input: { readonly publicKey: Bytes; readonly message: Bytes; readonly signature: Bytes }): Promise<boolean>
  /** ChaCha20-Poly1305: the ciphertext with its tag of 16 bytes. */
  seal(input: { readonly key: Bytes; readonly iv: Bytes; readonly plaintext: Bytes }): Promise<Bytes>
  /**
   * Undoes `seal`.
   * @throws {@link UndecryptableError} whatever is wrong: key, iv, tag or length
   */
  open(input: { readonly key: Bytes; readonly iv: Bytes; readonly sealed: Bytes }): Promise<Bytes>
}

/** The part of the platform's `crypto` that is used. Pages of insecure origins have no `subtle`. */
export interface PlatformCrypto {
  readonly subtle?: SubtleCrypto | undefined
  getRandomValues(bytes: Bytes): unknown
}

/**
 * The cryptography of the protocol: by WebCrypto where it has the algorithm and gets a known answer right, else by noble,
 * which is fetched only then, in pieces (X25519, Ed25519, ChaCha, hashes).
 *
 * @example
 * const ciphers = createCiphers({ crypto: globalThis.crypto })
 * const { privateKey, publicKey } = await ciphers.newKeyPair()
 */
export function createCiphers({ crypto }: { readonly crypto: PlatformCrypto }): Ciphers {
  const { subtle } = crypto
  const agreement = firstThatWorks<KeyAgreement>({
    web: subtle && webKeyAgreement(subtle),
    works: async ({ publicKey }) => startsAs(await publicKey(sevens()), knownAnswers.x25519),
    noble: async () => (await import('./nobleX25519.js')).nobleKeyAgreement,
  })
  const signatures = firstThatWorks<Signatures>({
    web: subtle && webSignatures(subtle),
    works: async ({ publicKey, sign, verify }) => {
      const message = sevens()
      const own = await publicKey(sevens())
      const signature = await sign({ seed: sevens(), message })
      return startsAs(own, knownAnswers.ed25519) && (await verify({ publicKey: own, message, signature }))
    },
    noble: async () => {
      const [{ nobleSignatures }, { sha512 }] = await Promise.all([
        import('./nobleEd25519.js'),
        subtle ? { sha512: undefined } : import('./nobleHashes.js'),
      ])
      return nobleSignatures({ sha512 })
    },
  })
  const encryption = firstThatWorks<Encryption>({
    web: subtle && webEncryption(subtle),
    works: async ({ seal }) =>
      startsAs(
        await seal({ key: sevens(), iv: new Uint8Array(12), plaintext: new Uint8Array(3) }),
        knownAnswers.chaCha,
      ),
    noble: async () => (await import('./nobleChaCha.js')).nobleEncryption,
  })
  // SHA-256 and HKDF are wherever WebCrypto is.
  const hashes = firstThatWorks<Hashes>({
    web: subtle && webHashes(subtle),
    works: async () => true,
    noble: async () => (await import('./nobleHashes.js')).nobleHashes,
  })

  const randomBytes = (length: number): Bytes => {
    const bytes = new Uint8Array(length)
    crypto.getRandomValues(bytes)
    return bytes
  }
  return {
    randomBytes,
    sha256: async (bytes) => (await hashes()).sha256(bytes),
    hkdf: async (secret) => (await hashes()).hkdf(secret),
    async newKeyPair() {
      const privateKey = randomBytes(32)
      return { privateKey, publicKey: await (await agreement()).publicKey(privateKey) }
    },
    sharedSecret: async (keys) => sharedSecretOf(await agreement(), keys),
    async signingKey(seed) {
      requireKey(seed)
      return (await signatures()).publicKey(seed)
    },
    async sign(input) {
      requireKey(input.seed)
      return (await signatures()).sign(input)
    },
    verify: async (input) => verifyWith(await signatures(), input),
    async seal(input) {
      requireKey(input.key)
      return (await encryption()).seal(input)
    },
    async open(input) {
      requireKey(input.key)
      const { open } = await encryption()
      return open(input).catch((cause: unknown) => {
        throw new UndecryptableError({ cause })
      })
    },
  }
}

const sevens = () => new Uint8Array(32).fill(7)

/** How the answers of a working implementation begin, to keys of 32 sevens: a wrong one is wrong from its first byte on. */
const knownAnswers = { x25519: '13be4feaeaf204c7', ed25519: 'ea4a6c63e29c520a', chaCha: '378429e8e6493c84' } as const
const startsAs = (bytes: Bytes, hex: string) => bytesToHex(bytes).startsWith(hex)

function requireKey(key: Bytes): void {
  if (key.length !== 32) throw new UnusableKeyError({ fault: 'length' })
}

async function sharedSecretOf(agreement: KeyAgreement, keys: KeyPair): Promise<Bytes> {
  requireKey(keys.privateKey)
  requireKey(keys.publicKey)
  const secret = await agreement.sharedSecret(keys).catch((cause: unknown) => {
    throw new UnusableKeyError({ fault: 'weak', cause })
  })
  // RFC 7748 §6.1: implementations may leave this check to who calls them.
  if (secret.every((byte) => byte === 0)) throw new UnusableKeyError({ fault: 'weak' })
  return secret
}

async function verifyWith(signatures: Signatures, input: Parameters<Signatures['verify']>[0]): Promise<boolean> {
  if (input.publicKey.length !== 32 || input.signature.length !== 64) return false
  try {
    return await signatures.verify(input)
  } catch {
    // Bytes that are no point of the curve: not a signature, in the words of some implementations.
    return false
  }
}

/** Tries once, at the first call; what couldn't be loaded is tried again at the next. */
function firstThatWorks<T>({
  web,
  works,
  noble,
}: {
  readonly web: T | undefined
  readonly works: (candidate: T) => Promise<boolean>
  readonly noble: () => Promise<T>
}): () => Promise<T> {
  const choose = async () => {
    // A platform that lacks an algorithm says so by an error: that is the answer to the question.
    if (web && (await works(web).catch(() => false))) return web
    return noble().catch((cause: unknown) => {
      throw new ChunkLoadError({ chunk: 'noble', cause })
    })
  }
  let chosen: Promise<T> | undefined
  return () => {
    chosen ??= choose().catch((cause: unknown) => {
      chosen = undefined
      throw cause
    })
    return chosen
  }
}
