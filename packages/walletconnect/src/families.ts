import type { NetworkId, RequestChannel } from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import * as v from 'valibot'

/** What wallets of families other than EVM are asked over a session, and what they answer. */
export interface SessionMethods {
  solana_getAccounts: { readonly params: Nothing; readonly result: readonly SolanaAccount[] }
  solana_requestAccounts: { readonly params: Nothing; readonly result: readonly SolanaAccount[] }
  /** The message and the signature in base58. */
  solana_signMessage: {
    readonly params: { readonly message: string; readonly pubkey: string }
    readonly result: { readonly signature: string }
  }
  /** The transaction in base64; older wallets answer with the signature alone, in base58, and read the parts of a legacy transaction. */
  solana_signTransaction: {
    readonly params: SolanaTransaction & LegacyTransaction
    readonly result: { readonly signature?: string | undefined; readonly transaction?: string | undefined }
  }
  /** In base64. */
  solana_signAllTransactions: {
    readonly params: { readonly transactions: readonly string[] }
    readonly result: { readonly transactions: readonly string[] }
  }
  solana_signAndSendTransaction: {
    readonly params: SolanaTransaction & { readonly sendOptions?: Readonly<Record<string, unknown>> | undefined }
    readonly result: { readonly signature: string }
  }
}

export type SessionMethod = keyof SessionMethods

type Nothing = Readonly<Record<never, never>>

export interface SolanaAccount {
  readonly pubkey: string
}

interface SolanaTransaction {
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
const solanaTransaction = { transaction: text, pubkey: text }
const instruction = v.object({
  programId: text,
  data: v.string(),
  keys: v.array(v.object({ pubkey: text, isSigner: v.boolean(), isWritable: v.boolean() })),
})

/** The schemas of {@link SessionMethods}, for both sides: who asks reads results, a wallet reads params. */
export const sessionMethods: {
  readonly [Method in SessionMethod]: {
    readonly params: v.GenericSchema<unknown, SessionMethods[Method]['params']>
    readonly result: v.GenericSchema<unknown, SessionMethods[Method]['result']>
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
      ...solanaTransaction,
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
    params: v.object({ ...solanaTransaction, sendOptions: v.optional(v.record(v.string(), v.unknown())) }),
    result: v.object({ signature: text }),
  },
}

/**
 * Asks a session's wallet, once, and reads its answer.
 *
 * @throws what `RequestChannel.request` throws, UnsupportedMethodError where the method wasn't granted · WalletAnswerError
 * @see S7.36
 * @example
 * const { signature } = await askWallet({ channel, networkId, method: 'solana_signMessage', params: { message, pubkey } })
 */
export async function askWallet<Method extends SessionMethod>({
  channel,
  networkId,
  method,
  params,
  signal,
}: {
  readonly channel: RequestChannel
  readonly networkId: NetworkId
  readonly method: Method
  readonly params: SessionMethods[Method]['params']
  readonly signal?: AbortSignal | undefined
}): Promise<SessionMethods[Method]['result']> {
  const answer = await channel.request({ networkId, method, params, signal })
  const schema: v.GenericSchema<unknown, SessionMethods[Method]['result']> = sessionMethods[method].result
  const { success, output } = v.safeParse(schema, answer)
  if (!success) throw new WalletAnswerError({ method, expected: 'what the method returns' })
  return output
}
