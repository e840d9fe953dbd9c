import { JsonRpcError } from '@foyer/core/errors'
import { type ChainQuery, decimal } from '@foyer/core/wire'
import * as v from 'valibot'
import type { MultiversxTransaction } from '../family.js'

/** An amount in the smallest unit: all coins there are have 26 digits. */
const Units = decimal(38)
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const Account = v.pipe(
  v.object({ account: v.object({ nonce: Count, balance: Units }) }),
  v.transform(({ account }) => account),
)
export type ChainAccount = v.InferOutput<typeof Account>

/**
 * Returns the query for an account's balance, and its transactions' next number; one that isn't there holds nothing.
 * @param address - in lower case
 */
export const accountQuery = (address: string): ChainQuery<ChainAccount> => ({
  ...{ method: 'mvx_getAccount', params: [address] },
  schema: Account,
})

/** Whether a guardian has to sign as well what an account sends. */
export const guardedQuery = (address: string): ChainQuery<boolean> => ({
  ...{ method: 'mvx_getGuardianData', params: [address] },
  schema: v.pipe(
    v.object({ guardianData: v.object({ guarded: v.optional(v.boolean(), false) }) }),
    v.transform(({ guardianData }) => guardianData.guarded),
  ),
})

/** More than any network has asked for, 0.05 EGLD a transfer: a gateway that says more is not believed. */
const [mostGas, mostGasPrice] = [500_000, 100_000_000_000]

const Config = v.pipe(
  v.object({
    config: v.object({
      erd_chain_id: v.pipe(v.string(), v.regex(/^[-_a-zA-Z0-9]{1,32}$/)),
      erd_min_gas_limit: v.pipe(Count, v.maxValue(mostGas)),
      erd_min_gas_price: v.pipe(Count, v.maxValue(mostGasPrice)),
    }),
  }),
  v.transform(({ config }) => ({
    chainId: config.erd_chain_id,
    gasLimit: config.erd_min_gas_limit,
    gasPrice: config.erd_min_gas_price,
  })),
)
export type NetworkConfig = v.InferOutput<typeof Config>

/** Which network a gateway is of, and what a transfer of coins costs there. */
export const configQuery: ChainQuery<NetworkConfig> = { method: 'mvx_getNetworkConfig', params: [], schema: Config }

/** The shard that notarizes all others. */
const metachain = 0xff_ff_ff_ff

/** The number of the metachain's newest block. */
export const headQuery: ChainQuery<number> = {
  method: 'mvx_getNetworkStatus',
  params: [metachain],
  schema: v.pipe(
    v.object({ status: v.object({ erd_nonce: Count }) }),
    v.transform(({ status }) => status.erd_nonce),
  ),
}

const Status = v.object({ status: v.string(), reason: v.optional(v.string(), '') })

/** Returns the query for a transaction's status, in all shards. */
export const statusQuery = (hash: string): ChainQuery<v.InferOutput<typeof Status>> => ({
  ...{ method: 'mvx_getTransactionStatus', params: [hash] },
  schema: Status,
})

const Found = v.pipe(
  v.object({
    transaction: v.object({
      fee: v.optional(Units),
      initiallyPaidFee: v.optional(Units),
      hyperblockNonce: v.optional(Count),
    }),
  }),
  v.transform(({ transaction: { fee, initiallyPaidFee, hyperblockNonce } }) => ({
    fee: fee ?? initiallyPaidFee,
    block: hyperblockNonce,
  })),
)

/** Returns the query for a transaction's fee, and the metachain's block that it is notarized by. */
export const transactionQuery = (hash: string): ChainQuery<v.InferOutput<typeof Found>> => ({
  ...{ method: 'mvx_getTransaction', params: [hash] },
  schema: Found,
})

const Sent = v.pipe(
  v.object({ txHash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) }),
  v.transform(({ txHash }) => txHash),
)

/** Hands a signed transaction over. @returns its hash */
export const sendQuery = (signed: MultiversxTransaction & { readonly signature: string }): ChainQuery<string> => ({
  ...{ method: 'mvx_sendTransaction', params: [signed] },
  schema: Sent,
})

/** Gateways say by words that there is no such transaction. */
export const isMissing = (error: unknown): boolean =>
  error instanceof JsonRpcError && /transaction not found/i.test(error.message)
