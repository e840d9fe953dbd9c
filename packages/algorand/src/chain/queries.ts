import type { ChainQuery } from '@foyer/core/wire'
import * as v from 'valibot'

/** The most that 64 bits hold, as the chain counts. */
export const mostUnits: bigint = (1n << 64n) - 1n

/** A whole number; one that JSON's own can't hold is a text by `exactJson`. */
const Units = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,20}$/))]),
  v.transform((said) => BigInt(said)),
  v.maxValue(mostUnits),
)

const Account = v.pipe(
  v.object({ amount: Units, 'min-balance': Units, 'auth-addr': v.nullish(v.string()) }),
  v.transform(({ amount, 'min-balance': minimum, 'auth-addr': signer }) => ({
    ...{ amount, minimum },
    /** The account whose key signs for it since it was rekeyed; its own where that is undefined. */
    signer: signer || undefined,
  })),
)
export type ChainAccount = v.InferOutput<typeof Account>

/** Returns the query for an account's coins, its minimum balance and its signing key. One that isn't there holds nothing. */
export const accountQuery = (address: string): ChainQuery<ChainAccount> => ({
  method: 'algod_account',
  params: [address],
  schema: Account,
})

const Holding = v.pipe(
  v.object({ 'asset-holding': v.object({ amount: Units, 'is-frozen': v.optional(v.boolean(), false) }) }),
  v.transform(({ 'asset-holding': held }) => ({ amount: held.amount, isFrozen: held['is-frozen'] })),
)
export type Holding = v.InferOutput<typeof Holding>

/** Returns the query for an account's holding of an asset; nothing is found where it hasn't opted in. */
export const holdingQuery = (address: string, assetId: bigint): ChainQuery<Holding> => ({
  method: 'algod_accountAsset',
  params: [address, `${assetId}`],
  schema: Holding,
})

const Asset = v.pipe(
  v.object({
    params: v.object({
      decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(19)),
      name: v.optional(v.string(), ''),
      'unit-name': v.optional(v.string(), ''),
    }),
  }),
  v.transform(({ params: { decimals, name, 'unit-name': symbol } }) => ({ decimals, name, symbol })),
)

/** Returns the query for an asset's name and decimals; nothing is found where there is none. */
export const assetQuery = (assetId: bigint): ChainQuery<v.InferOutput<typeof Asset>> => ({
  method: 'algod_asset',
  params: [`${assetId}`],
  schema: Asset,
})

/** In microAlgo, for a byte and in all: far more than the network has asked for when it was full. A node that says more is not believed. */
const [mostPerByte, mostFee] = [10_000n, 1_000_000n]

const Params = v.pipe(
  v.object({
    fee: v.pipe(Units, v.maxValue(mostPerByte)),
    'min-fee': v.pipe(Units, v.maxValue(mostFee)),
    'last-round': Units,
    'genesis-id': v.pipe(v.string(), v.maxLength(64)),
    'genesis-hash': v.string(),
  }),
  v.transform((said) => ({
    /** In microAlgo for a byte, where the network is full; else 0. */
    feePerByte: said.fee,
    leastFee: said['min-fee'],
    lastRound: said['last-round'],
    genesisId: said['genesis-id'],
    genesisHash: said['genesis-hash'],
  })),
)
export type Params = v.InferOutput<typeof Params>

/** The query for the parameters by which a transaction is written now. */
export const paramsQuery: ChainQuery<Params> = { method: 'algod_params', params: [], schema: Params }

const Pending = v.pipe(
  v.object({
    'confirmed-round': v.optional(Units, 0),
    'pool-error': v.optional(v.string(), ''),
    txn: v.object({ txn: v.object({ fee: v.optional(Units, 0) }) }),
  }),
  v.transform((said) => ({
    /** 0 while it waits. */
    round: said['confirmed-round'],
    /** The reason why it was thrown out, in the node's words. */
    error: said['pool-error'],
    fee: said.txn.txn.fee,
  })),
)

/** Returns the query for the outcome of a transaction; nothing is found of one that is unknown, or some thousand rounds old. */
export const pendingQuery = (id: string): ChainQuery<v.InferOutput<typeof Pending>> => ({
  method: 'algod_pending',
  params: [id],
  schema: Pending,
})

const Status = v.pipe(
  v.object({ 'last-round': Units }),
  v.transform((said) => said['last-round']),
)
export const roundQuery: ChainQuery<bigint> = { method: 'algod_status', params: [], schema: Status }

const Sent = v.pipe(
  v.object({ txId: v.string() }),
  v.transform(({ txId }) => txId),
)
/** @param signed - base64 */
export const sendQuery = (signed: string): ChainQuery<string> => ({
  method: 'algod_sendTransaction',
  params: [signed],
  schema: Sent,
})
