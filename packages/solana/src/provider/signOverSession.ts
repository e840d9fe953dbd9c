import { WalletAnswerError } from '@foyer/core/errors'
import { base58, base64 } from '@scure/base'
import type { SignTransactionInput } from '../standard.js'
import { type DecodedTransaction, decodeTransaction, legacyParts, withSignature } from '../transaction/decode.js'
import { type Asking, askSession } from './askSession.js'

interface Signed {
  readonly signedTransaction: Uint8Array
}

/** Has a session's wallet sign transactions: several in one prompt where it can, else one after the other. */
export async function signOverSession({
  inputs,
  ...asking
}: Asking & { readonly inputs: readonly SignTransactionInput[] }): Promise<readonly Signed[]> {
  const method = 'solana_signAllTransactions'
  const { channel, networkId } = asking
  if (inputs.length > 1 && channel.takes({ networkId, method })) {
    const params = { transactions: inputs.map(({ transaction }) => base64.encode(transaction)) }
    const { transactions } = await askSession({ ...asking, method, params })
    const expected = `${inputs.length} transactions in base64`
    if (transactions.length !== inputs.length) throw new WalletAnswerError({ method, expected })
    return transactions.map((each) => ({ signedTransaction: bytesOf({ text: each, method, expected }) }))
  }
  const signed: Signed[] = []
  for (const input of inputs) signed.push({ signedTransaction: await signOne({ ...asking, input }) })
  return signed
}

async function signOne({
  input: { transaction, account },
  ...asking
}: Asking & { readonly input: SignTransactionInput }): Promise<Uint8Array> {
  const method = 'solana_signTransaction'
  const decoded = decodeTransaction(transaction)
  const pubkey = account.address
  const params = { transaction: base64.encode(transaction), pubkey, ...legacyFields(decoded) }
  const answer = await askSession({ ...asking, method, params })
  if (answer.transaction !== undefined)
    return bytesOf({ text: answer.transaction, method, expected: 'a transaction in base64' })
  // An older wallet answers with its signature alone: it belongs into the bytes that it signed.
  try {
    return withSignature({
      transaction: decoded,
      address: pubkey,
      signature: base58.decode(answer.signature ?? ''),
    })
  } catch (cause) {
    throw new WalletAnswerError({ method, expected: 'a signature in base58', cause })
  }
}

/** The parts of a legacy transaction, which older wallets read in the place of its bytes. */
function legacyFields({ version, message }: DecodedTransaction) {
  if (version !== 'legacy') return {}
  const { instructions, ...parts } = legacyParts(message)
  return {
    ...parts,
    instructions: instructions.map(({ programId, accounts, data }) => ({
      programId,
      data: base58.encode(data),
      keys: accounts.map(({ address, ...uses }) => ({ pubkey: address, ...uses })),
    })),
  }
}

function bytesOf({
  text,
  method,
  expected,
}: {
  readonly text: string
  readonly method: string
  readonly expected: string
}): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new WalletAnswerError({ method, expected, cause })
  }
}
