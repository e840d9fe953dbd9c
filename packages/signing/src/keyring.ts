import type { Output } from '@foyer/core/wire'
import { mnemonicToSeedSync } from '@scure/bip39'
import * as v from 'valibot'

/** An imported private key and its family. */
export interface ImportedKey {
  readonly family: string
  readonly privateKey: string
}

/** More would be a mistake, and slow to derive. */
export const mostAccounts = 20

/** The stored format of a keyring, with its version. */
export const KeptKeyring = v.pipe(
  v.object({
    version: v.literal(1),
    phrase: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
    /** How many accounts of the phrase are in use, in each family. */
    count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostAccounts)),
    imported: v.pipe(
      v.array(
        v.object({ family: v.pipe(v.string(), v.maxLength(16)), privateKey: v.pipe(v.string(), v.maxLength(256)) }),
      ),
      v.maxLength(mostAccounts),
    ),
  }),
  v.transform(({ phrase, count, imported }) => ({ phrase, count, imported })),
)
/** The secrets that accounts derive from. The phrase serves every family; each has its own derivation path. */
export type Keyring = Output<typeof KeptKeyring>

/** The seed of a phrase (BIP-39), without a passphrase. */
export type SeedOf = (phrase: string) => Uint8Array

/** Computes each seed once for every family: its 2,048 rounds take a tenth of a second. */
export function createSeeds(): SeedOf {
  const once = createOnce<Uint8Array>()
  return (phrase) => once(phrase, () => mnemonicToSeedSync(phrase))
}

/** Returns what was made by a name before, else makes it. Deriving a key is slow, and views ask for addresses whenever they draw. */
export function createOnce<Value>(): (name: string, make: () => Value) => Value {
  const made = new Map<string, Value>()
  return (name, make) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const value = make()
    made.set(name, value)
    return value
  }
}
