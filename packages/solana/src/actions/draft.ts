import type { SolanaCall } from '../family.js'
import { decodeTransaction } from '../transaction/decode.js'
import { encodeMessage, unsignedTransaction } from '../transaction/encode.js'
import { InvalidTransactionError } from '../transactionErrors.js'
import type { Asking } from './chain.js'
import { Blockhash } from './chainAnswers.js'

/** A transaction that waits for its signatures. */
export interface Draft {
  /** The message to be signed. */
  readonly message: Uint8Array
  /** As it goes over the wire. */
  readonly transaction: Uint8Array
  readonly version: 'legacy' | number
}

/**
 * Returns the transaction that an account signs for a call. Instructions become a transaction that the account pays,
 * with the newest block as the end of its time.
 *
 * @throws InvalidTransactionError for bytes that are no transaction, or one that the account doesn't sign · what the chain's nodes throw
 */
export async function draftOf({
  chain,
  address,
  call,
  signal,
}: Asking & { readonly address: string; readonly call: SolanaCall }): Promise<Draft> {
  if ('transaction' in call) {
    const { bytes, message, version, signers } = decodeTransaction(call.transaction)
    if (!signers.includes(address)) throw new InvalidTransactionError({ fault: 'signer' })
    return { message, transaction: bytes, version }
  }
  const { commitment } = chain
  const method = 'getLatestBlockhash'
  const { value } = await chain.ask({ method, params: [{ commitment }], schema: Blockhash, signal })
  const { instructions } = call
  const message = encodeMessage({ feePayer: address, blockhash: value.blockhash, instructions })
  return { message, transaction: unsignedTransaction(message), version: 'legacy' }
}
