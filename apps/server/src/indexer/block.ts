import * as v from 'valibot'
import { AddressText as Address, DataText as Data, HashText as Hash } from '../rpc/bytes.js'
import { Quantity } from '../rpc/readQuantity.js'

// Blocks in the execution API's format. Hashes and addresses are parsed to lower case.

const Count = v.pipe(Quantity, v.maxValue(BigInt(Number.MAX_SAFE_INTEGER)), v.transform(Number))

export const BlockNumber = Count

const header = { number: Count, hash: Hash, parentHash: Hash, timestamp: Count }

export const BlockHeader = v.object(header)
export type BlockHeader = v.InferOutput<typeof BlockHeader>

/** The beginning of a transaction's input, which names the function that it calls: a stranger's block has megabytes of the rest. */
const Selector = v.pipe(
  Data,
  v.transform((input) => input.slice(0, 10)),
)

export const BlockTransaction = v.object({
  hash: Hash,
  blockHash: Hash,
  transactionIndex: Count,
  from: Address,
  to: v.nullish(Address, null),
  nonce: Count,
  value: Quantity,
  input: Selector,
})
export type BlockTransaction = v.InferOutput<typeof BlockTransaction>

/** A transaction that is requested by hash has its block's. */
export const MinedTransaction = v.object({ ...BlockTransaction.entries, blockNumber: Count })
export type MinedTransaction = v.InferOutput<typeof MinedTransaction>

export const PendingTransaction = v.object({ blockHash: v.null_() })

export const Block = v.object({ ...header, transactions: v.array(BlockTransaction) })
export type Block = v.InferOutput<typeof Block>

/** A block that is asked for without its transactions. */
export const BlockWithHashes = v.object({ ...header, transactions: v.array(Hash) })

export const ChainLog = v.object({
  address: Address,
  topics: v.array(Hash),
  data: Data,
  blockHash: Hash,
  transactionHash: Hash,
})
export type ChainLog = v.InferOutput<typeof ChainLog>

export const Receipt = v.object({
  transactionHash: Hash,
  blockHash: Hash,
  contractAddress: v.nullish(Address, null),
  /** Whether it did what it was to do. Blocks from before EIP-658 don't have it; their transactions count as successful. */
  status: v.pipe(
    v.optional(v.pipe(Quantity, v.maxValue(1n)), '0x1'),
    v.transform((status) => status === 1n),
  ),
  logs: v.array(ChainLog),
})
/** A receipt, or what is known of one that can't be had. */
export interface Receipt extends Omit<v.InferOutput<typeof Receipt>, 'status' | 'logs'> {
  /** null where it isn't known */
  readonly status: boolean | null
  /** null where they aren't known */
  readonly logs: readonly ChainLog[] | null
}

/** The fields of a receipt that say something of its transaction. */
export const ReceiptSides = v.object({
  blockHash: Hash,
  blockNumber: Count,
  transactionIndex: Count,
  from: Address,
  to: v.nullish(Address, null),
})
