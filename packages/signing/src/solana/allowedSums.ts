import type { Fact, WalletNetwork, Words } from '@foyer/core/words'
import { mostWarnings } from '../nearlyAll.js'
import { code, words } from '../sentences.js'
import type { AllowedPart, Given } from './described.js'
import { grouped, totalOf } from './given.js'
import { wrappedCoins } from './programs.js'
import { amountFact, nameOf, unlimited } from './tokenAmount.js'
import type { TokenAccount } from './tokenState.js'

interface Sums {
  readonly allows: readonly AllowedPart[]
  readonly gives: readonly Given[]
  readonly network: WalletNetwork
  readonly address: string
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
  /** The accounts that something comes into, by whichever of the transactions: those are carried out in whichever order their holder likes. */
  readonly filled: ReadonlySet<string>
}

/**
 * Sums up what several approvals of a request let others take: one that is given after another was used is taken on top
 * of it, and what is sent away beside them is gone as well.
 */
export function allowedSums(parameters: Sums): {
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
} {
  const { allows, network } = parameters
  const facts = grouped(allows, ({ mint, to }) => `${mint} ${to}`).flatMap((of) => {
    const [first] = of
    if (!first || of.length < 2) return []
    const amount = totalOf(of)
    const sum =
      amount >= unlimited
        ? { label: words('request.allowedInAll'), value: words('request.unlimited') }
        : amountFact({ network, mint: first.mint, decimals: first.decimals, amount }, 'request.allowedInAll')
    return [sum, code('request.spender', first.to)]
  })
  const warnings = [...sumsOfAccounts(parameters), ...sumsOfTokens(parameters), ...ofFilled(parameters)]
  return { facts, warnings: [...new Map(warnings.map((each) => [JSON.stringify(each), each])).values()] }
}

/** Warns of what leaves one token account in all, where no step says by itself that it is nearly all. */
const sumsOfAccounts = ({ allows, gives, network, tokenAccounts }: Sums): readonly Words[] =>
  grouped(
    allows.filter(({ of }) => of !== undefined),
    ({ of = '' }) => of,
  ).flatMap((each) => {
    const [{ of = '', mint } = { of: undefined, mint: undefined }] = each
    const parts = [...each, ...gives.filter((given) => given.of === of)]
    return parts.length < 2 ? [] : warningsOf({ parts, whole: tokenAccounts.get(of)?.amount, network, mint })
  })

/** Warns of what leaves all of an address's accounts of a token: what one of them takes in is taken out of it. */
const sumsOfTokens = ({ allows, gives, network, address, tokenAccounts }: Sums): readonly Words[] =>
  grouped(
    allows.filter(({ mint }) => mint !== undefined),
    ({ mint = '' }) => mint,
  ).flatMap((each) => {
    const [{ mint } = { mint: undefined }] = each
    const own = [...tokenAccounts.values()].filter((held) => held.owner === address && held.mint === mint)
    const whole = own.reduce((sum, { amount = 0n }) => sum + amount, 0n)
    const parts = [...each, ...gives.filter((given) => given.mint === mint)]
    // The only approval of the only account is judged by its step.
    return parts.length < 2 && own.length < 2 ? [] : warningsOf({ parts, whole, network, mint })
  })

/** In lamports: what is allowed of less is no matter. */
const fewLamports = 1_000_000n

/** Warns of an allowance of wrapped coins that the request itself brings: how much is held by then, and so how much of that may be taken, isn't known before. */
const ofFilled = ({ allows, filled, network }: Sums): readonly Words[] =>
  allows
    .filter(({ of, mint, amount = unlimited }) => {
      return of !== undefined && filled.has(of) && wrappedCoins.includes(mint) && amount > fewLamports
    })
    .map(({ mint, amount = unlimited }) =>
      amount >= unlimited
        ? words('request.warn.spenderAll', nameOf({ network, mint }))
        : words('request.warn.spenderComing'),
    )

function warningsOf({
  parts,
  whole,
  network,
  mint,
}: {
  readonly parts: readonly Pick<Given, 'amount'>[]
  readonly whole: bigint | undefined
  readonly network: WalletNetwork
  readonly mint: string | undefined
}): readonly Words[] {
  return mostWarnings({ part: totalOf(parts), whole, token: nameOf({ network, mint }).token })
}
