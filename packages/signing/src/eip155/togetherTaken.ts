import type { WalletNetwork, Words } from '@foyer/core/words'
import { isKnownContract, isSame, isUnlimited, nameOf } from '../contracts/tokens.js'
import { mostWarnings } from '../nearlyAll.js'
import { isMostOf } from './allowance.js'
import { type Left, type Moved, type Net, placeOf } from './flow.js'

/**
 * Warns of allowances that are all of a token, or nearly, only together with the others and with what is given: several
 * strangers may be one.
 */
export function togetherTaken({ left, gifts, gives }: Net, network: WalletNetwork): readonly Words[] {
  const strangers = left.filter(
    ({ spender, isApart, token }) => !isApart && !token.isNft && !isKnownContract(network, spender),
  )
  const taken = new Map<string, readonly Left[]>()
  for (const each of strangers.filter((one) => mostOf(one) > 0n)) {
    const key = each.token.address.toLowerCase()
    taken.set(key, [...(taken.get(key) ?? []), each])
  }
  const places = new Set(strangers.map(placeOf))
  return [...taken.values()].flatMap((all) => {
    const [first] = all
    const balance = first?.looked.balance
    if (!first || all.some((each) => isUnlimited(mostOf(each)) || isMostOf(mostOf(each), balance))) return []
    const given = [
      ...gives,
      // A gift that its recipient takes is a part of what that may take.
      ...gifts.filter(({ how, token, to }) => how !== 'taken' || !places.has(placeOf({ token, spender: to }))),
    ].filter(({ token }) => isSame(token.address, first.token.address) && !token.isCoin)
    if (all.length + given.length < 2) return []
    const part = [...all.map(mostOf), ...given.map(({ amount }) => amount)].reduce((sum, each) => sum + each, 0n)
    return mostWarnings({ part, whole: balance, token: nameOf(first.token) })
  })
}

const mostOf = ({ amount, meanwhile }: Left): bigint => meanwhile ?? amount

/**
 * Has allowances of what isn't there yet compared with what comes: by what is known to give it, or else by the least that
 * somebody promises. Where other calls may bring something and
 * nobody says how much, an allowance is one of all.
 */
export function withBrought({ left, gets, pledges, ...net }: Net, { mayBring }: { readonly mayBring: boolean }): Net {
  const amountsOf = (all: readonly Moved[], { token }: Left) =>
    all.filter((each) => !each.token.isNft && isSame(each.token.address, token.address)).map(({ amount }) => amount)
  return {
    ...{ ...net, gets, pledges },
    left: left.map((each) => {
      if (each.looked.balance !== 0n) return each
      const [known, promised] = [amountsOf(gets, each), amountsOf(pledges, each)]
      const brought =
        known.length > 0
          ? known.reduce((sum, amount) => sum + amount)
          : (promised.toSorted((one, other) => (one < other ? -1 : 1))[0] ?? (mayBring ? mostOf(each) : 0n))
      return { ...each, looked: { ...each.looked, balance: brought } }
    }),
  }
}
