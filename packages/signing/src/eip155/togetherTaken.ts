import type { WalletNetwork, Words } from '@foyer/core/words'
import { inCoins, isKnownAddress, isSame, isUnlimited, nameOf } from '../contracts/tokens.js'
import { mostWarnings } from '../nearlyAll.js'
import { isMostOf } from './allowance.js'
import type { Moved, Net } from './flow.js'
import { type Left, placeOf, placeOfTaker } from './left.js'

/**
 * Warns of allowances that are all of a token, or nearly, only together with the others and with what is given: several
 * strangers may be one.
 */
export function togetherTaken(net: Net, network: WalletNetwork): readonly Words[] {
  const strangers = net.left.filter(
    ({ spender, isApart, owner }) => !isApart && !owner && !isKnownAddress(network, spender),
  )
  const taken = new Map<string, readonly Left[]>()
  for (const each of strangers.filter((one) => mostOf(one) > 0n)) {
    const key = each.token.address.toLowerCase()
    taken.set(key, [...(taken.get(key) ?? []), each])
  }
  const places = new Set(strangers.map(placeOf))
  const vias = new Set(strangers.flatMap(({ via }) => via ?? []))
  return [...taken.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const [pieces, amounts] = [all.filter(({ id }) => id !== undefined), all.filter(({ id }) => id === undefined)]
    const given = [
      ...net.gives,
      // A gift that its recipient takes is a part of what that may take.
      ...net.gifts.filter(
        ({ how, token, to }) => how !== 'taken' || placeOfTaker(places, { token, spender: to, vias }) === undefined,
      ),
    ].filter(({ token }) => isSame(token.address, inCoins(first).token.address))
    return [
      ...mostOfPieces(
        pieces,
        given.filter(({ token }) => token.isNft),
      ),
      ...mostOfAmounts(
        amounts,
        given.filter(({ token }) => !token.isNft),
      ),
    ]
  })
}

function mostOfAmounts(all: readonly Left[], given: readonly Moved[]): readonly Words[] {
  const [first] = all
  const balance = first?.looked.balance
  if (!first || all.some((each) => isUnlimited(mostOf(each)) || isMostOf(mostOf(each), balance))) return []
  if (all.length + given.length < 2) return []
  const { unit = 1n } = first.token.inCoins ?? {}
  const part = [...all.map((each) => mostOf(each) * unit), ...given.map(({ amount }) => amount)].reduce(
    (sum, each) => sum + each,
    0n,
  )
  return mostWarnings({ part, whole: balance && balance * unit, token: nameOf(first.token) })
}

/** Of a collection, how many of those that the account has: each by itself is said to be one. */
function mostOfPieces(all: readonly Left[], given: readonly Moved[]): readonly Words[] {
  const [first] = all
  const ids = new Set([...all.map(({ id }) => id), ...given.map(({ amount }) => amount)])
  // A token that has amounts as well counts those.
  if (!first || ids.size < 2 || first.isBoth) return []
  return mostWarnings({ part: BigInt(ids.size), whole: first.looked.balance, token: nameOf(first.token) })
}

const mostOf = ({ amount, meanwhile }: Left): bigint => meanwhile ?? amount

/**
 * Has allowances of what isn't there yet compared with what comes: by what is known to give it, or else by the least that
 * somebody promises. Where other calls may bring something and
 * nobody says how much, an allowance is one of all.
 */
export function withBrought({ left, gets, pledges, ...net }: Net, { mayBring }: { readonly mayBring: boolean }): Net {
  const amountsOf = (all: readonly Moved[], left: Left) =>
    all
      .filter((each) => !each.token.isNft && isSame(each.token.address, inCoins(left).token.address))
      .map(({ amount }) => amount / (left.token.inCoins?.unit ?? 1n))
  return {
    ...{ ...net, gets, pledges },
    left: left.map((each) => {
      if (each.looked.balance !== 0n || each.id !== undefined) return each
      const [known, promised] = [amountsOf(gets, each), amountsOf(pledges, each)]
      const brought =
        known.length > 0
          ? known.reduce((sum, amount) => sum + amount)
          : (promised.toSorted((one, other) => (one < other ? -1 : 1))[0] ?? (mayBring ? mostOf(each) : 0n))
      return { ...each, looked: { ...each.looked, balance: brought } }
    }),
  }
}
