import { concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { UnreadableRequestError } from '../unreadable.js'

/** The bytes are no transaction that this wallet reads. */
export class UnreadableTransactionError extends UnreadableRequestError {
  override readonly name = 'UnreadableTransactionError'
  constructor(reason: string) {
    super(`The transaction can’t be read: ${reason}.`)
  }
}

/** An instruction by the indices of its accounts. */
export interface IndexedInstruction {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Accounts that a message takes from an address lookup table. */
export interface Lookup {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** A transaction's message, legacy or version 0. */
export interface SolanaMessage {
  readonly version: 'legacy' | 0
  /** The first keys sign; the very first pays the fee. */
  readonly signerCount: number
  /** The accounts that it names itself, in base58. */
  readonly keys: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly IndexedInstruction[]
  readonly lookups: readonly Lookup[]
}

/** A transaction on the wire: a signature for each signer, zeros where it is missing, and the message that they sign. */
export interface SolanaTransaction {
  readonly signatures: readonly Uint8Array[]
  readonly messageBytes: Uint8Array
  readonly message: SolanaMessage
}

const signatureLength = 64

/** Decodes a transaction, all of its bytes. @throws UnreadableTransactionError */
export function decodeTransaction(bytes: Uint8Array): SolanaTransaction {
  const reader = createReader(bytes)
  const signatures = reader.list(() => reader.bytes(signatureLength))
  const messageBytes = reader.rest()
  const message = decodeMessage(messageBytes)
  if (signatures.length !== message.signerCount) throw new UnreadableTransactionError('signatures are missing')
  return { signatures, messageBytes, message }
}

/** Encodes a transaction for the wire. */
export const encodeTransaction = ({
  signatures,
  messageBytes,
}: Pick<SolanaTransaction, 'signatures' | 'messageBytes'>): Uint8Array =>
  concatBytes(compactLength(signatures.length), ...signatures, messageBytes)

/** Decodes a message. @throws UnreadableTransactionError */
export function decodeMessage(bytes: Uint8Array): SolanaMessage {
  const reader = createReader(bytes)
  const first = reader.byte()
  // The first bit says that the message has a version; a legacy one begins with the number of its signers.
  const isLegacy = first < 0x80
  if (!isLegacy && first !== 0x80) throw new UnreadableTransactionError('its version is unknown')
  const signerCount = isLegacy ? first : reader.byte()
  const readonlySigners = reader.byte()
  const readonlyOthers = reader.byte()
  const keys = reader.list(() => base58.encode(reader.bytes(32)))
  const blockhash = base58.encode(reader.bytes(32))
  const indices = () => reader.list(reader.byte)
  const instructions = reader.list(() => ({
    program: reader.byte(),
    accounts: indices(),
    data: reader.bytes(reader.length()),
  }))
  const lookups = isLegacy
    ? []
    : reader.list(() => ({ table: base58.encode(reader.bytes(32)), writable: indices(), readonly: indices() }))
  if (reader.rest().length > 0) throw new UnreadableTransactionError('it is followed by other data')
  const loaded = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const isWhole =
    signerCount > readonlySigners &&
    signerCount + readonlyOthers <= keys.length &&
    new Set(keys).size === keys.length &&
    instructions.every(
      ({ program, accounts }) =>
        program > 0 && program < keys.length && accounts.every((index) => index < keys.length + loaded),
    )
  if (!isWhole) throw new UnreadableTransactionError('its parts contradict each other')
  return { version: isLegacy ? 'legacy' : 0, signerCount, keys, blockhash, instructions, lookups }
}

/** A message holds at least a payer and a block's hash. */
const leastBytes = 64

/**
 * Whether bytes are the message of a transaction, which no message to sign may be: of a version too that isn't known here yet. No text begins with such a
 * byte (RFC 3629), and a bare hash is shorter.
 */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first > 0x80 && first < 0xc0) return bytes.length >= leastBytes
  try {
    decodeMessage(bytes)
    return true
  } catch (error) {
    if (error instanceof UnreadableTransactionError) return false
    throw error
  }
}

/** A length as Solana writes it: seven bits a byte, the lowest first. */
export function compactLength(length: number): Uint8Array {
  const bytes: number[] = []
  for (let left = length; ; left >>= 7) {
    if (left < 0x80) return Uint8Array.from([...bytes, left])
    bytes.push((left & 0x7f) | 0x80)
  }
}

function createReader(whole: Uint8Array) {
  let offset = 0
  const bytes = (count: number): Uint8Array => {
    if (offset + count > whole.length) throw new UnreadableTransactionError('it ends too early')
    offset += count
    return whole.slice(offset - count, offset)
  }
  const byte = (): number => bytes(1)[0] ?? 0
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      // One way to write each number, of at most two bytes and two bits (short_vec).
      if ((shift > 0 && next === 0) || (shift === 14 && next > 3)) break
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
    throw new UnreadableTransactionError('a length is malformed')
  }
  return {
    bytes,
    byte,
    length,
    list<Item>(read: () => Item): Item[] {
      return Array.from({ length: length() }, read)
    },
    rest: () => bytes(whole.length - offset),
  }
}
