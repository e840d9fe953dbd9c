import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { ReadAddress } from '../addresses/readAddress.js'
import { attempt, doubleSha256, hash160, joined } from './bytes.js'
import { programOf } from './legacySignature.js'

const none4: readonly number[] = [0, 0, 0, 0]
const none8: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0]
/** The one output of what is signed: of no value, to no address. */
const outputs: readonly number[] = [...none8, 1, 0x6a]
const all = 1

export interface Bip322Signature {
  readonly address: ReadAddress
  readonly message: Uint8Array
  /** The witness (simple), or the whole of the virtual transaction with it (full). */
  readonly signature: Uint8Array
}

/**
 * Whether a witness is an address's signature of a message (BIP-322, simple): of one key, over all of the virtual transaction. Addresses of several keys
 * or with scripts are refused.
 */
export const isSimpleSignature = ({ address, message, signature }: Bip322Signature): boolean =>
  isWitness({ address, outpoint: outpointOf({ address, message }), version: 0, witness: signature })

/**
 * Whether a transaction is an address's signature of a message (BIP-322, full): the virtual one of the simple form, of version 0 or 2, and no other. One that
 * spends more, or is valid from some time on only, says more than the address's signature.
 */
export function isFullSignature({ address, message, signature }: Bip322Signature): boolean {
  const outpoint = outpointOf({ address, message })
  const [version] = signature
  if (version !== 0 && version !== 2) return false
  const toRedeem = address.type === 'p2sh' ? signature.slice(at.script + 2, at.script + 24) : undefined
  if (toRedeem && !equalBytes(hash160(toRedeem), address.program)) return false
  const script = toRedeem ? [23, 22, ...toRedeem] : [0]
  const before = joined([version, 0, 0, 0, 0, 1, 1], outpoint, script, none4, [1], outputs)
  if (signature.length < before.length + none4.length) return false
  const isSame =
    equalBytes(signature.slice(0, before.length), before) && signature.slice(-none4.length).every((byte) => byte === 0)
  return isSame && isWitness({ address, outpoint, version, witness: signature.slice(before.length, -none4.length) })
}

/** The place in a transaction of what its first input says to redeem a script: after its version, its mark, the number of its inputs, and the outpoint. */
const at = { script: 4 + 2 + 1 + 36 } as const

const outpointOf = ({ address: { script }, message }: Omit<Bip322Signature, 'signature'>): Uint8Array =>
  joined(toSpend({ message, script }), none4)

function isWitness({
  witness,
  ...spending
}: Omit<SpendingWitness, 'items'> & { readonly witness: Uint8Array }): boolean {
  const items = readWitness(witness)
  if (!items) return false
  switch (spending.address.type) {
    case 'p2tr':
      return isTaprootWitness({ ...spending, items })
    case 'p2wpkh':
    case 'p2sh':
      return isKeyHashWitness({ ...spending, items })
    case 'p2pkh': // it has no witness
    case 'p2wsh': // it has several keys
      return false
  }
}

interface SpendingWitness {
  readonly address: ReadAddress
  /** The outpoint that is spent: the id of `to_spend`, and its first output. */
  readonly outpoint: Uint8Array
  /** Of the transaction that spends it. */
  readonly version: 0 | 2
  readonly items: readonly Uint8Array[]
}

/** The id of the virtual transaction whose output is to the address, and whose input says the message's hash. */
function toSpend({ message, script }: { readonly message: Uint8Array; readonly script: Uint8Array }): Uint8Array {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', message)
  return doubleSha256(
    joined(
      none4,
      [1],
      new Uint8Array(32),
      [0xff, 0xff, 0xff, 0xff],
      [34, 0, 32],
      hash,
      none4,
      [1],
      none8,
      [script.length, ...script],
      none4,
    ),
  )
}

/** BIP-143, of a key's hash; within a script's hash as well. */
function isKeyHashWitness({ address: { type, program }, outpoint, version, items }: SpendingWitness): boolean {
  const [signed = new Uint8Array(), publicKey = new Uint8Array(), ...more] = items
  if (more.length > 0 || publicKey.length !== 33 || signed.at(-1) !== all) return false
  if (!equalBytes(programOf({ type, publicKey }), program)) return false
  const script = joined([25, 0x76, 0xa9, 20], hash160(publicKey), [0x88, 0xac])
  const preimage = joined(
    [version, 0, 0, 0],
    doubleSha256(outpoint),
    doubleSha256(Uint8Array.from(none4)),
    outpoint,
    script,
    none8,
    none4,
    doubleSha256(Uint8Array.from(outputs)),
    none4,
    [all, 0, 0, 0],
  )
  const options = { prehash: false, format: 'der', lowS: true } as const
  return attempt(() => secp256k1.verify(signed.slice(0, -1), doubleSha256(preimage), publicKey, options)) ?? false
}

/** BIP-341, by the key. */
function isTaprootWitness({ address: { program, script }, outpoint, version, items }: SpendingWitness): boolean {
  const [signed = new Uint8Array(), ...more] = items
  // 64 bytes sign everything; a 65th says how, and may say the same.
  const type = signed.length === 65 ? (signed[64] ?? 0) : 0
  if (more.length > 0 || (signed.length === 65 ? type !== all : signed.length !== 64)) return false
  const message = joined(
    [0, type],
    [version, 0, 0, 0],
    none4,
    sha256(outpoint),
    sha256(Uint8Array.from(none8)),
    sha256(joined([script.length], script)),
    sha256(Uint8Array.from(none4)),
    sha256(Uint8Array.from(outputs)),
    [0],
    none4,
  )
  return (
    attempt(() => schnorr.verify(signed.slice(0, 64), schnorr.utils.taggedHash('TapSighash', message), program)) ??
    false
  )
}

/** A witness as it is in a transaction: the number of its items, each with its length. @returns undefined for anything else */
function readWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const [count = 0] = bytes
  const items: Uint8Array[] = []
  let at = 1
  for (let index = 0; index < count; index++) {
    const length = bytes[at] ?? 0xff
    // No item of one key's witness is as long as 253 bytes.
    if (length >= 0xfd) return undefined
    items.push(bytes.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  return count > 0 && count <= 2 && at === bytes.length ? items : undefined
}
