import type { Output } from '@foyer/core/wire'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'

/** Bytes in base58, of an exact length where one is given. */
const base58Bytes = ({ length, most = 4_096 }: { length?: number; most?: number }) =>
  v.pipe(
    v.string(),
    v.maxLength(most),
    v.regex(/^[1-9A-HJ-NP-Za-km-z]*$/),
    v.transform((text) => base58.decode(text)),
    v.check((bytes) => length === undefined || bytes.length === length),
  )

/** An address: 32 bytes in base58. */
export const SolanaAddress = v.pipe(
  base58Bytes({ length: 32, most: 44 }),
  v.transform((bytes) => base58.encode(bytes)),
)

/** A transaction on the wire is at most 1,232 bytes; four thirds of that in base64. */
const WireBytes = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1_644),
  v.base64(),
  v.transform((text) => base64.decode(text)),
)

/** The message in base58, and the account that is to sign it. */
export const MessageParams = v.object({ message: base58Bytes({}), pubkey: SolanaAddress })

const Instruction = v.object({
  programId: SolanaAddress,
  data: v.optional(base58Bytes({ most: 2_048 }), ''),
  keys: v.pipe(
    v.array(v.object({ pubkey: SolanaAddress, isSigner: v.boolean(), isWritable: v.boolean() })),
    v.maxLength(64),
  ),
})

/** A legacy transaction by its parts. */
const LegacyParts = v.object({
  feePayer: SolanaAddress,
  recentBlockhash: SolanaAddress,
  instructions: v.pipe(v.array(Instruction), v.minLength(1), v.maxLength(32)),
  partialSignatures: v.optional(
    v.pipe(
      v.array(v.object({ pubkey: SolanaAddress, signature: base58Bytes({ length: 64, most: 88 }) })),
      v.maxLength(16),
    ),
  ),
})
export type LegacyForm = Output<typeof LegacyParts>

/** A transaction to sign: its bytes, or its parts from applications that know only those. */
export const TransactionParams = v.union([
  v.object({ transaction: WireBytes, pubkey: v.optional(SolanaAddress) }),
  v.pipe(
    v.object({
      ...{ transaction: v.optional(v.undefined_()), pubkey: v.optional(SolanaAddress) },
      ...LegacyParts.entries,
    }),
    v.transform(({ pubkey, transaction: _none, ...parts }) => ({ pubkey: pubkey ?? parts.feePayer, parts })),
  ),
])
export type AskedTransaction = Output<typeof TransactionParams>

export const AllTransactionsParams = v.object({
  transactions: v.pipe(v.array(WireBytes), v.minLength(1), v.maxLength(20)),
  pubkey: v.optional(SolanaAddress),
})

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** How a node is to send a transaction (`sendTransaction`). */
export interface SendOptions {
  readonly skipPreflight?: boolean | undefined
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized' | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
}

export const SendParams = v.object({
  transaction: WireBytes,
  pubkey: v.optional(SolanaAddress),
  sendOptions: v.optional(
    v.object({
      skipPreflight: v.optional(v.boolean()),
      preflightCommitment: v.optional(v.picklist(['processed', 'confirmed', 'finalized'])),
      maxRetries: v.optional(count),
      minContextSlot: v.optional(count),
    }),
  ),
})
