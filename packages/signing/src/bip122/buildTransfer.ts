import { Address, OutScript, Script, Transaction } from '@scure/btc-signer'
import type { OwnAddress } from './accounts.js'
import type { Unspent } from './chain.js'
import type { BitcoinParameters } from './networks.js'

/** The transfer can’t be made of what the account has. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}

export interface BuildTransferParameters {
  readonly unspent: readonly Unspent[]
  /** Pays. */
  readonly from: OwnAddress
  /** The output scripts of the recipient and of what is left. */
  readonly to: Uint8Array
  readonly change: Uint8Array
  /** In satoshi. */
  readonly amount: bigint
  readonly memo?: Uint8Array | undefined
  /** In satoshi a virtual byte. */
  readonly rate: number
}

/** Sizes in virtual bytes: the rest of a transaction, an input of a native SegWit key, an output beside its script. */
const size = { base: 10.5, input: 68, output: 9 }

/** An input that says that a higher fee may replace the transaction (BIP-125). */
const replaceable = 0xffff_fffd

/** The script of an address on a network; undefined for anything else. */
export function scriptOf({
  address,
  parameters,
}: {
  readonly address: string
  readonly parameters: BitcoinParameters
}): Uint8Array | undefined {
  try {
    return OutScript.encode(Address(parameters).decode(address))
  } catch {
    return undefined // another network’s, mistyped, or no address at all
  }
}

/**
 * Returns the dust limit of an output, the least that nodes relay, in satoshi: three times what spending it costs at
 * their least rate.
 */
export function dustLimit(script: Uint8Array): bigint {
  // By its version: none, or one of sixteen.
  const [version = 0xff] = script
  const isWitness = version === 0x00 || (version >= 0x51 && version <= 0x60)
  return BigInt(3 * (size.output - 1 + 1 + script.length + (isWitness ? 67 : 148)))
}

/**
 * Chooses what to spend, the largest first, and makes the transaction. What is left comes back, where it is worth an output of its own; else it is fee.
 * @throws TransferError where the account has too little, or the amount is too small to be sent
 */
export function buildTransfer({ unspent, from, to, change, amount, memo, rate }: BuildTransferParameters): Transaction {
  if (amount < dustLimit(to)) throw new TransferError('The amount is too small to be sent.')
  const memoScript = memo && Script.encode(['RETURN', memo])
  const sizeOf = (script: Uint8Array | undefined) => (script ? size.output + script.length : 0)
  const without = size.base + sizeOf(to) + sizeOf(memoScript)
  const feeFor = (virtualBytes: number) => BigInt(Math.ceil(Math.ceil(virtualBytes) * rate))
  const spent: Unspent[] = []
  let sum = 0n
  for (const each of [...unspent].sort((one, other) => (other.value > one.value ? 1 : -1))) {
    if (sum >= amount + feeFor(without + size.input * spent.length) && spent.length > 0) break
    spent.push(each)
    sum += each.value
  }
  const least = without + size.input * spent.length
  if (sum < amount + feeFor(least)) throw new TransferError('The account has too little for this and its fee.')
  const rest = sum - amount - feeFor(least + sizeOf(change))
  const transaction = new Transaction({ allowUnknownOutputs: memo !== undefined })
  for (const { txid, index, value } of spent) {
    const witnessUtxo = { script: from.script, amount: value }
    transaction.addInput({ txid, index, sequence: replaceable, witnessUtxo })
  }
  transaction.addOutput({ script: to, amount })
  if (memoScript) transaction.addOutput({ script: memoScript, amount: 0n })
  if (rest >= dustLimit(change)) transaction.addOutput({ script: change, amount: rest })
  return transaction
}
