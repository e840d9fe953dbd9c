import { solanaVerifier } from '@foyer/solana/verify'
import * as v from 'valibot'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { Height } from '../families/family.js'
import { resultOf } from '../rpc/resultOf.js'
import { simulateSolana } from '../simulation/simulateSolana.js'
import { byKey, type FamilyReaders } from './reader.js'
import { createSolanaHistory } from './solana/history.js'
import { tokenAccountCalls, tokenAccountsIn } from './solana/tokenAccounts.js'

export const solana: FamilyReaders = {
  holdings,
  history: createSolanaHistory,
  simulate: simulateSolana,
  verify: byKey(solanaVerifier()),
}

const Lamports = v.object({ value: Height })

/**
 * Lamports, and the token accounts, those of one mint as one. A mint says nothing of its name, so only configured tokens are listed.
 * @see `getBalance`, `getTokenAccountsByOwner` with `jsonParsed`
 */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const calls = [{ method: 'getBalance', params: [account] }, ...tokenAccountCalls(account)]
    const [own, ...ofPrograms] = await chain.request({ calls, signal })
    const { value } = resultOf({ outcome: own, schema: Lamports, host: chain.id })
    const byMint = new Map<string, bigint>()
    for (const { mint, amount } of tokenAccountsIn({ outcomes: ofPrograms, host: chain.id })) {
      byMint.set(mint, (byMint.get(mint) ?? 0n) + amount)
    }
    return { coin: BigInt(value), amounts: tokens.map(({ address }) => byMint.get(address) ?? 0n) }
  }
}
