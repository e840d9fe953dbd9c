import { base58 } from '@scure/base'

/** A transaction as it came, as far as the chain's front must read it. */
export interface WireTransaction {
  readonly bytes: Uint8Array
  /** Its first, by which it is known. */
  readonly signature: Uint8Array
  readonly signatures: number
  readonly version: 'legacy' | number
  /** All accounts that it names itself. */
  readonly keys: readonly string[]
  readonly blockhash: string
}

/** Reads a transaction. @throws RangeError where its bytes end too early */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const [signatures, start] = lengthAt(bytes, 0)
  const signature = slice(bytes, start, 64)
  return { bytes, signature, signatures, ...readMessage(bytes.subarray(start + 64 * signatures)) }
}

/** Reads what is signed of a transaction. @throws RangeError */
export function readMessage(
  message: Uint8Array,
): Pick<WireTransaction, 'version' | 'keys' | 'blockhash'> & { readonly signers: number } {
  const first = message[0] ?? 0
  const isVersioned = first >= 0x80
  const header = isVersioned ? 1 : 0
  const [count, at] = lengthAt(message, header + 3)
  const keys = Array.from({ length: count }, (_, index) => base58.encode(slice(message, at + 32 * index, 32)))
  return {
    version: isVersioned ? first & 0x7f : 'legacy',
    signers: message[header] ?? 0,
    keys,
    blockhash: base58.encode(slice(message, at + 32 * count, 32)),
  }
}

/** A length in seven bits a byte, and where it ends. */
function lengthAt(bytes: Uint8Array, start: number): readonly [length: number, end: number] {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = slice(bytes, start + index, 1)[0] ?? 0
    length |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return [length, start + index + 1]
  }
  throw new RangeError('A length has more than three bytes.')
}

function slice(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('The transaction ends too early.')
  return bytes.slice(start, start + length)
}
