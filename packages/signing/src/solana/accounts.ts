import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { base58 } from '@scure/base'
import * as v from 'valibot'
import type { Keyring, SeedOf } from '../keyring.js'
import { createOnce } from '../keyring.js'
import { deriveEd25519 } from './slip10.js'

/** An account that signs with Ed25519. */
export interface SolanaAccount {
  /** The public key in base58. */
  readonly address: string
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

/** The accounts of a keyring on Solana: the imported keys, and those of the phrase at `m/44'/501'/n'/0'`, as Solana's wallets derive them. */
export function createSolanaAccounts(seedOf: SeedOf): (keyring: Keyring) => readonly SolanaAccount[] {
  const once = createOnce<SolanaAccount>()
  return ({ phrase, count, imported }) => [
    ...imported.flatMap(({ family, privateKey }) =>
      family === 'solana' ? [once(privateKey, () => accountOf(base58.decode(privateKey).subarray(0, 32)))] : [],
    ),
    ...Array.from({ length: count }, (_, account) =>
      once(`${phrase}/${account}`, () =>
        accountOf(deriveEd25519({ seed: seedOf(phrase), path: [44, 501, account, 0] })),
      ),
    ),
  ]
}

function accountOf(secret: Uint8Array): SolanaAccount {
  return {
    address: base58.encode(ed25519.getPublicKey(secret)),
    sign: (bytes) => ed25519.sign(bytes, secret),
  }
}

const KeyFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
  v.length(64),
  v.transform((bytes) => Uint8Array.from(bytes)),
)
const KeyText = v.pipe(
  v.string(),
  v.regex(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/),
  v.transform((text) => base58.decode(text)),
  v.check((bytes) => bytes.length === 64),
)

/**
 * A private key as Solana's wallets export it (the secret and the public key in base58) or as its tools keep it (a JSON array of those 64 bytes).
 * @returns the former; undefined where the public key isn't the secret's
 */
export function readSolanaKey(text: string): string | undefined {
  const { success, output } = v.safeParse(v.union([KeyText, KeyFile]), text)
  if (!success) return undefined
  const secret = output.subarray(0, 32)
  const whole = concatBytes(secret, ed25519.getPublicKey(secret))
  return equalBytes(whole, output) ? base58.encode(whole) : undefined
}
