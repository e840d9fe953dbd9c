import { base58, base64 } from '@scure/base'
import type { AccountUse, SolanaInstruction, SolanaTransaction } from '../family.js'
import { InvalidTransactionError } from '../transactionErrors.js'

/** A transaction as it goes over the wire, as far as a dapp must read it. */
export interface DecodedTransaction {
  readonly bytes: Uint8Array
  /** The place of the first signature. */
  readonly signaturesAt: number
  readonly message: Uint8Array
  readonly version: 'legacy' | number
  /** The signers in the order of the signatures; the first pays. */
  readonly signers: readonly string[]
}

/** Reads the bytes of a transaction, and ends where they do. */
class Reader {
  readonly bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  take(count: number): Uint8Array {
    const end = this.at + count
    if (end > this.bytes.length) throw new InvalidTransactionError({ fault: 'bytes' })
    const taken = this.bytes.subarray(this.at, end)
    this.at = end
    return taken
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** A length, in seven bits a byte. */
  length(): number {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new InvalidTransactionError({ fault: 'bytes' })
  }

  address(): string {
    return base58.encode(this.take(32))
  }
}

/** The bytes that a host gave, or what base64 of them it gave. @throws InvalidTransactionError */
export function transactionBytes(transaction: SolanaTransaction): Uint8Array {
  if (typeof transaction !== 'string') return transaction
  try {
    return base64.decode(transaction)
  } catch (cause) {
    throw new InvalidTransactionError({ fault: 'bytes', cause })
  }
}

/** Reads a transaction of either form. @throws InvalidTransactionError */
export function decodeTransaction(transaction: SolanaTransaction): DecodedTransaction {
  const bytes = transactionBytes(transaction)
  const reader = new Reader(bytes)
  const count = reader.length()
  const signaturesAt = reader.at
  reader.take(64 * count)
  const message = bytes.subarray(reader.at)
  const first = reader.byte()
  const isVersioned = first >= 0x80
  const signatures = isVersioned ? reader.byte() : first
  reader.take(2)
  const keys = reader.length()
  if (signatures !== count || keys < count || count === 0) throw new InvalidTransactionError({ fault: 'bytes' })
  const signers = Array.from({ length: count }, () => reader.address())
  return { bytes, signaturesAt, message, version: isVersioned ? first & 0x7f : 'legacy', signers }
}

/** The parts of a legacy message: older wallets read its parts in the place of its bytes. */
export interface LegacyParts {
  readonly feePayer: string
  readonly recentBlockhash: string
  readonly instructions: readonly SolanaInstruction[]
}

/** Reads a legacy message. @throws InvalidTransactionError */
export function legacyParts(message: Uint8Array): LegacyParts {
  const reader = new Reader(message)
  const [signers, readOnlySigners, readOnlyOthers] = [reader.byte(), reader.byte(), reader.byte()]
  const addresses = Array.from({ length: reader.length() }, () => reader.address())
  const keys = addresses.map((address, index): AccountUse => {
    const isSigner = index < signers
    const isWritable = isSigner ? index < signers - readOnlySigners : index < addresses.length - readOnlyOthers
    return { address, isSigner, isWritable }
  })
  const key = (index: number): AccountUse => {
    const found = keys[index]
    if (!found) throw new InvalidTransactionError({ fault: 'bytes' })
    return found
  }
  const recentBlockhash = reader.address()
  const instructions = Array.from({ length: reader.length() }, () => {
    const programId = key(reader.byte()).address
    const accounts = [...reader.take(reader.length())].map(key)
    return { programId, accounts, data: reader.take(reader.length()) }
  })
  return { feePayer: key(0).address, recentBlockhash, instructions }
}

/** Puts an account's signature in its place. @returns other bytes @throws InvalidTransactionError where the account doesn't sign it */
export function withSignature({
  transaction: { bytes, signaturesAt, signers },
  address,
  signature,
}: {
  readonly transaction: DecodedTransaction
  readonly address: string
  readonly signature: Uint8Array
}): Uint8Array {
  const index = signers.indexOf(address)
  if (index < 0 || signature.length !== 64) throw new InvalidTransactionError({ fault: 'signer' })
  const signed = bytes.slice()
  signed.set(signature, signaturesAt + 64 * index)
  return signed
}

/** The signature by which a signed transaction is known: its first, in base58. */
export function hashOf({ bytes, signaturesAt }: DecodedTransaction): string {
  return base58.encode(bytes.subarray(signaturesAt, signaturesAt + 64))
}
