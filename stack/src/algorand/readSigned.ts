import { createPublicKey, verify } from 'node:crypto'
import { Address, decodeSignedTransaction, encodeMsgpack, TransactionType } from 'algosdk'
import { AlgorandRefusal } from './AlgorandRefusal.js'

/** A transfer, as the official library reads it. */
export interface ReadTransaction {
  readonly id: string
  readonly from: string
  /** Whose key has signed it. */
  readonly signer: string
  readonly to: string
  readonly amount: bigint
  /** The network's own coin without it. */
  readonly asset: bigint | undefined
  readonly fee: bigint
  readonly firstRound: bigint
  readonly lastRound: bigint
}

/** A key of RFC 8410 behind these bytes. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Reads a signed transfer by the official library (algosdk), which also says what is signed; the signature is checked by Node.
 * @throws AlgorandRefusal for what isn't written as the chain has it, does anything beside the transfer, is of another network, or isn't signed
 */
export function readSigned(
  bytes: Uint8Array,
  own: { readonly genesisHash: Uint8Array; readonly genesisId: string },
): ReadTransaction {
  const { txn, sig, sgnr, msig, lsig } = decoded(bytes)
  if (!sig || msig || lsig) throw new AlgorandRefusal('msgpack decode error: signedtxn has no sig')
  const { genesisHash = new Uint8Array(), genesisID, payment, assetTransfer, rekeyTo, fee, firstValid, lastValid } = txn
  if (!Buffer.from(genesisHash).equals(own.genesisHash)) throw new AlgorandRefusal('genesis hash mismatch')
  if (genesisID !== undefined && genesisID !== own.genesisId) throw new AlgorandRefusal('genesis id mismatch')
  const from = `${txn.sender}`
  const signer = sgnr ?? txn.sender
  const key = createPublicKey({ key: Buffer.concat([spki, signer.publicKey]), format: 'der', type: 'spki' })
  if (!verify(null, txn.bytesToSign(), key, sig))
    throw new AlgorandRefusal("At least one signature didn't pass verification")
  const about = { id: txn.txID(), from, signer: `${signer}`, fee, firstRound: firstValid, lastRound: lastValid }
  if (rekeyTo) throw new AlgorandRefusal('only transfers are taken here')
  if (txn.type === TransactionType.pay && payment && !payment.closeRemainderTo)
    return { ...about, to: `${payment.receiver}`, amount: payment.amount, asset: undefined }
  if (
    txn.type === TransactionType.axfer &&
    assetTransfer &&
    !assetTransfer.closeRemainderTo &&
    !assetTransfer.assetSender
  )
    return { ...about, to: `${assetTransfer.receiver}`, amount: assetTransfer.amount, asset: assetTransfer.assetIndex }
  throw new AlgorandRefusal('only transfers are taken here')
}

/** Nodes take one spelling of a transaction alone. */
function decoded(bytes: Uint8Array) {
  try {
    const read = decodeSignedTransaction(bytes)
    if (Buffer.from(encodeMsgpack(read)).equals(bytes)) return read
  } catch (cause) {
    throw new AlgorandRefusal(`msgpack decode error: ${cause instanceof Error ? cause.message : cause}`)
  }
  throw new AlgorandRefusal('msgpack decode error: not canonical')
}

/** @throws AlgorandRefusal for what the official library takes for no address */
export function addressIn(text: string): string {
  try {
    return `${Address.fromString(text)}`
  } catch {
    throw new AlgorandRefusal('failed to parse the address')
  }
}
