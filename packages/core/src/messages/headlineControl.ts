import type { RequestSentence } from '../words/shown.js'
import { clause, factsOf, onlyOne, type Rule, warnsOf } from './headlineClauses.js'
import { gives, isNamed, phrase, sumsOf } from './headlineFillings.js'

const collection: Rule = (shown) => {
  const [spender, contract] = [onlyOne(shown, 'request.operator'), onlyOne(shown, 'request.contract')]
  if (!spender || typeof contract?.said !== 'string') return undefined
  return [
    clause('headline.mayTake', {
      spender,
      what: phrase('headline.allOfContract', { contract: contract.said }, 'gives'),
    }),
  ]
}

const takingBack: Rule = (shown) => {
  const spender = onlyOne(shown, 'request.spender')
  // One NFT, or all that may be taken of a token.
  const token = factsOf(shown, 'request.amount')[0]?.value ?? shown.title.values.token
  if (token === undefined) return undefined
  if (spender) return [clause('headline.takeBack', { spender, token: { said: token } })]
  return factsOf(shown, 'request.spender').length > 0
    ? undefined
    : [clause('headline.takenBack', { token: { said: token } })]
}

const takingBackAll: Rule = (shown) => {
  const spender = onlyOne(shown, 'request.operator')
  const token = (factsOf(shown, 'request.token')[0] ?? factsOf(shown, 'request.contract')[0])?.value
  return spender && token !== undefined ? [clause('headline.takeBack', { spender, token: { said: token } })] : undefined
}

/** What is destroyed of the account's own. */
const burning: Rule = (shown) => {
  const give = sumsOf(factsOf(shown, 'request.amount'), gives)
  return give && give.length > 0 ? [clause('headline.burn', { give })] : undefined
}

/** Another decides over an account from then on. */
const control: Rule = (shown) => {
  const to = onlyOne(shown, 'request.goesTo', 'gives') ?? onlyOne(shown, 'request.ownedBy', 'gives')
  if (!to || !warnsOf(shown, ['request.warn.controller', 'request.warn.handedOver']) || typeof to.said !== 'string')
    return undefined
  // The very account that signs isn't one of its accounts, but all of it.
  const [account] = factsOf(shown, 'request.account')
  if (account && factsOf(shown, 'request.from').some(({ value }) => value === account.value))
    return [clause('headline.delegate', { contract: to, account: phrase('headline.wholeAccount', {}, 'gives') })]
  const give = sumsOf(factsOf(shown, 'request.atStake'), gives) ?? []
  const isPart = factsOf(shown, 'request.what').some(({ value }) => isNamed(value, 'request.control.stake'))
  if (give.length === 0) return [clause('headline.control', { to })]
  return [clause(isPart ? 'headline.controlStake' : 'headline.controlOf', { to, give })]
}

/** Another decides over a Safe, or may move what it has. */
const safeOwners: Rule = (shown) => {
  const to = onlyOne(shown, 'request.newOwner', 'gives') ?? onlyOne(shown, 'request.module', 'gives')
  return to && [clause('headline.safeOwners', { to })]
}

const delegating: Rule = (shown) => {
  const contract = onlyOne(shown, 'request.delegateTo')
  if (typeof contract?.said !== 'string') return undefined
  return [clause('headline.delegate', { contract, account: phrase('headline.wholeAccount', {}, 'gives') })]
}

/** Who decides over what from then on, or no longer. */
export const controlling: Partial<Record<RequestSentence, Rule>> = {
  'request.burn': burning,
  'request.changeController': control,
  'request.delegate': delegating,
  'request.disallow': takingBack,
  'request.disallowCollection': takingBackAll,
  'request.handOverAccount': control,
  'request.handOverCollection': collection,
  'request.safeOwners': safeOwners,
}
