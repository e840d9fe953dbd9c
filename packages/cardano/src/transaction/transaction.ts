import type { Held } from '@foyer/signing/cardano/output'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { writeBytes, writeInt, writeList, writeMap, writeNull, writeSet, writeTrue } from './cbor.js'
import type { Utxo } from './utxo.js'

/** An output: the assets given to an address. */
export interface Output extends Held {
  readonly address: Uint8Array
}

export interface Body {
  readonly inputs: readonly Utxo[]
  readonly outputs: readonly Output[]
  /** In lovelace. */
  readonly fee: bigint
  /** The last slot in which it may be taken is the one before. */
  readonly ends: bigint
}

/** A signature with the key that made it. */
export interface KeySignature {
  readonly key: Uint8Array
  readonly signature: Uint8Array
}

/** Names in the chain's own order: shorter ones first. */
const inOrder = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1)

const policyDigits = 56

/** Coins alone, or with tokens by their policies. */
function writeHeld({ coins, tokens }: Held): Uint8Array {
  const held = [...tokens].filter(([, amount]) => amount > 0n)
  if (held.length === 0) return writeInt(coins)
  const policies = [...new Set(held.map(([token]) => token.slice(0, policyDigits)))].sort(inOrder)
  const assets = policies.map((policy) => {
    const names = held.flatMap(([token, amount]) =>
      token.startsWith(policy) ? [[token.slice(policyDigits), amount] as const] : [],
    )
    const entries = names
      .sort(([one], [other]) => inOrder(one, other))
      .map(([name, amount]) => [writeBytes(hexToBytes(name)), writeInt(amount)] as const)
    return [writeBytes(hexToBytes(policy)), writeMap(entries)] as const
  })
  return writeList([writeInt(coins), writeMap(assets)])
}

export const writeOutput = ({ address, ...held }: Output): Uint8Array =>
  writeMap([
    [writeInt(0), writeBytes(address)],
    [writeInt(1), writeHeld(held)],
  ])

/** Writes a transaction's body. @see https://github.com/IntersectMBO/cardano-ledger, conway.cddl */
export function writeBody({ inputs, outputs, fee, ends }: Body): Uint8Array {
  const spent = [...inputs].sort((one, other) => compare(one.hash, other.hash) || one.index - other.index)
  return writeMap([
    [writeInt(0), writeSet(spent.map(({ hash, index }) => writeList([writeBytes(hash), writeInt(index)])))],
    [writeInt(1), writeList(outputs.map(writeOutput))],
    [writeInt(2), writeInt(fee)],
    [writeInt(3), writeInt(ends)],
  ])
}

function compare(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Returns the hash of a body as it is written, which is signed and names the transaction. */
export const hashOf = (body: Uint8Array): Uint8Array => blake2b(body, { dkLen: 32 })

/** Puts signatures beside a body, which stays as it is written. */
export const writeTransaction = (body: Uint8Array, signatures: readonly KeySignature[]): Uint8Array =>
  concatBytes(
    Uint8Array.of(0x84),
    body,
    signatures.length === 0
      ? writeMap([])
      : writeMap([
          [
            writeInt(0),
            writeSet(signatures.map(({ key, signature }) => writeList([writeBytes(key), writeBytes(signature)]))),
          ],
        ]),
    writeTrue,
    writeNull,
  )
