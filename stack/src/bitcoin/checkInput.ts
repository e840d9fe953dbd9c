import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { LedgerRefusal } from './LedgerRefusal.js'
import { legacyDigest, segwitDigest, sighashAll, taprootDigest } from './sighash.js'
import type { Output, Transaction } from './transaction.js'

interface Spending {
  readonly transaction: Transaction
  readonly index: number
  /** What each of the transaction's inputs spends. */
  readonly spent: readonly Output[]
}

/**
 * Checks the signature of an input: of one key, for the whole transaction. Other scripts than P2PKH, P2SH-P2WPKH, P2WPKH and Taproot's key path are refused:
 * this is no consensus node.
 *
 * @throws LedgerRefusal
 */
export function checkInput({ transaction, index, spent }: Spending): void {
  const [input, output] = [transaction.inputs[index], spent[index]]
  if (!input || !output) throw refused('bad-txns-inputs-missingorspent')
  const { scriptSig, witness } = input
  const { script, value } = output
  if (hasForm(script, [0x76, 0xa9, 20], 25)) {
    const [signature = empty, key = empty] = pushes(scriptSig)
    if (witness.length > 0 || !same(hash160(key), script.subarray(3, 23))) throw refused(wrong)
    checkEcdsa({ signature, key, digest: legacyDigest({ transaction, index, script }) })
    return
  }
  const program = hasForm(script, [0xa9, 20], 23) ? nestedProgram(scriptSig, script) : script
  if (program === script && scriptSig.length > 0) throw refused('scriptsig-not-empty')
  if (hasForm(program, [0, 20], 22)) {
    const [signature = empty, key = empty, ...others] = witness
    const keyHash = program.subarray(2)
    if (others.length > 0 || key.length !== 33 || !same(hash160(key), keyHash)) throw refused(wrong)
    checkEcdsa({ signature, key, digest: segwitDigest({ transaction, index, keyHash, value }) })
    return
  }
  if (!hasForm(program, [0x51, 32], 34)) throw refused('script-not-supported-by-this-ledger')
  checkTaproot({ transaction, index, spent, key: program.subarray(2) })
}

/** The program within a script hash: a nested key. */
function nestedProgram(scriptSig: Uint8Array, script: Uint8Array): Uint8Array {
  const [redeem = empty, ...others] = pushes(scriptSig)
  if (others.length > 0 || !same(hash160(redeem), script.subarray(2, 22))) throw refused(wrong)
  return redeem
}

function checkEcdsa({
  signature,
  key,
  digest,
}: {
  readonly signature: Uint8Array
  readonly key: Uint8Array
  readonly digest: Uint8Array
}): void {
  if (signature.at(-1) !== sighashAll) throw refused('sighash-not-supported-by-this-ledger')
  const options = { prehash: false, lowS: true, format: 'der' } as const
  if (!holds(() => secp256k1.verify(signature.subarray(0, -1), digest, key, options))) throw refused(wrong)
}

function checkTaproot({ key, ...spending }: Spending & { readonly key: Uint8Array }): void {
  const [signature = empty, ...others] = spending.transaction.inputs[spending.index]?.witness ?? []
  const hashType = signature.length === 64 ? 0 : signature.length === 65 && signature[64] === sighashAll ? 1 : undefined
  if (others.length > 0 || hashType === undefined) throw refused('script-not-supported-by-this-ledger')
  const digest = taprootDigest({ ...spending, hashType })
  if (!holds(() => schnorr.verify(signature.subarray(0, 64), digest, key))) throw refused(wrong)
}

/** What can't be read as a signature or a key isn't one. */
function holds(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}

const wrong = 'mandatory-script-verify-flag-failed (Signature must be valid)'
const empty = new Uint8Array()
const refused = (reason: string) => new LedgerRefusal({ code: -26, reason })
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const same = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
const hasForm = (script: Uint8Array, head: readonly number[], length: number) =>
  script.length === length && head.every((byte, index) => script[index] === byte)

/** What a script pushes, where it does nothing else; up to 75 bytes each. */
function pushes(script: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 0; at < script.length; ) {
    const length = script[at] ?? 0
    if (length < 1 || length > 75 || at + 1 + length > script.length) throw refused('scriptsig-not-pushonly')
    found.push(script.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return found
}
