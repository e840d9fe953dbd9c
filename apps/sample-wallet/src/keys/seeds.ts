import { mnemonicToSeedSync } from '@scure/bip39'
import { createOnce } from './once.js'

/** The seed of a phrase (BIP-39), without a passphrase. */
export type SeedOf = (phrase: string) => Uint8Array

/** Computes each seed once for every family: its 2,048 rounds take a tenth of a second. */
export function createSeeds(): SeedOf {
  const once = createOnce<Uint8Array>()
  return (phrase) => once(phrase, () => mnemonicToSeedSync(phrase))
}
