import type { ChainQuery } from '@foyer/core/wire'
import * as v from 'valibot'

/** All coins that there can be: 45 billion, in lovelace. */
export const mostCoins = 45_000_000_000_000_000n
const mostTokens = (1n << 64n) - 1n

const whole = (most: bigint) =>
  v.pipe(
    v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,20}$/))]),
    v.transform((said) => BigInt(said)),
    v.maxValue(most),
  )
const Coins = whole(mostCoins)
const Hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))

const ChainUtxo = v.object({
  tx_hash: Hash,
  tx_index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)),
  value: Coins,
  asset_list: v.nullish(
    v.array(
      v.object({
        policy_id: v.pipe(v.string(), v.regex(/^[\da-f]{56}$/)),
        asset_name: v.nullish(v.pipe(v.string(), v.regex(/^([\da-f]{2}){0,32}$/)), ''),
        quantity: whole(mostTokens),
      }),
    ),
    [],
  ),
})
export type ChainUtxo = v.InferOutput<typeof ChainUtxo>

const AddressInfo = v.pipe(
  v.array(v.object({ balance: Coins, utxo_set: v.array(ChainUtxo) })),
  v.maxLength(1),
  // An address that was never used isn't there.
  v.transform(([info]) => ({ balance: info?.balance ?? 0n, utxos: info?.utxo_set ?? [] })),
)
/** Returns the query for an address's balance, and its outputs. */
export const addressQuery = (address: string): ChainQuery<v.InferOutput<typeof AddressInfo>> => ({
  method: 'koios_addressInfo',
  params: [address],
  schema: AddressInfo,
})

const Utxos = v.pipe(
  v.array(v.object({ tx_hash: Hash, tx_index: v.number(), is_spent: v.optional(v.boolean(), false) })),
  v.transform((found) => found.map((each) => `${each.tx_hash}#${each.tx_index}`)),
)
/** Returns the query for those of some outputs, by their names, that the network knows. */
export const utxosQuery = (names: readonly string[]): ChainQuery<readonly string[]> => ({
  method: 'koios_utxos',
  params: names,
  schema: Utxos,
})

const Genesis = v.pipe(
  v.tuple([v.object({ networkmagic: whole(mostTokens) })]),
  v.transform(([genesis]) => genesis.networkmagic),
)
/** The network's magic. */
export const genesisQuery: ChainQuery<bigint> = { method: 'koios_genesis', params: [], schema: Genesis }

/** Is a magic that of the network of a CAIP-2 id? */
export const isGenesisOf = (networkId: string, magic: bigint | string): boolean =>
  /^cip34:[01]-(\d+)$/.exec(networkId)?.[1] === `${magic}`

const Tip = v.pipe(
  v.tuple([
    v.object({
      abs_slot: whole(mostTokens),
      block_no: v.optional(whole(mostTokens)),
      block_height: v.optional(whole(mostTokens)),
    }),
  ]),
  v.transform(([tip]) => ({ slot: tip.abs_slot, block: tip.block_height ?? tip.block_no ?? 0n })),
)
export const tipQuery: ChainQuery<v.InferOutput<typeof Tip>> = { method: 'koios_tip', params: [], schema: Tip }

const Parameters = v.pipe(
  v.object({
    // Many times what they ever were: a node that says more is not believed.
    txFeePerByte: whole(1_000n),
    txFeeFixed: whole(10_000_000n),
    utxoCostPerByte: whole(1_000_000_000n),
    maxTxSize: whole(65_536n),
  }),
  v.transform((said) => ({
    feePerByte: said.txFeePerByte,
    feeFixed: said.txFeeFixed,
    coinsPerByte: said.utxoCostPerByte,
    mostBytes: said.maxTxSize,
  })),
)
/** The query for the prices of transactions and outputs now. */
export const parametersQuery: ChainQuery<v.InferOutput<typeof Parameters>> = {
  method: 'koios_protocolParameters',
  params: [],
  schema: Parameters,
}

const Transaction = v.pipe(
  v.array(v.object({ tx_hash: Hash, block_height: whole(mostTokens), fee: Coins })),
  v.transform(([found]) => found && { block: found.block_height, fee: found.fee }),
)
/** The block that has taken a transaction; nothing where none has. */
export const transactionQuery = (hash: string): ChainQuery<v.InferOutput<typeof Transaction>> => ({
  method: 'koios_transaction',
  params: [hash],
  schema: Transaction,
})

/** @param signed - hexadecimal */
export const sendQuery = (signed: string): ChainQuery<string> => ({
  method: 'koios_sendTransaction',
  params: [signed],
  schema: Hash,
})
