import { eachReadable, ifReadable, optionalOrNull } from '@foyer/core/lenient'
import type { MethodSchemas, MethodTypes, Output } from '@foyer/core/wire'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1))
const optionalText = optionalOrNull(text)
const nothing = v.object({})
const SolanaAccount = v.object({ pubkey: text })
export type SolanaAccount = Output<typeof SolanaAccount>
const accounts = eachReadable(SolanaAccount, 1000)
const signedByAccount = { transaction: text, pubkey: text }
const instruction = v.object({
  programId: text,
  /** In base58. */
  data: v.string(),
  keys: v.array(v.object({ pubkey: text, isSigner: v.boolean(), isWritable: v.boolean() })),
})

/** The requests to wallets over a session, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  solana_getAccounts: { params: nothing, result: accounts },
  solana_requestAccounts: { params: nothing, result: accounts },
  /** The message and the signature in base58. */
  solana_signMessage: {
    params: v.object({ message: text, pubkey: text }),
    result: v.object({ signature: text }),
  },
  /** The transaction in base64; older wallets answer with the signature alone, in base58, and read the parts of a legacy transaction. */
  solana_signTransaction: {
    params: v.object({
      ...signedByAccount,
      feePayer: optionalText,
      recentBlockhash: optionalText,
      instructions: optionalOrNull(v.array(instruction)),
    }),
    result: v.pipe(
      v.object({ signature: ifReadable(text), transaction: ifReadable(text) }),
      v.check(({ signature, transaction }) => signature !== undefined || transaction !== undefined),
    ),
  },
  /** In base64. */
  solana_signAllTransactions: {
    params: v.object({ transactions: v.array(text) }),
    result: v.object({ transactions: v.array(text) }),
  },
  solana_signAndSendTransaction: {
    params: v.object({ ...signedByAccount, sendOptions: optionalOrNull(v.record(v.string(), v.unknown())) }),
    result: v.object({ signature: text }),
  },
}

export type SolanaMethod = keyof typeof methods

/** The parameters and the result of each. */
export type SolanaMethods = MethodTypes<typeof methods>

/** The schemas of {@link SolanaMethods}. */
export const solanaMethods: MethodSchemas<SolanaMethods> = methods
