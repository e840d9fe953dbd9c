import * as v from 'valibot'
import type { RpcCall, RpcOutcome } from '../../rpc/outcomes.js'
import { resultOf } from '../../rpc/resultOf.js'

/** The programs that keep tokens: the first one, and the one with extensions. */
const programs = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const

const Info = v.object({
  mint: v.string(),
  tokenAmount: v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)) }),
})

const TokenAccounts = v.object({
  value: v.array(
    v.object({
      pubkey: v.string(),
      account: v.object({ data: v.object({ parsed: v.object({ info: Info }) }) }),
    }),
  ),
})

/** An account's token account. */
export interface TokenAccount {
  readonly address: string
  readonly mint: string
  readonly amount: bigint
}

/** Asks for an account's token accounts, of each program. */
export const tokenAccountCalls = (account: string): readonly RpcCall[] =>
  programs.map((programId) => {
    return { method: 'getTokenAccountsByOwner', params: [account, { programId }, { encoding: 'jsonParsed' }] }
  })

/** Reads what nodes answered to {@link tokenAccountCalls}. @throws UpstreamError */
export function tokenAccountsIn(request: { outcomes: readonly RpcOutcome[]; host: string }): readonly TokenAccount[] {
  const { outcomes, host } = request
  const found = outcomes.flatMap((outcome) => resultOf({ outcome, schema: TokenAccounts, host }).value)
  return found.map(({ pubkey, account }) => {
    const { mint, tokenAmount } = account.data.parsed.info
    return { address: pubkey, mint, amount: BigInt(tokenAmount.amount) }
  })
}
