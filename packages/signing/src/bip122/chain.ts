import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'

type At = Pick<WalletNetwork, 'rpcUrl'>

/** An output that an address may spend. */
export interface Unspent {
  readonly txid: string
  readonly index: number
  /** In satoshi. */
  readonly value: bigint
}

/** The ledger’s server refused a call or couldn’t be read. */
export class BitcoinServerError extends Error {
  override readonly name = 'BitcoinServerError'
}

/** Asks an Esplora server, once. @returns the answer’s text */
async function ask({
  rpcUrl,
  path,
  post,
}: At & { readonly path: string; readonly post?: string | undefined }): Promise<string> {
  const response = await fetch(`${rpcUrl.replace(/(?<!\/)\/+$/, '')}${path}`, {
    signal: AbortSignal.timeout(10_000),
    ...(post === undefined ? {} : { method: 'POST', body: post, headers: { 'content-type': 'text/plain' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new BitcoinServerError(text.slice(0, 300) || `The server answers ${response.status}.`)
  return text
}

function read<Output>({
  text,
  schema,
}: {
  readonly text: string
  readonly schema: v.GenericSchema<unknown, Output>
}): Output {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (!success) throw new BitcoinServerError('The server’s answer can’t be read.')
  return output
}

const Satoshi = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((value) => BigInt(value)),
)
const TransactionId = v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-f]{64}$/))
const Sums = v.object({ funded_txo_sum: Satoshi, spent_txo_sum: Satoshi })
const AddressStats = v.object({ chain_stats: Sums, mempool_stats: Sums })

/** Returns the balance of an address in satoshi, with what isn't in a block yet. */
export async function balanceOf({ rpcUrl, address }: At & { readonly address: string }): Promise<bigint> {
  const text = await ask({ rpcUrl, path: `/address/${address}` })
  const { chain_stats: chain, mempool_stats: waiting } = read({ text, schema: AddressStats })
  return chain.funded_txo_sum - chain.spent_txo_sum + waiting.funded_txo_sum - waiting.spent_txo_sum
}

const UnspentList = v.array(
  v.pipe(
    v.object({ txid: TransactionId, vout: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), value: Satoshi }),
    v.transform(({ txid, vout, value }) => ({ txid, index: vout, value })),
  ),
)

/** The outputs that an address may spend. */
export const unspentOf = async ({ rpcUrl, address }: At & { readonly address: string }): Promise<readonly Unspent[]> =>
  read({ text: await ask({ rpcUrl, path: `/address/${address}/utxo` }), schema: UnspentList })

const Rate = v.pipe(v.number(), v.finite(), v.minValue(0))
const Estimates = v.record(v.string(), Rate)

/** Returns the fee rate for a place within three blocks, in satoshi a virtual byte; at least what nodes relay. */
export async function feeRate({ rpcUrl }: At): Promise<number> {
  const estimates = read({ text: await ask({ rpcUrl, path: '/fee-estimates' }), schema: Estimates })
  return Math.max(1, estimates['3'] ?? estimates['2'] ?? estimates['1'] ?? 1)
}

/** The number of the newest block. */
export async function tipHeight({ rpcUrl }: At): Promise<number> {
  return read({ text: await ask({ rpcUrl, path: '/blocks/tip/height' }), schema: v.pipe(v.number(), v.safeInteger()) })
}

/** Sends a signed transaction, once. @returns its id */
export async function broadcast({ rpcUrl, hex }: At & { readonly hex: string }): Promise<string> {
  const { success, output } = v.safeParse(TransactionId, await ask({ rpcUrl, path: '/tx', post: hex }))
  if (!success) throw new BitcoinServerError('The server’s answer can’t be read.')
  return output
}
