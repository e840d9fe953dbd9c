import { type Hex, isHex, isTransactionHash } from '@foyer/core/chain'
import type { ChainReader } from '@foyer/core/rpc'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import type { TransactionReceipt } from '../family.js'

/** How the chain is asked, and until when. */
export interface Reading {
  readonly read: ChainReader
  readonly signal?: AbortSignal | undefined
}

const HexText = v.custom<Hex>(isHex)
/** A number as JSON-RPC writes it. */
export const Quantity = v.pipe(
  v.custom<Hex>((value) => isHex(value) && value.length > 2),
  v.transform((hex) => BigInt(hex)),
)
const Hash = v.custom<Hex>(isTransactionHash)

/** The needed fields of a receipt, as the chain or a wallet (EIP-5792) has it. */
export const MinedReceipt: v.GenericSchema<unknown, TransactionReceipt> = v.pipe(
  v.object({
    transactionHash: Hash,
    status: v.picklist(['0x1', '0x0']),
    blockNumber: Quantity,
    gasUsed: Quantity,
    effectiveGasPrice: v.optional(Quantity),
    l1Fee: v.nullish(Quantity),
    logs: v.array(v.object({ address: HexText, topics: v.array(HexText), data: HexText })),
  }),
  v.transform(
    ({ transactionHash, status, blockNumber, gasUsed, effectiveGasPrice, l1Fee, logs }): TransactionReceipt => ({
      hash: transactionHash,
      status: status === '0x1' ? 'success' : 'reverted',
      blockNumber,
      gasUsed,
      effectiveGasPrice,
      fee: effectiveGasPrice === undefined ? undefined : gasUsed * effectiveGasPrice + (l1Fee ?? 0n),
      logs,
      replacement: undefined,
    }),
  ),
)
/** Of `eth_getTransactionReceipt`; null while it is in no block. */
export const Receipt = v.nullable(MinedReceipt)

/** The needed fields of `eth_getTransactionByHash`: a transaction as the chain shows it, in a block or not. */
export const PendingTransaction = v.object({
  hash: Hash,
  from: HexText,
  to: v.nullish(HexText),
  nonce: Quantity,
  value: Quantity,
  input: HexText,
  gas: v.optional(Quantity),
  gasPrice: v.optional(Quantity),
  maxFeePerGas: v.optional(Quantity),
  maxPriorityFeePerGas: v.optional(Quantity),
  blockNumber: v.nullish(Quantity),
})
export type PendingTransaction = Output<typeof PendingTransaction>

/** The needed fields of `eth_getBlockByNumber` with its transactions. */
export const Block = v.nullable(v.object({ transactions: v.array(PendingTransaction) }))

/** Reads a transaction by its hash, mined or pending. @returns undefined where the chain doesn't know it */
export async function readTransaction({
  read,
  hash,
  signal,
}: Reading & { readonly hash: string }): Promise<PendingTransaction | undefined> {
  const answer = await read({ method: 'eth_getTransactionByHash', params: [hash], signal })
  return v.parse(v.nullish(PendingTransaction), answer) ?? undefined
}
