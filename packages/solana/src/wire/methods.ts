import * as v from 'valibot'

/** What wallets are asked over a session, and what they answer. */
export interface SolanaMethods {
  solana_getAccounts: { readonly params: Nothing; readonly result: readonly SolanaAccount[] }
  solana_requestAccounts: { readonly params: Nothing; readonly result: readonly SolanaAccount[] }
  /** The message and the signature in base58. */
  solana_signMessage: {
    readonly params: { readonly message: string; readonly pubkey: string }
    readonly result: { readonly signature: string }
  }
  /** The transaction in base64; older wallets answer with the signature alone, in base58, and read the parts of a legacy transaction. */
  solana_signTransaction: {
    readonly params: SignedByAccount & LegacyTransaction
    readonly result: { readonly signature?: string | undefined; readonly transaction?: string | undefined }
  }
  /** In base64. */
  solana_signAllTransactions: {
    readonly params: { readonly transactions: readonly string[] }
    readonly result: { readonly transactions: readonly string[] }
  }
  solana_signAndSendTransaction: {
    readonly params: SignedByAccount & { readonly sendOptions?: Readonly<Record<string, unknown>> | undefined }
    readonly result: { readonly signature: string }
  }
}

export type SolanaMethod = keyof SolanaMethods

type Nothing = Readonly<Record<never, never>>

export interface SolanaAccount {
  readonly pubkey: string
}

interface SignedByAccount {
  readonly transaction: string
  readonly pubkey: string
}

interface LegacyTransaction {
  readonly feePayer?: string | undefined
  readonly recentBlockhash?: string | undefined
  readonly instructions?:
    | readonly {
        readonly programId: string
        /** In base58. */
        readonly data: string
        readonly keys: readonly { readonly pubkey: string; readonly isSigner: boolean; readonly isWritable: boolean }[]
      }[]
    | undefined
}

const text = v.pipe(v.string(), v.minLength(1))
const optionalText = v.optional(text)
const nothing = v.object({})
const accounts = v.array(v.object({ pubkey: text }))
const signedByAccount = { transaction: text, pubkey: text }
const instruction = v.object({
  programId: text,
  data: v.string(),
  keys: v.array(v.object({ pubkey: text, isSigner: v.boolean(), isWritable: v.boolean() })),
})

/** The schemas of {@link SolanaMethods}, for both sides: who asks reads results, a wallet reads params. */
export const solanaMethods: {
  readonly [Method in SolanaMethod]: {
    readonly params: v.GenericSchema<unknown, SolanaMethods[Method]['params']>
    readonly result: v.GenericSchema<unknown, SolanaMethods[Method]['result']>
  }
} = {
  solana_getAccounts: { params: nothing, result: accounts },
  solana_requestAccounts: { params: nothing, result: accounts },
  solana_signMessage: {
    params: v.object({ message: text, pubkey: text }),
    result: v.object({ signature: text }),
  },
  solana_signTransaction: {
    params: v.object({
      ...signedByAccount,
      feePayer: optionalText,
      recentBlockhash: optionalText,
      instructions: v.optional(v.array(instruction)),
    }),
    result: v.pipe(
      v.object({ signature: optionalText, transaction: optionalText }),
      v.check(({ signature, transaction }) => signature !== undefined || transaction !== undefined),
    ),
  },
  solana_signAllTransactions: {
    params: v.object({ transactions: v.array(text) }),
    result: v.object({ transactions: v.array(text) }),
  },
  solana_signAndSendTransaction: {
    params: v.object({ ...signedByAccount, sendOptions: v.optional(v.record(v.string(), v.unknown())) }),
    result: v.object({ signature: text }),
  },
}
