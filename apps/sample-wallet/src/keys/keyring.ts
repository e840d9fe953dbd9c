import * as v from 'valibot'

/** A private key that was brought in by itself, for the family that it is of. */
export interface ImportedKey {
  readonly family: string
  readonly privateKey: string
}

/** The secrets that accounts derive from. The phrase serves every family; each has its own derivation path. */
export interface Keyring {
  readonly phrase: string
  /** How many accounts of the phrase are in use, in each family. */
  readonly count: number
  readonly imported: readonly ImportedKey[]
}

/** More would be a mistake, and slow to derive. */
export const mostAccounts = 20

/** How a keyring is kept. The version is that of this shape. */
export const KeptKeyring: v.GenericSchema<unknown, Keyring> = v.pipe(
  v.object({
    version: v.literal(1),
    phrase: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
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
