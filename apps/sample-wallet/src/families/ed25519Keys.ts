import type { SeedOf } from '@foyer/signing'
import { deriveEd25519 } from '@foyer/signing/slip10'
import { ed25519 } from '@noble/curves/ed25519.js'
import { equalBytes } from '@noble/curves/utils.js'

/** The seed of a phrase's account in a family whose keys are of Ed25519 (SLIP-10). @param of.path - all of it hardened */
export const phraseSeed = ({
  phrase,
  seedOf,
  path,
}: {
  readonly phrase: string
  readonly seedOf: SeedOf
  readonly path: readonly number[]
}): Uint8Array => deriveEd25519({ seed: seedOf(phrase), path })

/** A seed with its public key behind it, as most wallets write a key. */
export const keyPair = (seed: Uint8Array): Uint8Array => Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)])

/** The seed of such a pair. @returns undefined where the public key is another's */
export function seedIn(pair: Uint8Array): Uint8Array | undefined {
  const seed = pair.subarray(0, 32)
  return pair.length === 64 && equalBytes(keyPair(seed), pair) ? seed : undefined
}

/** Decodes a text. @returns undefined for what isn't written so */
export function decoded(decode: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return decode(text)
  } catch {
    return undefined // letters that aren't its own, or a checksum that fails
  }
}
