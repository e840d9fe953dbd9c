import { base64, base64urlnopad } from '@scure/base'

/** The reference of CAIP-2 holds so many bytes of the hash of 32. */
const referenceBytes = 24

/** Is a genesis hash, in base64, that of the network of a CAIP-2 id? */
export function isGenesisOf(networkId: string, genesisHash: string): boolean {
  const hash = genesisIn(genesisHash)
  return hash !== undefined && `algorand:${base64urlnopad.encode(hash.slice(0, referenceBytes))}` === networkId
}

/** Reads a genesis hash. @returns undefined for what isn't 32 bytes in base64 */
export function genesisIn(written: string): Uint8Array | undefined {
  try {
    const bytes = base64.decode(written)
    return bytes.length === 32 ? bytes : undefined
  } catch {
    return undefined // letters that aren't its own
  }
}
