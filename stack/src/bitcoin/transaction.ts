import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer/script.js'
import { LedgerRefusal } from './LedgerRefusal.js'

export interface Input {
  /** As Bitcoin shows it. */
  readonly txid: string
  readonly index: number
  readonly scriptSig: Uint8Array
  readonly sequence: number
  readonly witness: readonly Uint8Array[]
}

export interface Output {
  readonly value: bigint
  readonly script: Uint8Array
}

/** A transaction, taken apart. */
export interface Transaction {
  readonly txid: string
  readonly hex: string
  readonly version: number
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly lockTime: number
  /** In weight units (BIP-141). */
  readonly weight: number
}

/** @throws LedgerRefusal for what is no transaction */
export function readTransaction(text: string): Transaction {
  try {
    const bytes = hex.decode(text.toLowerCase())
    const raw = RawTx.decode(bytes)
    const { version, lockTime, outputs } = raw
    const stripped = RawTx.encode({ ...raw, segwitFlag: false, witnesses: undefined })
    const inputs = raw.inputs.map(({ txid, index, finalScriptSig, sequence }, place) => ({
      txid: hex.encode(txid),
      index,
      scriptSig: finalScriptSig,
      sequence,
      witness: raw.witnesses?.[place] ?? [],
    }))
    return {
      txid: hex.encode(hash256(stripped).reverse()),
      hex: hex.encode(bytes),
      version,
      inputs,
      outputs: outputs.map(({ amount, script }) => ({ value: amount, script })),
      lockTime,
      weight: stripped.length * 3 + bytes.length,
    }
  } catch (cause) {
    throw new LedgerRefusal({ code: -22, reason: 'TX decode failed', cause })
  }
}

/** The transaction that a local fund is: made out of nothing, as a miner's reward is. */
export function rewardTransaction({
  script,
  value,
  number,
}: Pick<Output, 'script' | 'value'> & { readonly number: number }): Transaction {
  const counter = new Uint8Array(8)
  new DataView(counter.buffer).setBigUint64(0, BigInt(number))
  return readTransaction(
    hex.encode(
      RawTx.encode({
        version: 2,
        segwitFlag: false,
        inputs: [
          {
            txid: new Uint8Array(32),
            index: 0xffff_ffff,
            finalScriptSig: Uint8Array.of(8, ...counter),
            sequence: 0xffff_ffff,
          },
        ],
        outputs: [{ amount: value, script }],
        witnesses: undefined,
        lockTime: 0,
      }),
    ),
  )
}

export const isReward = ({ inputs: [first] }: Transaction): boolean => first?.index === 0xffff_ffff

export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
