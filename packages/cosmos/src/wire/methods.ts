import { WalletAnswerError } from '@foyer/core/errors'
import { eachReadable, ifReadable, optionalOrNull } from '@foyer/core/lenient'
import type { MethodSchemas, MethodTypes, Output } from '@foyer/core/wire'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import type { DirectDoc } from '../family.js'

const text = v.pipe(v.string(), v.minLength(1))
const Coin = v.object({ denom: text, amount: v.pipe(v.string(), v.regex(/^\d{1,78}$/)) })
const Count = v.pipe(v.string(), v.regex(/^\d{1,20}$/))

/** A transaction as JSON. What else stands in it counts: it is signed too. */
export const Amino = v.looseObject({
  chain_id: v.string(),
  account_number: Count,
  sequence: Count,
  fee: v.looseObject({ amount: v.pipe(v.array(Coin), v.maxLength(16)), gas: Count }),
  msgs: v.pipe(v.array(v.object({ type: text, value: v.unknown() })), v.maxLength(64)),
  memo: v.string(),
})

/** Bytes in base64; in hexadecimal as well, as some wallets have them. */
export const WireBytes = v.pipe(
  v.string(),
  v.maxLength(131_072),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): Uint8Array => {
    const bytes = bytesIn(value)
    if (bytes) return bytes
    addIssue({ message: 'is neither base64 nor hexadecimal' })
    return NEVER
  }),
)

function bytesIn(written: string): Uint8Array | undefined {
  try {
    return /^(?:[0-9a-f]{2})+$/.test(written) ? hex.decode(written) : base64.decode(written)
  } catch {
    return undefined // letters of neither
  }
}

/** A signature of secp256k1 as wallets write it. @returns undefined for what isn't 64 bytes */
export function signatureIn(written: string): Uint8Array | undefined {
  const bytes = bytesIn(written)
  return bytes?.length === 64 ? bytes : undefined
}

/** The signature that a wallet's method gave. @throws WalletAnswerError for what isn't 64 bytes */
export function signatureOf(written: string, method: string): Uint8Array {
  const signature = signatureIn(written)
  if (!signature) throw new WalletAnswerError({ method, expected: 'a signature of 64 bytes' })
  return signature
}

/** A transaction as sessions have it: bytes in base64. */
export const wireDocOf = ({ chainId, accountNumber, authInfoBytes, bodyBytes }: DirectDoc) => ({
  ...{ chainId, accountNumber: `${accountNumber}` },
  ...{ authInfoBytes: base64.encode(authInfoBytes), bodyBytes: base64.encode(bodyBytes) },
})

const Direct = v.object({ chainId: text, accountNumber: Count, authInfoBytes: WireBytes, bodyBytes: WireBytes })
const Signature = v.object({ pub_key: v.optional(v.unknown()), signature: text })
const Account = v.object({ algo: ifReadable(v.string()), address: text, pubkey: ifReadable(v.string()) })
export type CosmosWireAccount = Output<typeof Account>

/** The requests to wallets over a session, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  /** The key in base64. */
  cosmos_getAccounts: { params: v.object({}), result: eachReadable(Account, 1000) },
  /** Bytes in base64. Without `signed` the wallet changed nothing. */
  cosmos_signDirect: {
    params: v.object({ signerAddress: text, signDoc: Direct }),
    result: v.object({ signature: Signature, signed: optionalOrNull(v.partial(Direct)) }),
  },
  cosmos_signAmino: {
    params: v.object({ signerAddress: text, signDoc: Amino }),
    result: v.object({ signature: Signature, signed: optionalOrNull(Amino) }),
  },
}

export type CosmosMethod = keyof typeof methods

/** The parameters and the result of each. */
export type CosmosMethods = MethodTypes<typeof methods>

/** The schemas of {@link CosmosMethods}. */
export const cosmosMethods: MethodSchemas<CosmosMethods> = methods
