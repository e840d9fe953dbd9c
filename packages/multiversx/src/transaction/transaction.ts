import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import { readAddress } from '../addresses/address.js'
import { UnsafeMultiversxTransactionError } from '../errors.js'
import type { MultiversxTransaction } from '../family.js'
import { readSignature } from '../wire/methods.js'

/** The fields in the order in which they are signed. */
const plainOf = (of: MultiversxTransaction): MultiversxTransaction => ({
  ...{ nonce: of.nonce, value: of.value, receiver: of.receiver, sender: of.sender },
  ...{ gasPrice: of.gasPrice, gasLimit: of.gasLimit, chainID: of.chainID, version: of.version },
})

/** The bytes that are signed: JSON without blanks. @see https://docs.multiversx.com/developers/signing-transactions */
export const signedBytes = (transaction: MultiversxTransaction): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(plainOf(transaction)))

/** Whether a field that wallets add says nothing, and so changes nothing. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === 0

/**
 * Takes the signature out of what a wallet says it has signed: the agreed transaction and no other, field by field. One that says nothing but a signature is
 * believed here: whether that is of these very bytes is checked by the account's key.
 *
 * @returns hexadecimal
 * @throws UnsafeMultiversxTransactionError that names the field
 */
export function checkSigned({
  agreed,
  said,
}: {
  readonly agreed: MultiversxTransaction
  readonly said: Readonly<Record<string, unknown>>
}): string {
  const known = new Map<string, unknown>(Object.entries(agreed))
  for (const [field, value] of Object.entries(said)) {
    if (field === 'signature') continue
    // Numbers may come as texts.
    const isSame = known.has(field) ? String(known.get(field)) === String(value) : isEmpty(value)
    if (!isSame) throw new UnsafeMultiversxTransactionError({ field })
  }
  const signature = readSignature(said.signature)
  if (signature === undefined) throw new UnsafeMultiversxTransactionError({ field: 'signature' })
  return signature
}

/** Returns the hash by which a transaction is found: blake2b of its protocol buffer, as nodes keep it. */
export function hashOf(of: MultiversxTransaction & { readonly signature: string }): string {
  const parts = [
    ...numberAt(1, BigInt(of.nonce)),
    ...bytesAt(2, amountBytes(BigInt(of.value))),
    ...bytesAt(3, readAddress(of.receiver) ?? new Uint8Array()),
    ...bytesAt(5, readAddress(of.sender) ?? new Uint8Array()),
    ...numberAt(7, BigInt(of.gasPrice)),
    ...numberAt(8, BigInt(of.gasLimit)),
    ...bytesAt(10, new TextEncoder().encode(of.chainID)),
    ...numberAt(11, BigInt(of.version)),
    ...bytesAt(12, hex.decode(of.signature)),
  ]
  return hex.encode(blake2b(Uint8Array.from(parts), { dkLen: 32 }))
}

/** Seven bits a byte, the lowest first. */
function varint(value: bigint): readonly number[] {
  const low = Number(value & 127n)
  return value < 128n ? [low] : [low | 128, ...varint(value >> 7n)]
}

/** Nothing stands for zero. */
const numberAt = (field: number, value: bigint): readonly number[] =>
  value === 0n ? [] : [field << 3, ...varint(value)]
const bytesAt = (field: number, bytes: Uint8Array): readonly number[] => [
  ...[(field << 3) | 2, ...varint(BigInt(bytes.length))],
  ...bytes,
]

/** A sign, which is 0, and the number's bytes, the highest first; nothing is two empty bytes. */
function amountBytes(value: bigint): Uint8Array {
  const digits = value.toString(16)
  return hex.decode(`00${digits.length % 2 === 0 ? '' : '0'}${digits}`)
}
