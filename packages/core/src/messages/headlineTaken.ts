import type { Fact, RequestSentence, ShownRequest, Words } from '../words/shown.js'
import { type Clause, clause, factsOf, partyOf } from './headlineClauses.js'
import { amountIn, bare, type Filling, gives, isNamed, isNone, mostListed, phrase } from './headlineFillings.js'
import { giving } from './requestParts.js'

const anyTokens: Words = { name: 'request.tokens', values: {} }

const limits: readonly RequestSentence[] = [
  'request.warn.spenderAll',
  'request.warn.allOfIt',
  'request.warn.spenderSome',
]

/** Returns what may be taken; a warning of each says whether that is all of it. */
export function taken(shown: ShownRequest): readonly Filling[] | undefined {
  // Of what nothing may be taken, nothing is said beside what may.
  const named = factsOf(shown, 'request.amount', 'request.adds')
  const some = named.filter(({ value }) => !isNone(bare(value)))
  const amounts = some.length > 0 ? some : named
  const said = shown.warnings.filter(({ name }) => limits.includes(name))
  const token = shown.title.values.token
  return amounts.length > mostListed
    ? undefined
    : amounts.flatMap((fact, index) => {
        const limit = said.length === amounts.length ? said[index] : undefined
        const isAll = (limit && limit.name !== 'request.warn.spenderSome') || isNamed(fact.value, 'request.unlimited')
        return limited({ fact, shown, isAll, token: limit?.values.token ?? token })
      })
}

function limited({
  fact,
  shown,
  isAll,
  token: otherwise,
}: {
  readonly fact: Fact
  readonly shown: ShownRequest
  readonly isAll: boolean
  readonly token: string | Words | undefined
}): readonly Filling[] {
  const isOnce = factsOf(shown, 'request.onceUntil').length > 0
  const own = typeof fact.value === 'object' ? fact.value.values.token : undefined
  const token = (isNamed(fact.value, 'request.unlimited') && own) || otherwise || anyTokens
  if (isAll) return [phrase(isOnce ? 'headline.allOfOnce' : 'headline.allOf', { token }, 'gives')]
  const amount = bare(fact.value)
  if (typeof amount === 'object' && amount.name === 'request.smallestUnit')
    return [phrase('headline.units', { amount: amount.values.amount ?? '', token }, 'gives')]
  if (typeof amount === 'object' && amount.name === 'request.anyOf')
    return [phrase('headline.anyOf', amount.values, 'gives')]
  if (fact.label.name === 'request.adds') {
    const [after] = factsOf(shown, 'request.allowedAfter')
    return after
      ? [amountIn('headline.upTo', bare(after.value), 'gives')]
      : [amountIn('headline.more', amount, 'gives')]
  }
  const isOne = shown.warnings.some(({ name }) => name === 'request.warn.spenderOne')
  return [isOne ? gives(amount) : amountIn('headline.upTo', amount, 'gives')]
}

/** Each of these is of what comes next. */
const amounts: readonly RequestSentence[] = [
  ...giving,
  ...(['request.amount', 'request.adds', 'request.get', 'request.getAtLeast'] as const),
]
export const takings: readonly RequestSentence[] = ['request.allowedAfter', 'request.allowedInAll']

/** Says who may take what afterwards, or in all, where a request leaves an allowance, or has one inside. */
export function allowed(shown: ShownRequest): readonly Clause[] {
  return shown.facts.flatMap((fact, index) => {
    const isInside = fact.label.name === 'request.amount'
    if (!(isInside || takings.includes(fact.label.name)) || isNone(bare(fact.value))) return []
    // What is given may be all of it; and what is left is a part of all that was said.
    const isPart =
      fact.label.name === 'request.allowedAfter' && shown.facts[index - 1]?.label.name === 'request.allowedInAll'
    if (isNamed(fact.value, 'request.leftOf') || isPart) return []
    const next = shown.facts.slice(index + 1).find(({ label }) => [...amounts, 'request.spender'].includes(label.name))
    const spender =
      isInside && next?.label.name !== 'request.spender'
        ? undefined
        : shown.facts.slice(index).find(({ label }) => label.name === 'request.spender')
    if (!spender) return []
    const all = new Map(
      shown.warnings.flatMap(({ name, values: { token } }) =>
        name === 'request.warn.spenderAll' && token !== undefined ? [[JSON.stringify(token), token]] : [],
      ),
    )
    const isAll = isNamed(fact.value, 'request.unlimited')
    const [token] = all.size === 1 ? all.values() : []
    return [clause('headline.mayTake', { spender: partyOf(spender), what: limited({ fact, shown, isAll, token }) })]
  })
}

/** Returns the steps' clauses on spenders for whom nothing is added up. */
export function notAmong({ facts }: ShownRequest, steps: readonly Clause[]): readonly Clause[] {
  const added = facts.flatMap(({ label }, index) => {
    const spender = facts.slice(index).find((each) => each.label.name === 'request.spender')
    return takings.includes(label.name) && spender ? [JSON.stringify([partyOf(spender)])] : []
  })
  return steps.filter(({ places }) => !added.includes(JSON.stringify(places.spender)))
}

/** Says who may no longer take what, where several allowances are taken back and nothing else is said; listed steps say it by themselves. */
export function ended({ facts }: ShownRequest, steps: readonly Clause[]): readonly Clause[] {
  if (steps.length > 0) return steps.length > mostListed ? manyTakenBack(steps.length) : steps
  return takenBack(
    facts.flatMap(({ label, value }, index) => {
      const spender = facts.slice(index).find((each) => each.label.name === 'request.spender')
      const token = label.name === 'request.allowedAfter' && isNone(bare(value)) ? tokenIn(value) : undefined
      return spender && token !== undefined ? [{ spender: partyOf(spender), token }] : []
    }),
  )
}

const manyTakenBack = (count: number): readonly Clause[] => [
  clause('headline.takenBackMany', { count: { said: `${count}` } }),
]

/** Says who may no longer take what: of each spender in one sentence, and of many how many allowances there are. */
export function takenBack(
  all: readonly { readonly spender: Filling; readonly token: string | Words }[],
): readonly Clause[] {
  const each = new Map(all.map(({ spender }) => [JSON.stringify(spender), spender]))
  if (each.size > mostListed) return manyTakenBack(all.length)
  return [...each].map(([key, spender]) => {
    const own = all.filter((one) => JSON.stringify(one.spender) === key)
    const tokens = new Map(own.map(({ token }) => [JSON.stringify(token), { said: token }]))
    return clause('headline.takeBack', {
      spender,
      token: tokens.size > mostListed ? { said: anyTokens } : [...tokens.values()],
    })
  })
}

/** Returns the token of an amount. */
function tokenIn(value: string | Words): string | Words | undefined {
  if (typeof value === 'string') return /^\S+ (.+)$/s.exec(value)?.[1]
  const token = tokenIn(value.values.token ?? '')
  return token === undefined ? undefined : { ...value, values: { ...value.values, token } }
}
