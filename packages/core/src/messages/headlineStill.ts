import type { RequestSentence } from '../words/shown.js'
import { clause, factsOf, onlyOne, partyOf, type Rule, unreadRest, warnsOf } from './headlineClauses.js'
import { gets, sumsOf } from './headlineFillings.js'
import { giving } from './requestParts.js'

/** Nothing that another may move is said beside it, nor anything that couldn't be looked up. */
const staysOwn: Rule = (shown) =>
  shown.warnings.length + factsOf(shown, ...giving, ...besideIt).length === 0
    ? [clause('headline.within', {})]
    : undefined
const besideIt: readonly RequestSentence[] = ['request.contract', 'request.token', 'request.simulatedLeaves']

const closing: Rule = (shown) => {
  const get = sumsOf(factsOf(shown, 'request.comesBack'), gets)
  const isGiven = factsOf(shown, ...giving).length > 0
  return get && get.length > 0 && !isGiven ? [clause('headline.closeAccount', { get })] : undefined
}

const ballot: Rule = (shown) => {
  const [proposal] = factsOf(shown, 'request.proposal')
  const [choice] = factsOf(shown, 'request.choice')
  if (!proposal || !choice) return undefined
  return [
    clause('headline.vote', { proposal: partyOf(proposal), choice: { said: choice.value } }),
    ...(warnsOf(shown, ['request.warn.ownWord']) ? [unreadRest] : []),
  ]
}

/** What moves nothing to anybody now. */
export const still: Partial<Record<RequestSentence, Rule>> = {
  'request.closeTokenAccount': closing,
  'request.earnings': (shown) => {
    const to = onlyOne(shown, 'request.goesTo', 'gives')
    return to && [clause('headline.earnings', { to })]
  },
  'request.moveWithin': staysOwn,
  'request.takeBackSignature': () => [clause('headline.signatureBack', {})],
  'request.vote': ballot,
}
