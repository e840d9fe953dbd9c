import { ChunkLoadError } from '@foyer/core/errors'
import { type Bytes, bytesToHex } from '../codec.js'
import { webEncryption, webKeyAgreement, webSignatures } from './webCrypto.js'

/** X25519 (RFC 7748). */
export interface KeyAgreement {
  publicKey(privateKey: Bytes): Promise<Bytes>
  sharedSecret(keys: { readonly privateKey: Bytes; readonly publicKey: Bytes }): Promise<Bytes>
}

/** Ed25519 (RFC 8032). */
export interface Signatures {
  publicKey(seed: Bytes): Promise<Bytes>
  sign(input: { readonly seed: Bytes; readonly message: Bytes }): Promise<Bytes>
  verify(input: { readonly publicKey: Bytes; readonly message: Bytes; readonly signature: Bytes }): Promise<boolean>
}

/** ChaCha20-Poly1305 (RFC 8439) without associated data; the tag's 16 bytes stand behind the ciphertext. */
export interface Encryption {
  seal(input: { readonly key: Bytes; readonly iv: Bytes; readonly plaintext: Bytes }): Promise<Bytes>
  open(input: { readonly key: Bytes; readonly iv: Bytes; readonly sealed: Bytes }): Promise<Bytes>
}

/**
 * Who calculates: each is chosen, and fetched where it isn't the platform's, when it is first called for.
 *
 * @throws ChunkLoadError
 */
export interface Algorithms {
  /** WebCrypto, which has the hashes wherever it is; undefined in pages of insecure origins. */
  readonly subtle: SubtleCrypto | undefined
  agreement(): Promise<KeyAgreement>
  signatures(): Promise<Signatures>
  encryption(): Promise<Encryption>
}

/** Of each algorithm WebCrypto's, where there is one that gets a known answer right, else noble's, which is loaded only then. */
export function chooseAlgorithms(subtle: SubtleCrypto | undefined): Algorithms {
  const agreement = firstThatWorks<KeyAgreement>({
    web: subtle && webKeyAgreement(subtle),
    works: async ({ publicKey }) => startsAs(await publicKey(sevens()), knownAnswers.x25519),
    noble: async () => (await loadNoble()).nobleKeyAgreement,
  })
  const signatures = firstThatWorks<Signatures>({
    web: subtle && webSignatures(subtle),
    works: async ({ publicKey, sign, verify }) => {
      const message = sevens()
      const own = await publicKey(sevens())
      const signature = await sign({ seed: sevens(), message })
      return startsAs(own, knownAnswers.ed25519) && (await verify({ publicKey: own, message, signature }))
    },
    noble: async () => (await loadNoble()).nobleSignatures({ subtle }),
  })
  const encryption = firstThatWorks<Encryption>({
    web: subtle && webEncryption(subtle),
    works: async ({ seal }) =>
      startsAs(
        await seal({ key: sevens(), iv: new Uint8Array(12), plaintext: new Uint8Array(3) }),
        knownAnswers.chaCha,
      ),
    noble: async () => (await loadNoble()).nobleEncryption,
  })
  return { subtle, agreement, signatures, encryption }
}

const sevens = () => new Uint8Array(32).fill(7)

/** How the answers of a working implementation begin, to keys of 32 sevens: a wrong one is wrong from its first byte on. */
const knownAnswers = { x25519: '13be4fea', ed25519: 'ea4a6c63', chaCha: '378429e8' } as const
const startsAs = (bytes: Bytes, hex: string) => bytesToHex(bytes).startsWith(hex)

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
  // A platform that lacks an algorithm says so by an error: that is the answer to the question.
  const choose = async () => (web && (await works(web).catch(() => false)) ? web : noble())
  let chosen: Promise<T> | undefined
  return () => {
    chosen ??= choose().catch((cause: unknown) => {
      chosen = undefined
      throw cause
    })
    return chosen
  }
}

/** Loads noble's algorithms, all in one chunk. @throws {@link ChunkLoadError} */
export const loadNoble = (): Promise<typeof import('./noble.js')> =>
  import('./noble.js').catch((cause: unknown) => {
    throw new ChunkLoadError({ chunk: 'noble', cause })
  })
