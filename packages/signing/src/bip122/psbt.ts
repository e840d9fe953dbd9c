import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { SigHash, Transaction } from '@scure/btc-signer'
import { UnreadableRequestError } from '../unreadable.js'
import type { KnownAddress, OwnAddress } from './accounts.js'
import type { Unspent } from './chain.js'
import type { ReadInput } from './readPayment.js'
import type { AskedPsbt } from './requestParams.js'

/** The PSBT asks for what this wallet doesn’t sign. */
export class PsbtError extends UnreadableRequestError {
  override readonly name = 'PsbtError'
}

/** An input that this wallet signs, with one of its keys. */
export interface InputToSign {
  readonly index: number
  readonly key: OwnAddress
  /** The sighash type: the parts of the transaction that its signature binds. */
  readonly sighash: number
}

const options = { allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: false }

/** Reads a PSBT. @throws PsbtError */
export function openPsbt(bytes: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(bytes, options)
  } catch (cause) {
    throw new PsbtError('The PSBT can’t be read.', { cause })
  }
}

/** Returns the output that an input spends, as the PSBT says. */
export function previousOutput({
  transaction,
  index,
}: {
  readonly transaction: Transaction
  readonly index: number
}): { readonly script: Uint8Array; readonly amount: bigint } | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: place } = transaction.getInput(index)
  return witnessUtxo ?? (place === undefined ? undefined : nonWitnessUtxo?.outputs[place])
}

/**
 * Returns the inputs to be signed: those that are named, or else all of the account’s.
 * @throws PsbtError for one that isn’t the wallet’s
 */
export function inputsToSign({
  transaction,
  signInputs,
  own,
}: Pick<AskedPsbt, 'signInputs'> & {
  readonly transaction: Transaction
  /** The addresses of the granted account, by script in hexadecimals. */
  readonly own: ReadonlyMap<string, OwnAddress>
}): readonly InputToSign[] {
  const keyOf = (index: number) => {
    const spent = previousOutput({ transaction, index })
    return spent && own.get(bytesToHex(spent.script))
  }
  const named =
    signInputs.length > 0
      ? signInputs
      : Array.from({ length: transaction.inputsLength }, (_, index) => ({
          index,
          address: keyOf(index)?.address,
          sighashTypes: undefined,
        })).filter(({ address }) => address !== undefined)
  if (new Set(named.map(({ index }) => index)).size < named.length) throw new PsbtError('An input is named twice.')
  if (named.length === 0) throw new PsbtError('No input of the PSBT is this account’s.')
  return named.map(({ index, address, sighashTypes }) => {
    const key = index < transaction.inputsLength ? keyOf(index) : undefined
    if (!key || key.address !== address) throw new PsbtError(`The input ${index} isn’t this account’s.`)
    return { index, key, sighash: sighashOf({ transaction, index, key, sighashTypes }) }
  })
}

/** Signature hashes of every input and output. */
export const binding: readonly number[] = [SigHash.DEFAULT, SigHash.ALL]
const knownSighashes: readonly number[] = Object.values(SigHash)

/** A signature with this bit binds no other input. */
const anyoneCanPay = 0x80

/** Returns the outputs that a signature binds, whatever inputs others may add. */
function bindsOf(sighash: number): ReadInput['binds'] {
  const outputs = sighash & 0x1f
  return outputs === SigHash.NONE ? 'none' : outputs === SigHash.SINGLE ? 'one' : 'all'
}

/** The signature hash of an input: what the PSBT says, or all; one that leaves something open has to be named by the request too. @throws PsbtError */
function sighashOf({
  transaction,
  index,
  key,
  sighashTypes = binding,
}: Pick<InputToSign, 'index' | 'key'> & {
  readonly transaction: Transaction
  readonly sighashTypes: readonly number[] | undefined
}): number {
  const { sighashType = key.type === 'p2tr' ? SigHash.DEFAULT : SigHash.ALL } = transaction.getInput(index)
  // Taproot writes “all” in two ways.
  const isAgreed = binding.includes(sighashType)
    ? sighashTypes.some((each) => binding.includes(each))
    : sighashTypes.includes(sighashType) && knownSighashes.includes(sighashType)
  if (!isAgreed) throw new PsbtError(`The input ${index} asks for a kind of signature that wasn’t named.`)
  return sighashType
}

/** Every input as it is shown. */
export function readInputs({
  transaction,
  signs,
  own,
  unspent,
}: {
  readonly transaction: Transaction
  readonly signs: readonly Pick<InputToSign, 'index' | 'sighash'>[]
  /** Every address of the wallet’s, by script in hexadecimals. */
  readonly own: ReadonlyMap<string, KnownAddress>
  /** The outputs that the account's addresses may spend, by the ledger. */
  readonly unspent: readonly Unspent[]
}): readonly ReadInput[] {
  return Array.from({ length: transaction.inputsLength }, (_, index): ReadInput => {
    const spent = previousOutput({ transaction, index })
    const { txid, index: place } = transaction.getInput(index)
    const signed = signs.find((each) => each.index === index)
    const id = txid && bytesToHex(txid)
    return {
      value: spent?.amount,
      own: spent && own.get(bytesToHex(spent.script)),
      isSigned: signed !== undefined,
      isBinding: signed === undefined || binding.includes(signed.sighash),
      binds: bindsOf(signed?.sighash ?? SigHash.ALL),
      isAlone: ((signed?.sighash ?? SigHash.ALL) & anyoneCanPay) !== 0,
      onLedger: unspent.find((one) => one.txid === id && one.index === place)?.value,
      isProven: transaction.getInput(index).nonWitnessUtxo !== undefined,
      isTaproot: spent !== undefined && spent.script.length === 34 && spent.script[0] === 0x51,
    }
  })
}

/** Signs the inputs, each with its own key, and no other. */
export function signInputs({
  transaction,
  signs,
}: {
  readonly transaction: Transaction
  readonly signs: readonly InputToSign[]
}): void {
  for (const { index, key, sighash } of signs) {
    if (key.type === 'p2tr' && !transaction.getInput(index).tapInternalKey) {
      transaction.updateInput(index, { tapInternalKey: schnorr.getPublicKey(key.privateKey) }, true)
    }
    if (!transaction.signIdx(key.privateKey, index, [sighash])) {
      throw new PsbtError(`The input ${index} couldn’t be signed.`)
    }
  }
}

/** Whether every other input is signed already, so that the whole can be sent. */
export function isComplete({
  transaction,
  signs,
}: {
  readonly transaction: Transaction
  readonly signs: readonly InputToSign[]
}): boolean {
  return Array.from({ length: transaction.inputsLength }, (_, index) => index).every((index) => {
    const { finalScriptSig, finalScriptWitness, partialSig, tapKeySig } = transaction.getInput(index)
    return (
      signs.some((each) => each.index === index) ||
      [finalScriptSig, finalScriptWitness, partialSig, tapKeySig].some((part) => part !== undefined)
    )
  })
}
