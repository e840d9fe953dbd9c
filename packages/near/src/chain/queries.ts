import { JsonRpcError } from '@foyer/core/errors'
import { type ChainQuery, decimal, readAnswer } from '@foyer/core/wire'
import * as v from 'valibot'

/** A node's answer: a result, or a JSON-RPC error. */
export type NearOutcome = { readonly result: unknown } | { readonly error: NearFault }

interface NearFault {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The most that 128 bits hold, as the chain counts coins. */
export const mostUnits: bigint = (1n << 128n) - 1n

/** A request's answer as an outcome: an error of the node's is one too. @throws what else it rejects with */
export async function outcomeOf(asked: Promise<unknown>): Promise<NearOutcome> {
  try {
    return { result: await asked }
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error
    return { error: { code: error.rpcCode, message: error.message, data: error.rpcData } }
  }
}

/** An amount in the smallest unit. */
const Units = decimal(39)
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const Account = v.object({ amount: Units, locked: v.optional(Units, '0'), storage_usage: Count })
export type ChainAccount = v.InferOutput<typeof Account>

/** Returns the query for an account's coins and its storage. */
export const accountQuery = (account_id: string): ChainQuery<ChainAccount> => ({
  method: 'query',
  params: { request_type: 'view_account', finality: 'optimistic', account_id },
  schema: Account,
})

const Key = v.object({ nonce: Count, permission: v.unknown(), block_hash: v.string() })
export type AccessKey = v.InferOutput<typeof Key>

/**
 * Returns the query for what a key may do with an account.
 * @param of.finality - `final`, unless said: one that was taken away for good signs nothing. `optimistic` knows the number of what was sent a moment ago
 */
export const keyQuery = (of: {
  readonly accountId: string
  readonly publicKey: string
  readonly finality?: 'final' | 'optimistic'
}): ChainQuery<AccessKey> => ({
  method: 'query',
  params: {
    request_type: 'view_access_key',
    finality: of.finality ?? 'final',
    account_id: of.accountId,
    public_key: of.publicKey,
  },
  schema: Key,
})

export const mayDoAll = ({ permission }: AccessKey): boolean => permission === 'FullAccess'

/** The query for the price of one unit of gas now. */
export const gasPriceQuery: ChainQuery<bigint> = {
  method: 'gas_price',
  params: [null],
  schema: v.pipe(
    v.object({ gas_price: Units }),
    v.transform(({ gas_price }) => gas_price),
  ),
}

/** Which network a node is of, as the reference of CAIP-2 says it. */
export const networkQuery: ChainQuery<string> = {
  method: 'status',
  params: [],
  schema: v.pipe(
    v.object({ chain_id: v.pipe(v.string(), v.maxLength(64)) }),
    v.transform(({ chain_id }) => chain_id),
  ),
}

/** Nodes say by words that there is none: the numbers of their errors are all alike. Older ones say it inside of a result. */
const missing = /does(n't| not) exist|UNKNOWN_(ACCOUNT|ACCESS_KEY|TRANSACTION)/i

/** JSON-RPC's code for a method that isn't there. */
const noMethod = -32601

/** Whether a node's error says that there is none of what was asked for. */
export const saysMissing = ({ code, message, data }: NearFault): boolean =>
  code !== noMethod && missing.test(`${message} ${typeof data === 'string' ? data : JSON.stringify(data)}`)

/**
 * Reads what a node answered.
 * @returns undefined for what isn't there
 * @throws JsonRpcError · InvalidResponseError
 */
export function readOutcome<T>({ method, schema }: ChainQuery<T>, outcome: NearOutcome): T | undefined {
  if ('error' in outcome) {
    const { code, message, data } = outcome.error
    if (saysMissing(outcome.error)) return undefined
    throw new JsonRpcError({ rpcCode: code, text: message, rpcData: data, context: { method } })
  }
  const isOlder = v.is(v.object({ error: v.pipe(v.string(), v.regex(missing)) }), outcome.result)
  return isOlder && !v.is(schema, outcome.result) ? undefined : readAnswer({ method, schema }, outcome.result)
}
