import { eachReadable, ifReadable } from '@foyer/core/lenient'
import type { MethodSchemas, MethodTypes } from '@foyer/core/wire'
import * as v from 'valibot'
import { kindOf } from '../addresses/address.js'
import { isOperationHash, signatureIn } from '../addresses/keys.js'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
export const WireAddress = v.pipe(
  v.string(),
  v.check((said) => kindOf(said) !== undefined),
)
export const WireSignature = v.pipe(
  v.string(),
  v.check((said) => signatureIn(said) !== undefined),
)
export const WireHash = v.pipe(v.string(), v.check(isOperationHash))

/** Wallets call the hash of what they have sent by one of these names. */
const Sent = v.pipe(
  v.object({
    operationHash: ifReadable(v.string()),
    transactionHash: ifReadable(v.string()),
    hash: ifReadable(v.string()),
  }),
  v.transform((said) => said.operationHash || said.transactionHash || said.hash || ''),
  WireHash,
)

/** The requests to wallets over a session, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  tezos_getAccounts: {
    params: v.object({}),
    result: eachReadable(v.object({ address: WireAddress, pubkey: ifReadable(text) }), 1000),
  },
  /** The bytes that are signed, in hexadecimal, whole: a message begins with `0501`. */
  tezos_sign: {
    params: v.object({
      account: text,
      payload: v.pipe(v.string(), v.maxLength(131_072), v.regex(/^(?:[\da-f]{2})+$/i)),
    }),
    result: v.object({ signature: WireSignature }),
  },
  /** The wallet adds what an operation lacks, signs it, and hands it to a node. */
  tezos_send: {
    params: v.object({
      account: text,
      operations: v.pipe(v.array(v.looseObject({ kind: text })), v.minLength(1), v.maxLength(64)),
    }),
    result: Sent,
  },
}

export type TezosMethod = keyof typeof methods

/** The parameters and the result of each. */
export type TezosMethods = MethodTypes<typeof methods>

/** The schemas of {@link TezosMethods}. */
export const tezosMethods: MethodSchemas<TezosMethods> = methods
