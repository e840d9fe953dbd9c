import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { CompactSize, RawTx, RawWitness, SigHash, Transaction } from '@scure/btc-signer'
import type { OwnAddress } from './accounts.js'

export interface SignedMessage {
  readonly signature: Uint8Array
  /** The hash that was signed in the end. */
  readonly hash: Uint8Array
}

/** The message with the words before it that keep it from being a transaction. */
function prefixedHash(message: string): Uint8Array {
  const text = utf8ToBytes(message)
  const length = CompactSize.encode(BigInt(text.length))
  return sha256(sha256(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), length, text)))
}

/** Signs as Bitcoin’s first wallet did; the header says that the address is native SegWit (BIP-137). */
export function signEcdsa({ message, key }: { readonly message: string; readonly key: OwnAddress }): SignedMessage {
  const hash = prefixedHash(message)
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key.privateKey, { prehash: false, format: 'recovered' })
  return { signature: Uint8Array.from([39 + recovery, ...rest]), hash }
}

/** The tagged hash of a message (BIP-322, after BIP-340). */
function taggedHash(message: string): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  return sha256(concatBytes(tag, tag, utf8ToBytes(message)))
}

/**
 * Signs a message as a transaction that can never be sent (BIP-322, the simple form).
 * @returns the witness that spends it
 */
export function signBip322({ message, key }: { readonly message: string; readonly key: OwnAddress }): SignedMessage {
  const hash = taggedHash(message)
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffff_ffff,
        finalScriptSig: concatBytes(Uint8Array.of(0x00, 0x20), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script: key.script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true, allowUnknownVersion: true })
  toSign.addInput({
    txid: sha256(sha256(toSpend)).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script: key.script },
    ...(key.type === 'p2tr' ? { tapInternalKey: schnorr.getPublicKey(key.privateKey) } : {}),
  })
  // OP_RETURN with nothing behind it
  toSign.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  toSign.signIdx(key.privateKey, 0, [key.type === 'p2tr' ? SigHash.DEFAULT : SigHash.ALL])
  toSign.finalizeIdx(0)
  const { finalScriptWitness } = toSign.getInput(0)
  if (!finalScriptWitness) throw new Error('The message couldn’t be signed.')
  return { signature: RawWitness.encode(finalScriptWitness), hash }
}
