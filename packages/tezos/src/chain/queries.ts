import { type ChainQuery, decimal } from '@foyer/core/wire'
import * as v from 'valibot'
import { isOperationHash } from '../addresses/keys.js'

/** An amount in the smallest unit: the chain counts in 63 bits. */
export const mostUnits: bigint = (1n << 63n) - 1n
const Units = v.pipe(decimal(19), v.maxValue(mostUnits))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const Header = v.pipe(
  v.object({ chain_id: v.pipe(v.string(), v.regex(/^Net[1-9A-HJ-NP-Za-km-z]{12}$/)), level: Count }),
  v.transform(({ chain_id: chainId, level }) => ({ chainId, level })),
)

/** Which network a node is of, and the number of its newest block. */
export const headerQuery: ChainQuery<v.InferOutput<typeof Header>> = {
  ...{ method: 'octez_header', params: [] },
  schema: Header,
}

/** Returns the query for an account's balance; one that isn't there holds nothing. */
export const balanceQuery = (address: string): ChainQuery<bigint> => ({
  ...{ method: 'octez_balance', params: [address] },
  schema: Units,
})

/** The key that an account's first operation has revealed; null before. */
export const managerKeyQuery = (address: string): ChainQuery<string | null> => ({
  ...{ method: 'octez_managerKey', params: [address] },
  schema: v.nullable(v.string()),
})

/** More than any network has asked for: a node that says more is not believed. */
const [mostForByte, mostBytes] = [1_000_000n, 10_000]

const Constants = v.pipe(
  v.object({
    cost_per_byte: v.pipe(Units, v.maxValue(mostForByte)),
    origination_size: v.pipe(Count, v.maxValue(mostBytes)),
  }),
  v.transform((said) => said.cost_per_byte * BigInt(said.origination_size)),
)

/** The query for the cost of an account that isn't there yet, in the smallest unit: the sender of its first coins pays that. */
export const newAccountQuery: ChainQuery<bigint> = { method: 'octez_constants', params: [], schema: Constants }

/** The hashes of a block's transfers and the like, in their order. */
export const hashesQuery = (level: number): ChainQuery<readonly string[]> => ({
  ...{ method: 'octez_operationHashes', params: [level] },
  schema: v.pipe(v.array(v.string()), v.maxLength(20_000)),
})

const Result = v.object({
  status: v.string(),
  errors: v.optional(v.array(v.object({ id: v.string() })), []),
  balance_updates: v.optional(v.array(v.object({ kind: v.string(), change: v.string() })), []),
})
const Operation = v.pipe(
  v.object({
    hash: v.pipe(v.string(), v.check(isOperationHash)),
    contents: v.array(
      v.object({ fee: v.optional(Units, '0'), metadata: v.object({ operation_result: v.optional(Result) }) }),
    ),
  }),
  v.transform(({ hash, contents }) => {
    const results = contents.flatMap(({ metadata }) => metadata.operation_result ?? [])
    const burned = results
      .flatMap((result) => result.balance_updates)
      .reduce(
        (sum, { kind, change }) => sum + (kind === 'burned' && /^\d{1,19}$/.test(change) ? BigInt(change) : 0n),
        0n,
      )
    return {
      hash,
      isApplied: results.every(({ status }) => status === 'applied'),
      /** Why it failed, by the protocol's own word for it. */
      reason: results.flatMap(({ errors }) => errors).at(-1)?.id,
      /** With what was burned beside, such as for a new account. */
      fee: contents.reduce((sum, { fee }) => sum + fee, burned),
    }
  }),
)
export type ChainOperation = v.InferOutput<typeof Operation>

/** An operation by its place in a block, with what became of it. */
export const operationQuery = ({
  level,
  index,
}: {
  readonly level: number
  readonly index: number
}): ChainQuery<ChainOperation> => ({
  ...{ method: 'octez_operation', params: [level, index] },
  schema: Operation,
})
