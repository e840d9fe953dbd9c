import type { Fact, WalletNetwork, Words } from '@foyer/core/words'
import { mostWarnings } from '../nearlyAll.js'
import { words } from '../sentences.js'
import { coinsOf, type Given } from './described.js'
import { amountFact, mintFacts, nameOf } from './tokenAmount.js'
import type { TokenAccount } from './tokenState.js'

interface Sums {
  readonly gives: readonly Given[]
  readonly network: WalletNetwork
}

/** Returns the facts of what a transaction of several steps gives: each token's sum, by who gets it. */
export const givenFacts = ({ gives, network }: Sums): readonly Fact[] =>
  grouped(gives, ({ to }) => textOf(to)).flatMap((of) => {
    const to = of[0]?.to.value ?? ''
    const isCode = of[0]?.to.isCode
    return sumFacts({ gives: of, network, to: { label: words('request.to'), value: to, isCode } })
  })

const textOf = ({ value }: Fact): string => (typeof value === 'string' ? value : value.name)

/** Groups by a key, in the order of the first of each. */
export function grouped<Each>(all: readonly Each[], keyOf: (each: Each) => string): readonly (readonly Each[])[] {
  const groups = new Map<string, Each[]>()
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  return [...groups.values()]
}

function sumFacts({ gives, network, to }: Sums & { readonly to: Fact }): readonly Fact[] {
  return grouped(gives, ({ mint = 'coin' }) => mint).flatMap((of) => {
    const [{ mint, decimals } = { mint: undefined, decimals: undefined }] = of
    const amount = totalOf(of)
    const sum =
      mint === undefined
        ? coinsOf(amount, network, 'request.give')
        : amountFact({ network, mint, amount, decimals }, 'request.give')
    const isAll = of.some((each) => each.amount === undefined)
    return [
      ...(amount > 0n ? [sum, to] : []),
      ...(isAll ? [{ label: words('request.give'), value: words('request.allItHolds') }, to] : []),
      ...mintFacts({ network, mint }),
    ]
  })
}

/** Sums up the amounts that are known. */
export const totalOf = (gives: readonly Pick<Given, 'amount'>[]): bigint =>
  gives.reduce((sum, { amount = 0n }) => sum + amount, 0n)

/** Returns the sum of coins that are given, in lamports. */
export const coinsIn = (gives: readonly Given[]): bigint => totalOf(gives.filter(({ mint }) => mint === undefined))

/** Says that what is given is all that there is, or nearly all: of the coin with the fees, of a token what its account holds. */
export function givenWarnings({
  gives,
  network,
  fees,
  balance,
  tokenAccounts,
}: Sums & {
  /** In lamports, as the balance. */
  readonly fees: bigint
  readonly balance: bigint | undefined
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
}): readonly Words[] {
  const coins = coinsIn(gives.filter(({ isApart }) => !isApart))
  const ofTokens = grouped(
    gives.filter(({ of }) => of !== undefined),
    ({ of = '' }) => of,
  )
  return [
    ...(coins > 0n ? mostWarnings({ part: coins + fees, whole: balance, token: network.currency.symbol }) : []),
    ...ofTokens.flatMap((each) => {
      const [{ of = '', mint } = { of: '', mint: undefined }] = each
      const held = tokenAccounts.get(of)
      const whole = held?.mint === mint ? held?.amount : undefined
      return mostWarnings({ part: totalOf(each), whole, token: nameOf({ network, mint }).token })
    }),
  ]
}
