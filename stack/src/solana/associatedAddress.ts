import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

const program = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Where an owner's tokens of a mint are kept. */
export function associatedAddress({
  owner,
  mint,
  program: tokenProgram,
}: {
  readonly owner: string
  readonly mint: string
  readonly program: string
}): Uint8Array {
  const seeds = [owner, tokenProgram, mint].map((each) => base58.decode(each))
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, utf8ToBytes('ProgramDerivedAddress')))
    if (!isPoint(hash)) return hash
  }
  throw new RangeError('There is no such address.')
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false // noble throws for what is no point
  }
}
