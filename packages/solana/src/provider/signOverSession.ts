import { WalletAnswerError } from '@foyer/core/errors'
import { base58 } from '@scure/base'
import type { SignTransactionInput } from '../standard.js'
import { type DecodedTransaction, decodeTransaction, legacyParts, withSignature } from '../transaction/decode.js'
import { type Asking, askSession, codecOf } from './askSession.js'

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
    const params = { transactions: inputs.map(({ transaction }) => codecOf(channel).encode(transaction)) }
    const { transactions } = await askSession({ ...asking, method, params })
    const expected = `${inputs.length} transactions in ${channel.encoding ?? 'base64'}`
    if (transactions.length !== inputs.length) throw new WalletAnswerError({ method, expected })
    return transactions.map((each) => ({ signedTransaction: bytesOf({ text: each, channel, method, expected }) }))
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
  const { channel } = asking
  const params = { transaction: codecOf(channel).encode(transaction), pubkey, ...legacyFields(decoded) }
  const answer = await askSession({ ...asking, method, params })
  const expected = `a transaction in ${channel.encoding ?? 'base64'}`
  if (answer.transaction !== undefined) return bytesOf({ text: answer.transaction, channel, method, expected })
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
  channel,
  method,
  expected,
}: {
  readonly text: string
  readonly channel: Asking['channel']
  readonly method: string
  readonly expected: string
}): Uint8Array {
  try {
    return codecOf(channel).decode(text)
  } catch (cause) {
    throw new WalletAnswerError({ method, expected, cause })
  }
}
