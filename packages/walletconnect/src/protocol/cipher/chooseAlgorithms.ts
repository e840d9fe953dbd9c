import type { Bytes } from '../codec/bytes.js'
import { bytesToHex } from '../codec/hex.js'
import type { Algorithms, Encryption, KeyAgreement, Signatures } from './algorithms.js'
import { loadNoble } from './loadNoble.js'
import { webEncryption, webKeyAgreement, webSignatures } from './webCrypto.js'

/** Of each algorithm WebCrypto's, where there is one that gets a known answer right, else noble's, which is fetched only then. */
export function chooseAlgorithms(subtle: SubtleCrypto | undefined): Algorithms {
  const nobleCurves = async () =>
    subtle ? { ...(await import('./nobleCurves.js')), sha512: undefined } : import('./nobleHashes.js')
  const agreement = firstThatWorks<KeyAgreement>({
    web: subtle && webKeyAgreement(subtle),
    works: async ({ publicKey }) => startsAs(await publicKey(sevens()), knownAnswers.x25519),
    noble: async () => (await nobleCurves()).nobleKeyAgreement,
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
      const { nobleSignatures, sha512 } = await nobleCurves()
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
  return { subtle, agreement, signatures, encryption }
}

const sevens = () => new Uint8Array(32).fill(7)

/** How the answers of a working implementation begin, to keys of 32 sevens: a wrong one is wrong from its first byte on. */
const knownAnswers = { x25519: '13be4feaeaf204c7', ed25519: 'ea4a6c63e29c520a', chaCha: '378429e8e6493c84' } as const
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
  const choose = async () => (web && (await works(web).catch(() => false)) ? web : loadNoble(noble))
  let chosen: Promise<T> | undefined
  return () => {
    chosen ??= choose().catch((cause: unknown) => {
      chosen = undefined
      throw cause
    })
    return chosen
  }
}
