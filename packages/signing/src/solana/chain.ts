import { postRpc, rpcOutcome } from '@foyer/core/postRpc'
import type { WalletNetwork } from '@foyer/core/words'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { readOnce } from '../reads.js'
import { type SendOptions, SolanaAddress } from './requestParams.js'

/** An account as a node knows it. */
export interface ChainAccount {
  /** The program that may change it. */
  readonly owner: string
  readonly data: Uint8Array
  /** Its balance of the network's coin. */
  readonly lamports: bigint
}

type At = Pick<WalletNetwork, 'rpcUrl' | 'reads'>

/** A node refused a call or couldn't be read. */
export class SolanaNodeError extends Error {
  override readonly name = 'SolanaNodeError'
}

interface Asked {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Calls a node, once; for a description, no longer than that waits. */
async function call<Result>({
  rpcUrl: url,
  reads,
  method,
  params,
  result,
}: At & Asked & { readonly result: v.GenericSchema<unknown, Result> }): Promise<Result> {
  const ask = async () => (await postRpc({ url, method, params, signal: AbortSignal.timeout(10_000) })).json()
  const answer = rpcOutcome(await (reads ? readOnce({ reads }, [method, params], ask) : ask()))
  if (answer.error) throw new SolanaNodeError(answer.error.message.slice(0, 2_000))
  const { success, output } = v.safeParse(v.object({ result }), answer)
  if (!success) throw new SolanaNodeError(`The node’s answer to ${method} can’t be read.`)
  return output.result
}

/** Resolves to undefined for what a node doesn't say, or not in time: its reads say which. */
export const orUnknown = <Read>(read: Promise<Read>): Promise<Read | undefined> => read.catch(() => undefined)

const Lamports = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((value) => BigInt(value)),
)

/** In lamports. */
export const balanceOf = async ({ address, ...at }: At & { readonly address: string }): Promise<bigint> =>
  (await call({ ...at, method: 'getBalance', params: [address], result: v.object({ value: Lamports }) })).value

/** Reads the fee of a message for its payer, in lamports; undefined where the node no longer knows its blockhash. */
export async function feeFor({ message, ...at }: At & { readonly message: Uint8Array }): Promise<bigint | undefined> {
  const params = [base64.encode(message), { commitment: 'confirmed' }]
  const result = v.object({ value: v.nullish(Lamports) })
  return (await call({ ...at, method: 'getFeeForMessage', params, result })).value ?? undefined
}

const Account = v.pipe(
  v.object({ owner: SolanaAddress, data: v.looseTuple([v.pipe(v.string(), v.base64())]), lamports: Lamports }),
  v.transform(({ data: [text], ...rest }): ChainAccount => ({ ...rest, data: base64.decode(text) })),
)

/** Accounts by their addresses; those that don't exist are missing. */
export async function accountsAt({
  addresses,
  ...at
}: At & { readonly addresses: readonly string[] }): Promise<ReadonlyMap<string, ChainAccount>> {
  if (addresses.length === 0) return new Map()
  const { value } = await call({
    ...at,
    method: 'getMultipleAccounts',
    // A node gives at most a hundred; a transaction has no more.
    params: [addresses.slice(0, 100), { encoding: 'base64', commitment: 'confirmed' }],
    result: v.object({ value: v.array(v.nullable(Account)) }),
  })
  return new Map(addresses.flatMap((address, index) => (value[index] ? [[address, value[index]] as const] : [])))
}

/** Sends a signed transaction, once. @returns its first signature, in base58 */
export const send = ({
  rpcUrl,
  signed,
  options = {},
}: At & { readonly signed: Uint8Array; readonly options?: SendOptions | undefined }): Promise<string> =>
  call({
    rpcUrl,
    method: 'sendTransaction',
    params: [base64.encode(signed), { preflightCommitment: 'confirmed', ...options, encoding: 'base64' }],
    result: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)),
  })
