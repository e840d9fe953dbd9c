import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { allIn, bytesIn, type Field, fieldsOf, item, message, text, textIn, uintIn } from '../transaction/protobuf.js'

/** A question to a node by `abci_query`, and the reader of its answer. Pure: the kit and the operator's server ask alike. */
export interface Query<T> {
  /** The method of the chain's module. */
  readonly path: string
  readonly data: Uint8Array
  /** @throws RangeError for what isn't the method's answer */
  readonly read: (value: Uint8Array) => T
}

/** The parameters of `abci_query`: at the newest block, without a proof. CometBFT counts them, and writes numbers as texts. */
export const abciParams = ({ path, data }: Query<unknown>): readonly unknown[] => [path, hex.encode(data), '0', false]

/** The result of `abci_query`; a `code` other than 0 is a refusal. */
export const AbciAnswer = v.pipe(
  v.object({
    response: v.object({
      code: v.optional(v.number(), 0),
      codespace: v.optional(v.string(), ''),
      log: v.optional(v.string(), ''),
      value: v.nullish(v.string()),
    }),
  }),
  v.transform(({ response: { value, ...said } }) => ({ ...said, value: base64.decode(value ?? '') })),
)

/** Returns the query for an account's balance of a coin, in its smallest unit. */
export const balanceQuery = (of: { readonly address: string; readonly denom: string }): Query<bigint> => ({
  path: '/cosmos.bank.v1beta1.Query/Balance',
  data: message(text(1, of.address), text(2, of.denom)),
  read: (value) => amountIn(textIn(fieldsOf(bytesIn(fieldsOf(value), 1)), 2)),
})

/** A decimal number of units; nothing written is none. */
export function amountIn(written: string): bigint {
  if (!/^\d{0,78}$/.test(written)) throw new RangeError('An amount is no number.')
  return BigInt(written || 0)
}

/** The coin that the chain is secured with, which is that of its fees nearly everywhere. */
export const bondDenomQuery: Query<string> = {
  path: '/cosmos.staking.v1beta1.Query/Params',
  data: new Uint8Array(),
  read: (value) => textIn(fieldsOf(bytesIn(fieldsOf(value), 1)), 5),
}

/** The numbers of an account's next transaction. */
export interface ChainAccount {
  readonly accountNumber: bigint
  readonly sequence: bigint
}

/** Of an account of any kind: those that vest have the usual one inside. */
export const accountQuery = (address: string): Query<ChainAccount> => ({
  path: '/cosmos.auth.v1beta1.Query/Account',
  data: message(text(1, address)),
  read: (value) => {
    const fields = baseAccount(fieldsOf(bytesIn(fieldsOf(bytesIn(fieldsOf(value), 1)), 2)), address)
    return { accountNumber: uintIn(fields, 3), sequence: uintIn(fields, 4) }
  },
})

/** More kinds of accounts than these aren't one inside the other. */
const deepest = 4

function baseAccount(fields: readonly Field[], address: string, depth = 0): readonly Field[] {
  if (textIn(fields, 1) === address) return fields
  const [inner] = allIn(fields, 1)
  if (!inner || depth === deepest) throw new RangeError('The account is of no known kind.')
  return baseAccount(fieldsOf(inner), address, depth + 1)
}

/** A hundred times what a payment takes: a node that says more is not believed, as all of the fee for it is taken. */
const mostGas = 10_000_000n

/** Returns the query for the cost of carrying a payment out, without its signature. @returns in gas */
export const simulationQuery = (transaction: Uint8Array): Query<bigint> => ({
  path: '/cosmos.tx.v1beta1.Service/Simulate',
  data: message(item(2, transaction)),
  read(value) {
    const gas = uintIn(fieldsOf(bytesIn(fieldsOf(value), 1)), 2)
    if (gas > mostGas) throw new RangeError('No payment takes so much.')
    return gas
  },
})
