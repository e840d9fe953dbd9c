import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { type PsbtFault, UnsafePsbtError } from '../errors.js'

/** The most that a fee may be: 0.1 BTC, as Bitcoin Core's `maxtxfee`; in satoshis. */
const mostFee = 10_000_000n

/** Reads what can be read of any PSBT: unknown scripts are the business of who made it. */
const reading = { allowUnknownInputs: true, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true } as const

function read(psbt: string, fault: PsbtFault): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(psbt), reading)
  } catch (cause) {
    throw new UnsafePsbtError({ fault, cause })
  }
}

/** Counts the inputs of a PSBT. @throws UnsafePsbtError for what is none */
export function inputsIn(psbt: string): number {
  return read(psbt, 'unreadable').inputsLength
}

interface Signed {
  /** As it was handed to the wallet. */
  readonly agreed: string
  /** As the wallet handed it back. */
  readonly signed: string
}

/**
 * A PSBT that a wallet signed, when it is the same transaction as the one that was agreed: the same inputs, outputs, amounts and times.
 *
 * @throws UnsafePsbtError for any other [F27]
 */
export function checkedPsbt({ agreed, signed }: Signed): string {
  return base64.encode(joined({ agreed, signed }).toPSBT())
}

/** A transaction that is ready for the network. */
export interface FinalTransaction {
  readonly hex: string
  readonly txid: string
  readonly fee: bigint
}

/**
 * The transaction that a signed PSBT makes, when it is the one that was agreed, pays no unreasonable fee, and each of its inputs is signed for the whole of it.
 *
 * @param parameters.fee - what was agreed; without it, any that is not unreasonable
 * @param parameters.isOwn - made by the kit: signatures that leave any part open are refused
 * @throws UnsafePsbtError [F27]
 */
export function finalTransaction({
  agreed,
  signed,
  fee,
  isOwn = false,
}: Signed & { readonly fee?: bigint | undefined; readonly isOwn?: boolean | undefined }): FinalTransaction {
  const transaction = joined({ agreed, signed })
  if (isOwn) checkSignatures(transaction)
  try {
    for (let index = 0; index < transaction.inputsLength; index++) {
      const { finalScriptWitness, finalScriptSig } = transaction.getInput(index)
      if (!finalScriptWitness && !finalScriptSig?.length) transaction.finalizeIdx(index)
    }
    const paid = transaction.fee
    if (paid < 0n || paid > mostFee || (fee !== undefined && paid !== fee)) throw new UnsafePsbtError({ fault: 'fee' })
    transaction.extract()
    return { hex: transaction.hex, txid: transaction.id, fee: paid }
  } catch (cause) {
    if (cause instanceof UnsafePsbtError) throw cause
    throw new UnsafePsbtError({ fault: 'signature', cause })
  }
}

/** The agreed PSBT with the wallet's signatures. */
function joined({ agreed, signed }: Signed): Transaction {
  const [own, back] = [read(agreed, 'unreadable'), read(signed, 'encoding')]
  const fault = difference(own, back)
  if (fault) throw new UnsafePsbtError({ fault })
  try {
    return own.combine(back)
  } catch (cause) {
    throw new UnsafePsbtError({ fault: 'encoding', cause })
  }
}

/** Returns the part of a transaction that isn't as it was agreed. */
function difference(own: Transaction, back: Transaction): PsbtFault | undefined {
  const inputs = (transaction: Transaction) =>
    Array.from({ length: transaction.inputsLength }, (_, index) => {
      const { txid, index: place, sequence } = transaction.getInput(index)
      return `${txid?.join()}:${place}:${sequence}`
    }).join(' ')
  const outputs = (transaction: Transaction) =>
    Array.from({ length: transaction.outputsLength }, (_, index) => {
      const { script, amount } = transaction.getOutput(index)
      return `${script?.join()}:${amount}`
    }).join(' ')
  if (inputs(own) !== inputs(back)) return 'inputs'
  if (outputs(own) !== outputs(back)) return 'outputs'
  return own.version === back.version && own.lockTime === back.lockTime ? undefined : 'inputs'
}

/** SIGHASH_ALL of a signature, at its end. */
const sighashAll = 1

/** An ECDSA signature ends with SIGHASH_ALL; Taproot's has 64 bytes, or ends with it too. */
function checkSignatures(transaction: Transaction): void {
  for (let index = 0; index < transaction.inputsLength; index++) {
    const { finalScriptWitness = [], finalScriptSig, partialSig = [], tapKeySig } = transaction.getInput(index)
    const [first] = finalScriptWitness
    const signatures = [...(first ? [first] : []), ...partialSig.map(([, signature]) => signature)]
    if (tapKeySig) signatures.push(tapKeySig)
    // The first thing that an old input's script pushes.
    if (signatures.length === 0 && finalScriptSig?.length)
      signatures.push(finalScriptSig.slice(1, 1 + (finalScriptSig[0] ?? 0)))
    const isWhole = (signature: Uint8Array) => signature.length === 64 || signature.at(-1) === sighashAll
    if (signatures.length === 0 || !signatures.every(isWhole)) throw new UnsafePsbtError({ fault: 'signature' })
  }
}
