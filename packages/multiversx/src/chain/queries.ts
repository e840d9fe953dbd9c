import { InvalidResponseError } from '@foyer/core/errors'
import * as v from 'valibot'
import type { MultiversxTransaction } from '../family.js'

/** What a gateway is asked, and how its answer reads. Pure: the kit and the operator's server ask alike. */
export interface Query<T> {
  readonly method: string
  readonly params: readonly unknown[]
  readonly schema: v.GenericSchema<unknown, T>
}

/** An amount in the smallest unit: all coins there are have 26 digits. */
const Units = v.pipe(
  v.string(),
  v.regex(/^\d{1,38}$/),
  v.transform((text) => BigInt(text)),
)
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const Account = v.pipe(
  v.object({ account: v.object({ nonce: Count, balance: Units }) }),
  v.transform(({ account }) => account),
)
export type ChainAccount = v.InferOutput<typeof Account>

/** What an account holds, and its transactions' next number; one that isn't there holds nothing. @param address - in lower case */
export const accountQuery = (address: string): Query<ChainAccount> => ({
  ...{ method: 'mvx_getAccount', params: [address] },
  schema: Account,
})

/** Whether a guardian has to sign as well what an account sends. */
export const guardedQuery = (address: string): Query<boolean> => ({
  ...{ method: 'mvx_getGuardianData', params: [address] },
  schema: v.pipe(
    v.object({ guardianData: v.object({ guarded: v.optional(v.boolean(), false) }) }),
    v.transform(({ guardianData }) => guardianData.guarded),
  ),
})

/** More than any network has asked for: a gateway that says more is not believed. */
const [mostGas, mostGasPrice] = [10_000_000, 1_000_000_000_000]

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
export const configQuery: Query<NetworkConfig> = { method: 'mvx_getNetworkConfig', params: [], schema: Config }

/** The shard that notarizes all others. */
const metachain = 0xff_ff_ff_ff

/** The number of the metachain's newest block. */
export const headQuery: Query<number> = {
  method: 'mvx_getNetworkStatus',
  params: [metachain],
  schema: v.pipe(
    v.object({ status: v.object({ erd_nonce: Count }) }),
    v.transform(({ status }) => status.erd_nonce),
  ),
}

const Status = v.object({ status: v.string(), reason: v.optional(v.string(), '') })

/** What became of a transaction, in all shards. */
export const statusQuery = (hash: string): Query<v.InferOutput<typeof Status>> => ({
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

/** What a transaction has cost, and the metachain's block that it is notarized by. */
export const transactionQuery = (hash: string): Query<v.InferOutput<typeof Found>> => ({
  ...{ method: 'mvx_getTransaction', params: [hash] },
  schema: Found,
})

const Sent = v.pipe(
  v.object({ txHash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) }),
  v.transform(({ txHash }) => txHash),
)

/** Hands a signed transaction over. @returns its hash */
export const sendQuery = (signed: MultiversxTransaction & { readonly signature: string }): Query<string> => ({
  ...{ method: 'mvx_sendTransaction', params: [signed] },
  schema: Sent,
})

/** Gateways say by words that there is no such transaction. */
export const saysMissing = (message: string): boolean => /transaction not found/i.test(message)

/** Reads what a gateway answered. @throws InvalidResponseError */
export function readAnswer<T>({ method, schema }: Query<T>, answer: unknown): T {
  const { success, output } = v.safeParse(schema, answer)
  if (success) return output
  throw new InvalidResponseError({ expected: `what ${method} returns`, context: { method } })
}
