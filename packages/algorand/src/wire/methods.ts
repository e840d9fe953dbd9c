import { optionalOrNull } from '@foyer/core/lenient'
import type { MethodSchemas, MethodTypes } from '@foyer/core/wire'
import { base64 } from '@scure/base'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const Base64 = v.pipe(v.string(), v.maxLength(131_072), v.base64())
const Byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** Bytes as wallets answer them: in base64, or a list of numbers. */
export const WireBytes = v.union([
  v.pipe(
    Base64,
    v.transform((said) => base64.decode(said)),
  ),
  v.pipe(
    v.array(Byte),
    v.maxLength(65_536),
    v.transform((said) => Uint8Array.from(said)),
  ),
])

/** A transaction as it is asked for (ARC-1), and what else may be said of it to its wallets. */
const WireTransaction = v.looseObject({
  txn: Base64,
  authAddr: optionalOrNull(text),
  signers: optionalOrNull(v.array(text)),
})

/** The requests to wallets over a session, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  /** Null for one that it wasn't to sign. */
  algo_signTxn: {
    params: v.union([v.tuple([v.array(WireTransaction)]), v.tuple([v.array(WireTransaction), v.unknown()])]),
    result: v.pipe(v.array(v.nullable(WireBytes)), v.maxLength(16)),
  },
  /** Each is signed with `MX` before it. */
  algo_signData: {
    params: v.pipe(
      v.array(v.looseObject({ data: Base64, signer: text, message: optionalOrNull(v.string()) })),
      v.maxLength(16),
    ),
    result: v.pipe(v.array(WireBytes), v.maxLength(16)),
  },
}

export type AlgorandMethod = keyof typeof methods

/** The parameters and the result of each. */
export type AlgorandMethods = MethodTypes<typeof methods>

/** The schemas of {@link AlgorandMethods}. */
export const algorandMethods: MethodSchemas<AlgorandMethods> = methods
