import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'

/** A whole number as JSON has it. One that JSON can't hold exactly is refused rather than rounded: it may be money. */
export const Count = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((number) => BigInt(number)),
)

/** An amount in decimal text, as tokens are counted. */
const Digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)

/** The schema of a node's answer, with the slot that it is of. */
export const inContext = <T>(value: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.object({ context: v.object({ slot: Count }), value }),
    v.transform(({ context, value }) => ({ slot: context.slot, value })),
  )

/** `getBalance`. */
export const Balance = inContext(Count)

/** `getLatestBlockhash`. */
export const Blockhash = inContext(
  v.object({ blockhash: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)) }),
)

/** `getFeeForMessage`; null where the node knows the message's block no more. */
export const Fee = inContext(v.nullable(Count))

/** `sendTransaction`: the first signature. */
export const SentHash = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))

/** The status of a transaction; null while the node knows of none. */
const SignatureStatus = v.object({
  slot: Count,
  err: v.unknown(),
  confirmationStatus: v.nullish(v.picklist(['processed', 'confirmed', 'finalized'])),
})
export type SignatureStatus = Output<typeof SignatureStatus>

/** `getSignatureStatuses` of one signature. */
export const Statuses = inContext(v.array(v.nullable(SignatureStatus)))

/** `getTransaction`, as far as it says why it failed. */
export const FailedTransaction = v.nullable(
  v.object({ meta: v.nullable(v.object({ err: v.unknown(), logMessages: v.nullish(v.array(v.string())) })) }),
)

/** `getTransaction`, as far as it says what was paid. */
export const PaidTransaction = v.nullable(v.object({ meta: v.nullable(v.object({ fee: Count })) }))

const Decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** `getTokenAccountsByOwner` with `jsonParsed`: whose, and how many. */
export const TokenAccounts = inContext(
  v.array(
    v.pipe(
      v.object({
        pubkey: v.string(),
        account: v.object({
          data: v.object({
            parsed: v.object({
              info: v.object({
                mint: v.string(),
                tokenAmount: v.object({ amount: Digits, decimals: Decimals }),
              }),
            }),
          }),
        }),
      }),
      v.transform(({ pubkey, account }) => {
        const { mint, tokenAmount } = account.data.parsed.info
        return { address: pubkey, mint, ...tokenAmount }
      }),
    ),
  ),
)
export type TokenAccount = Output<typeof TokenAccounts>['value'][number]

/** An account as a node reads it: who owns it, and what it is where the node knows its program. */
export interface ParsedAccount {
  readonly owner: string
  /** `mint`, `account` and so on, of a token program's accounts. */
  readonly type?: string | undefined
  readonly info: Readonly<Record<string, unknown>>
  /** Is it a program? */
  readonly isExecutable: boolean
}

const KnownData = v.object({
  parsed: v.object({ type: v.string(), info: v.record(v.string(), v.unknown()) }),
})

/** `getMultipleAccounts` with `jsonParsed`; null for an account that isn't there. */
export const Accounts = inContext(
  v.array(
    v.nullable(
      v.pipe(
        v.object({ owner: v.string(), data: v.unknown(), executable: v.fallback(v.boolean(), false) }),
        v.transform(({ owner, data, executable: isExecutable }): ParsedAccount => {
          const known = v.safeParse(KnownData, data)
          return known.success ? { owner, isExecutable, ...known.output.parsed } : { owner, isExecutable, info: {} }
        }),
      ),
    ),
  ),
)

const MintInfo = v.object({ decimals: Decimals, extensions: v.optional(v.array(v.unknown()), []) })
const Metadata = v.object({
  extension: v.literal('tokenMetadata'),
  state: v.object({ name: v.string(), symbol: v.string() }),
})

/** A mint: its program, its decimals, and what it says of itself where it has the extension for it (Token-2022). */
export interface Mint {
  readonly tokenProgram: string
  readonly decimals: number
  readonly name?: string | undefined
  readonly symbol?: string | undefined
}

/** @returns undefined for what is no mint */
export function mintIn({ owner, type, info }: ParsedAccount): Mint | undefined {
  const known = type === 'mint' ? v.safeParse(MintInfo, info) : undefined
  if (!known?.success) return undefined
  const { decimals, extensions } = known.output
  for (const each of extensions) {
    const metadata = v.safeParse(Metadata, each)
    if (metadata.success) return { tokenProgram: owner, decimals, ...metadata.output.state }
  }
  return { tokenProgram: owner, decimals }
}
