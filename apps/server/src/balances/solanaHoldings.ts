import * as v from 'valibot'
import type { RpcOutcome } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import { tokenKey } from '../tokens/token.js'
import type { Tokens } from '../tokens/tokens.js'
import type { HoldingsReader } from './holdings.js'

/** The programs that keep tokens: the first one, and the one with extensions. */
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

const Lamports = v.object({ value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })

const TokenAccounts = v.object({
  value: v.array(
    v.object({
      account: v.object({
        data: v.object({
          parsed: v.object({
            info: v.object({
              mint: v.string(),
              tokenAmount: v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)) }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/**
 * Reads a Solana account: its lamports, and its token accounts, those of one mint as one. A mint says nothing of its name, so
 * only configured tokens are listed.
 * @see `getBalance`, `getTokenAccountsByOwner` with `jsonParsed`
 */
export const createSolanaHoldings =
  ({ tokens }: { tokens: Tokens }): HoldingsReader =>
  async ({ chain, account, signal }) => {
    const [native, ...listed] = tokens.listed(chain)
    if (native === undefined) return []
    const outcomes = await chain.request({
      calls: [
        { method: 'getBalance', params: [account] },
        ...tokenPrograms.map((programId) => {
          return { method: 'getTokenAccountsByOwner', params: [account, { programId }, { encoding: 'jsonParsed' }] }
        }),
      ],
      signal,
    })
    const [own, ...ofPrograms] = outcomes
    const lamports = resultOf({ outcome: own, schema: Lamports, host: chain.id })
    const amounts = new Map<string, bigint>()
    for (const outcome of ofPrograms) {
      for (const { account: held } of resultOf({ outcome, schema: TokenAccounts, host: chain.id }).value) {
        const { mint, tokenAmount } = held.data.parsed.info
        amounts.set(mint, (amounts.get(mint) ?? 0n) + BigInt(tokenAmount.amount))
      }
    }
    const held = listed.map((token) => {
      return { token, amount: amounts.get(tokenKey({ chain, address: token.address })) ?? 0n, native: false }
    })
    return [
      { token: native, amount: BigInt(lamports.value), native: true },
      ...held.filter(({ amount }) => amount > 0n),
    ]
  }

interface ResultOf<Result> {
  outcome: RpcOutcome | undefined
  schema: v.GenericSchema<unknown, Result>
  host: string
}

/** @throws {@link UpstreamError} for an error as well: a list that lacks a program's tokens would look like a loss */
function resultOf<Result>({ outcome, schema, host }: ResultOf<Result>): Result {
  const parsed = v.safeParse(schema, outcome !== undefined && 'result' in outcome ? outcome.result : undefined)
  if (parsed.success) return parsed.output
  throw new UpstreamError({ code: 'not_json_rpc', host, delivered: true })
}
