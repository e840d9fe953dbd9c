import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { RpcFailure } from './answering.js'

const Transactions = v.union([
  v.object({ transaction: v.string(), options: v.optional(v.unknown()) }),
  v.object({ transactions: v.array(v.string()) }),
])

/** Solana's transactions come in base58 here, and in base64 from WalletConnect, by which the family reads them; whatever else is asked has none. */
export function readSolanaParams(params: unknown): unknown {
  const { success, output } = v.safeParse(Transactions, params)
  if (!success) return params
  if ('transactions' in output) return { transactions: output.transactions.map(toBase64) }
  return { transaction: toBase64(output.transaction), ...(output.options ? { sendOptions: output.options } : {}) }
}

function toBase64(text: string): string {
  if (!/^[1-9A-HJ-NP-Za-km-z]{1,1700}$/.test(text))
    throw new RpcFailure({ code: -32_602, message: 'The transaction isn’t base58.' })
  return base64.encode(base58.decode(text))
}

const SolanaResult = v.union([
  v.object({ transactions: v.array(v.string()) }),
  v.object({ transaction: v.string() }),
  v.object({ signature: v.string() }),
])

/** Writes the results of Solana's methods here: transactions in base58, and beside a transaction no signature. */
export function writeSolanaResult(result: unknown): unknown {
  const said = v.parse(SolanaResult, result)
  const toBase58 = (text: string) => base58.encode(base64.decode(text))
  if ('transactions' in said) return { transactions: said.transactions.map(toBase58) }
  return 'transaction' in said ? { transaction: toBase58(said.transaction) } : said
}
