import { sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad } from '@scure/base'
import { UnsafeAlgorandTransactionError } from '../errors.js'
import { type PackedMap, pack } from './msgpack.js'

/** The rounds in which a transaction may be taken, and the network that takes it. */
export interface Terms {
  /** In microAlgo. */
  readonly fee: bigint
  readonly firstRound: bigint
  readonly lastRound: bigint
  readonly genesisId: string
  /** 32 bytes. */
  readonly genesisHash: Uint8Array
}

/** A transfer, whole: what is signed. Addresses are their 32 bytes. */
export interface AlgorandTransfer extends Terms {
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly amount: bigint
  /** The number of an asset; the network's own coin without it. */
  readonly assetId?: bigint | undefined
}

/** A transaction is old after so many rounds at most. */
export const mostRounds = 1000n

const fieldsOf = ({ from, to, amount, assetId, ...terms }: AlgorandTransfer): PackedMap => ({
  ...(assetId === undefined
    ? { type: 'pay', amt: amount, rcv: to }
    : { type: 'axfer', aamt: amount, arcv: to, xaid: assetId }),
  ...{ snd: from, fee: terms.fee, fv: terms.firstRound, lv: terms.lastRound },
  ...{ gen: terms.genesisId, gh: terms.genesisHash },
})

/** The bytes of a transfer, as wallets are asked to sign it. */
export const transactionOf = (transfer: AlgorandTransfer): Uint8Array => Uint8Array.from(pack(fieldsOf(transfer)))

const mark = new TextEncoder().encode('TX')

/** Returns a transaction's id, from the bytes that are signed. */
export const idOf = (transaction: Uint8Array): string =>
  base32nopad.encode(sha512_256(Uint8Array.from([...mark, ...transaction])))

const sizeOfSignature = 64

/**
 * Checks that what a wallet signed is the agreed transaction and no other, byte for byte, with one key: that of the account, or of the account that it is rekeyed to.
 * @returns the signed bytes
 * @throws UnsafeAlgorandTransactionError
 */
export function checkSigned({
  agreed,
  signed,
  signer,
}: {
  readonly agreed: Uint8Array
  readonly signed: Uint8Array
  /** The signer in the account's place: 32 bytes. */
  readonly signer?: Uint8Array | undefined
}): Uint8Array {
  // A map of three or of two, in the order of their names: `sgnr`, `sig`, and `txn` as it was agreed.
  const empty = new Uint8Array(sizeOfSignature).fill(1)
  const wanted = [...pack({ ...(signer && { sgnr: signer }), sig: empty, txn: '' })]
  wanted[0] = signer ? 0x83 : 0x82
  const head = [...wanted, ...[0xa3, 0x74, 0x78, 0x6e], ...agreed]
  const at = wanted.length - sizeOfSignature
  const isAgreed = head.every((byte, place) => byte === signed[place] || (place >= at && place < wanted.length))
  if (!isAgreed || signed.length !== head.length) throw new UnsafeAlgorandTransactionError()
  return signed
}
