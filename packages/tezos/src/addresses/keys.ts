import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import { type AddressKind, type Mark, readMarked, writeAddress, writeMarked } from './address.js'

export type Curve = 'ed25519' | 'secp256k1' | 'p256'

const edpk: Mark = [0x0d, 0x0f, 0x25, 0xd9]

/** How each curve's keys and signatures are marked, and of which kind the addresses of its keys are. */
const curves: readonly {
  readonly curve: Curve
  readonly kind: AddressKind
  readonly key: { readonly mark: Mark; readonly length: number }
  readonly signature: Mark
}[] = [
  {
    ...{ curve: 'ed25519', kind: 'tz1', signature: [0x09, 0xf5, 0xcd, 0x86, 0x12] },
    key: { mark: edpk, length: 32 },
  },
  {
    ...{ curve: 'secp256k1', kind: 'tz2', signature: [0x0d, 0x73, 0x65, 0x13, 0x3f] },
    key: { mark: [0x03, 0xfe, 0xe2, 0x56], length: 33 },
  },
  {
    ...{ curve: 'p256', kind: 'tz3', signature: [0x36, 0xf0, 0x2c, 0x34] },
    key: { mark: [0x03, 0xb2, 0x8b, 0x7f], length: 33 },
  },
]

/** A signature that doesn't say by which curve. */
const anyCurve: Mark = [0x04, 0x82, 0x2b]
const signatureLength = 64

export interface PublicKey {
  readonly curve: Curve
  readonly bytes: Uint8Array
  /** The account that it signs for. */
  readonly address: string
}

/** Reads a public key: `edpk…`, `sppk…` or `p2pk…`. @returns undefined for a key of BLS, and for what is none */
export function readKey(written: string): PublicKey | undefined {
  for (const { curve, kind, key } of curves) {
    const bytes = readMarked(written, key)
    if (bytes) return { curve, bytes, address: writeAddress(kind, blake2b(bytes, { dkLen: 20 })) }
  }
  return undefined
}

/** A key as it is written today: older wallets say the 32 bytes of one of ed25519 in hexadecimal. */
export const writtenKey = (said: string): string =>
  /^[\da-f]{64}$/.test(said) ? writeMarked(edpk, hex.decode(said)) : said

/** Reads a signature of 64 bytes: `edsig…`, `spsig1…`, `p2sig…`, or `sig…`, which is any curve's. @returns undefined for one of BLS, and for what is none */
export function signatureIn(
  written: string,
): { readonly curve: Curve | undefined; readonly bytes: Uint8Array } | undefined {
  const generic = readMarked(written, { mark: anyCurve, length: signatureLength })
  if (generic) return { curve: undefined, bytes: generic }
  for (const { curve, signature: mark } of curves) {
    const bytes = readMarked(written, { mark, length: signatureLength })
    if (bytes) return { curve, bytes }
  }
  return undefined
}

const operationHash = { mark: [0x05, 0x74], length: 32 }

/** Is a text the hash of an operation (`o…`)? */
export const isOperationHash = (text: string): boolean => readMarked(text, operationHash) !== undefined
