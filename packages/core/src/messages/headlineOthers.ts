import type { RequestSentence, ShownRequest } from '../words/shown.js'
import { type Clause, clause, factsOf, onlyOne, partyOf, type Rule } from './headlineClauses.js'
import { amountIn, asFarAsSaid, type Filling, gives, sumsOf } from './headlineFillings.js'
import { giving } from './requestParts.js'

/** Says what moves from one to another, neither of whom is the account. */
export const betweenOthers: Rule = (shown) => {
  const give = asFarAsSaid(factsOf(shown, 'request.amount'))
  const [from] = factsOf(shown, 'request.from')
  const to = onlyOne(shown, 'request.to')
  if (give.length === 0 || !from || !to) return undefined
  return [clause('headline.othersGive', { from: partyOf(from), give, to })]
}

/** Says what somebody else gets for what is given, and what is left for the account. */
export function forOthers(
  shown: ShownRequest,
  give: readonly Filling[],
  own: readonly Filling[],
): readonly Clause[] | undefined {
  const to = onlyOne(shown, 'request.goesTo', 'gives')
  if (!to) return undefined
  const least = sumsOf(factsOf(shown, 'request.othersGet'), (amount) => amountIn('headline.atLeast', amount, 'gives'))
  const just = sumsOf(factsOf(shown, 'request.othersGetJust'), gives)
  const may = sumsOf(factsOf(shown, 'request.othersMayGet'), (amount) => amountIn('headline.perhaps', amount, 'gives'))
  if (least && just && may && least.length + just.length + may.length > 0)
    return [
      clause('headline.toOther', { give, to, get: [...just, ...least, ...may] }),
      ...(own.length > 0 ? [clause('headline.get', { get: own })] : []),
    ]
  const isOwn = factsOf(shown, ...othersGetting).length > 0
  if (own.length === 0) return [clause('headline.toOtherSome', { give, to })]
  // What the account itself gets isn't theirs.
  if (isOwn) return [clause('headline.toOtherSome', { give, to }), clause('headline.get', { get: own })]
  return [clause('headline.toOther', { give, to, get: own.map((each) => ({ ...each, tone: 'gives' as const })) })]
}

/** Says what is given for what a contract gives to somebody else: it goes to the contract, and what comes of it is theirs. */
export function passedOn(shown: ShownRequest, gifts: ShownRequest): readonly Clause[] | undefined {
  const [whose] = factsOf(shown, 'request.goesTo')
  const isTheirs = whose && factsOf(gifts, 'request.to').every(({ value }) => value === whose.value)
  const give = asFarAsSaid(factsOf(gifts, ...giving))
  return isTheirs && factsOf(shown, ...othersGetting).length > 0 && give.length > 0
    ? forOthers(shown, give, [])
    : undefined
}

const othersGetting: readonly RequestSentence[] = [
  ...(['request.othersGet', 'request.othersGetJust', 'request.othersMayGet'] as const),
]
