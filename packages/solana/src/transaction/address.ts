import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** @returns the address; undefined for anything else than 32 bytes in base58, which are 32 to 44 letters [S5.19] */
export function parseAddress(text: string): string | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32 ? text : undefined
}

/** The key that an address writes. @throws where it is none: addresses are parsed where they enter */
export const keyOf = (address: string): Uint8Array => base58.decode(address)

/** Has the address a private key? A program's own addresses lie beside the curve, so that none can have one. */
export function isOnCurve(address: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(address)
    return true
  } catch {
    return false // noble throws for what is no point
  }
}

const ending = new TextEncoder().encode('ProgramDerivedAddress')

/** A program's own address for some seeds: the first beside the curve, counted down from 255. */
export function programAddress({
  programId,
  seeds,
}: {
  readonly programId: string
  readonly seeds: readonly Uint8Array[]
}): string {
  const program = keyOf(programId)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, ending))
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new RangeError('There is no such address.') // one in 2^255
}
