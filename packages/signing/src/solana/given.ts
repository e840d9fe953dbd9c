import type { Fact } from '../family.js'
import { mostWarnings } from '../nearlyAll.js'
import type { WalletNetwork } from '../network.js'
import { type RequestSentence, type Words, words } from '../sentences.js'
import { coinsOf, type Given } from './described.js'
import type { TokenAccount } from './resolve.js'
import { amountFact, mintFacts, nameOf } from './tokenAmount.js'

interface Sums {
  readonly gives: readonly Given[]
  readonly network: WalletNetwork
}

/** What a transaction of several steps gives: each token's sum; where several get it, who gets how much. */
export function givenFacts({ gives, network }: Sums): readonly Fact[] {
  const parties = grouped(gives, ({ to }) => textOf(to))
  const [only, ...others] = parties
  const all = sumFacts({ gives, network, label: 'request.give' })
  if (!only || others.length === 0) return [...all, ...(only?.[0] ? [only[0].to] : [])]
  return [
    ...all,
    ...parties.flatMap((each) => [
      ...sumFacts({ gives: each, network, label: 'request.othersGet' }),
      ...(each[0] ? [each[0].to] : []),
    ]),
  ]
}

const textOf = ({ value }: Fact): string => (typeof value === 'string' ? value : value.name)

function grouped<Each>(all: readonly Each[], keyOf: (each: Each) => string): readonly (readonly Each[])[] {
  const groups = new Map<string, Each[]>()
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  return [...groups.values()]
}

function sumFacts({ gives, network, label }: Sums & { readonly label: RequestSentence }): readonly Fact[] {
  return grouped(gives, ({ mint = '' }) => mint).flatMap((of) => {
    const [{ mint, decimals } = { mint: undefined, decimals: undefined }] = of
    const amount = totalOf(of)
    const isAll = of.some((each) => each.amount === undefined)
    return [
      ...(amount > 0n
        ? [
            mint === undefined
              ? coinsOf(amount, network, label)
              : amountFact({ network, mint, amount, decimals }, label),
          ]
        : []),
      ...(isAll ? [{ label: words(label), value: words('request.allItHolds') }] : []),
      ...mintFacts({ network, mint }),
    ]
  })
}

const totalOf = (gives: readonly Given[]): bigint => gives.reduce((sum, { amount = 0n }) => sum + amount, 0n)

/** What is given of the account's own coins, in lamports. */
export const coinsIn = (gives: readonly Given[]): bigint =>
  totalOf(gives.filter(({ mint, isApart }) => mint === undefined && !isApart))

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
  const coins = coinsIn(gives)
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
