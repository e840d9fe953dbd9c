import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { hash256, type Output, type Transaction } from './transaction.js'

// What signatures sign, written from the standards alone, so that the ledger doesn't share a mistake with the library that wallets are made with.

/** The only kinds of signature that the ledger takes: for all inputs and outputs. */
export const sighashAll = 1

interface Signed {
  readonly transaction: Transaction
  readonly index: number
}

/** The digest that an input before segregated witness signs. */
export function legacyDigest({ transaction, index, script }: Signed & { readonly script: Uint8Array }): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction
  return hash256(
    concatBytes(
      uint32(version),
      varint(inputs.length),
      ...inputs.flatMap((input, place) => [
        outpoint(input),
        varbytes(place === index ? script : none),
        uint32(input.sequence),
      ]),
      varint(outputs.length),
      ...outputs.map(written),
      uint32(lockTime),
      uint32(sighashAll),
    ),
  )
}

/** The digest of BIP-143, for a key of 20 hashed bytes. */
export function segwitDigest({
  transaction,
  index,
  keyHash,
  value,
}: Signed & { readonly keyHash: Uint8Array; readonly value: bigint }): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction
  const own = inputs[index]
  if (!own) throw new RangeError('There is no such input.')
  return hash256(
    concatBytes(
      uint32(version),
      hash256(concatBytes(...inputs.map(outpoint))),
      hash256(concatBytes(...inputs.map(({ sequence }) => uint32(sequence)))),
      outpoint(own),
      varbytes(Uint8Array.of(0x76, 0xa9, 20, ...keyHash, 0x88, 0xac)),
      uint64(value),
      uint32(own.sequence),
      hash256(concatBytes(...outputs.map(written))),
      uint32(lockTime),
      uint32(sighashAll),
    ),
  )
}

/** The digest of BIP-341, for a key path without an annex. @param parameters.hashType - 0 by default, or SIGHASH_ALL */
export function taprootDigest({
  transaction,
  index,
  spent,
  hashType,
}: Signed & { readonly spent: readonly Output[]; readonly hashType: 0 | 1 }): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction
  const tag = sha256(new TextEncoder().encode('TapSighash'))
  return sha256(
    concatBytes(
      tag,
      tag,
      Uint8Array.of(0, hashType),
      uint32(version),
      uint32(lockTime),
      sha256(concatBytes(...inputs.map(outpoint))),
      sha256(concatBytes(...spent.map(({ value }) => uint64(value)))),
      sha256(concatBytes(...spent.map(({ script }) => varbytes(script)))),
      sha256(concatBytes(...inputs.map(({ sequence }) => uint32(sequence)))),
      sha256(concatBytes(...outputs.map(written))),
      Uint8Array.of(0),
      uint32(index),
    ),
  )
}

const none = new Uint8Array()

const outpoint = ({ txid, index }: Transaction['inputs'][number]): Uint8Array =>
  concatBytes(hex.decode(txid).reverse(), uint32(index))

const written = ({ value, script }: Output): Uint8Array => concatBytes(uint64(value), varbytes(script))

const varbytes = (bytes: Uint8Array): Uint8Array => concatBytes(varint(bytes.length), bytes)

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value >>> 0, true)
  return bytes
}

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** Counts and lengths: a byte below 253, else three. */
const varint = (value: number): Uint8Array =>
  value < 253 ? Uint8Array.of(value) : Uint8Array.of(253, value & 0xff, value >> 8)
