import type { RequestSentence } from '../words/shown.js'
import { clause, factsOf, onlyOne, partyOf, type Rule, unreadRest, warnsOf } from './headlineClauses.js'
import { amountIn, bare, isNamed } from './headlineFillings.js'
import { giving } from './requestParts.js'

/** Nothing that another may move is said beside it, nor anything that couldn't be looked up. */
const staysOwn: Rule = (shown) =>
  shown.warnings.length + factsOf(shown, ...giving, ...besideIt).length === 0
    ? [clause('headline.within', {})]
    : undefined
const besideIt: readonly RequestSentence[] = ['request.contract', 'request.token', 'request.simulatedLeaves']

const ballot: Rule = (shown) => {
  const [proposal] = factsOf(shown, 'request.proposal')
  const [choice] = factsOf(shown, 'request.choice')
  if (!proposal || !choice) return undefined
  return [
    clause('headline.vote', { proposal: partyOf(proposal), choice: { said: choice.value } }),
    ...(warnsOf(shown, ['request.warn.ownWord']) ? [unreadRest] : []),
  ]
}

/** Says what another may borrow as the account's debt: as much as that has collateral for, or so much. */
const lending: Rule = (shown) => {
  const spender = onlyOne(shown, 'request.spender', 'gives')
  const [amount] = factsOf(shown, 'request.amount')
  if (!spender || !amount) return undefined
  const value = bare(amount.value)
  const isAll = isNamed(value, 'request.unlimited')
  return [
    isAll
      ? clause('headline.mayBorrowAll', { spender })
      : clause('headline.mayBorrow', { spender, what: amountIn('headline.upTo', value, 'gives') }),
  ]
}

/** The rules for requests that move nothing now. */
export const still: Partial<Record<RequestSentence, Rule>> = {
  'request.earnings': (shown) => {
    const to = onlyOne(shown, 'request.goesTo', 'gives')
    return to && [clause('headline.earnings', { to })]
  },
  'request.deleteAccount': (shown) => {
    const account = onlyOne(shown, 'request.account')
    return account && [clause('headline.deleteAccount', { account })]
  },
  'request.letBorrow': lending,
  'request.moveWithin': staysOwn,
  'request.takeBackSignature': () => [clause('headline.signatureBack', {})],
  'request.undelegate': () => [clause('headline.undelegate', {})],
  'request.vote': ballot,
}
