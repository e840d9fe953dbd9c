import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { UnsafeNearTransactionError } from '../errors.js'
import { text, uint } from './borsh.js'

/** A transfer of coins, whole: what is signed. */
export interface NearTransfer {
  readonly signerId: string
  /** Of ed25519, 32 bytes. */
  readonly publicKey: Uint8Array
  /** One more than the key's last. */
  readonly nonce: bigint
  readonly receiverId: string
  /** Of a recent block: without it the transaction is old. */
  readonly blockHash: Uint8Array
  readonly deposit: bigint
}

/** The place of ed25519 among the curves, and of Transfer among the actions. */
const [ed25519, transfer] = [0, 3]

/** @see https://nomicon.io/RuntimeSpec/Transactions */
export const transactionOf = (of: NearTransfer): Uint8Array =>
  Uint8Array.from([
    ...text(of.signerId),
    ...[ed25519, ...of.publicKey],
    ...uint(8, of.nonce),
    ...text(of.receiverId),
    ...of.blockHash,
    ...uint(4, 1n),
    ...[transfer, ...uint(16, of.deposit)],
  ])

/** Returns the hash by which a transaction is found. */
export const hashOf = (transaction: Uint8Array): string => base58.encode(sha256(transaction))

/** A signature of ed25519 with its curve before it. */
const signatureLength = 65

/**
 * Checks that what a wallet signed is the agreed transaction and no other, byte for byte.
 * @throws UnsafeNearTransactionError
 */
export function checkSigned({
  agreed,
  signed,
}: {
  readonly agreed: Uint8Array
  readonly signed: Uint8Array
}): Uint8Array {
  const isAgreed = agreed.every((byte, place) => byte === signed[place])
  if (!isAgreed || signed.length !== agreed.length + signatureLength || signed[agreed.length] !== ed25519)
    throw new UnsafeNearTransactionError({ fault: 'transaction' })
  return signed
}
