import type { RequestSentence, ShownRequest } from '../words/shown.js'
import { clause, factsOf, onlyOne, partyOf, type Rule, warnsOf } from './headlineClauses.js'
import { type Filling, gives, type HeadlineSentence, isNamed, mostListed, phrase, sumsOf } from './headlineFillings.js'

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
  // One NFT, all that may be taken of a token, or of several.
  const [amount] = factsOf(shown, 'request.amount')
  const tokens = amount ? [amount] : factsOf(shown, 'request.token')
  const { token } = shown.title.values
  const what =
    tokens.length > 0 && tokens.length <= mostListed ? tokens.map(({ value }) => value) : [token ?? []].flat()
  if (what.length === 0) return undefined
  const said = what.map((each) => ({ said: each }))
  if (spender) return [clause('headline.takeBack', { spender: byWhom(shown, spender), token: said })]
  return factsOf(shown, 'request.spender').length > 0 && tokens.length === 0
    ? undefined
    : [clause('headline.takenBack', { token: said })]
}

/** Permit2 is named where it is what others take by: what they may take without it stands. */
const byWhom = (shown: ShownRequest, spender: Filling): Filling => {
  const isBy = factsOf(shown, 'request.contract').some(({ value }) => `${value}`.startsWith('Permit2 '))
  return isBy && typeof spender.said === 'string' ? phrase('headline.byPermit2', { spender: spender.said }) : spender
}

const voting: Rule = (shown) => {
  const to = onlyOne(shown, 'request.account')
  const { token } = shown.title.values
  return to && token !== undefined ? [clause('headline.votes', { to, token: { said: token } })] : undefined
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

/** Another decides over a Safe, or may move what it has; one no longer does; and with how many signatures. */
const safeOwners: Rule = (shown) => {
  const to = onlyOne(shown, 'request.newOwner', 'gives') ?? onlyOne(shown, 'request.module', 'gives')
  const from = onlyOne(shown, 'request.oldOwner')
  const count = onlyOne(shown, 'request.threshold')
  const isTakenAway = factsOf(shown, 'request.module').some(({ value }) => /^0x0+$/.test(`${value}`))
  return [
    // A guard or a handler that is taken away is nobody's address.
    ...(to && !isTakenAway ? [clause('headline.safeOwners', { to })] : []),
    ...(from ? [clause('headline.safeOwnerGone', { from })] : []),
    ...(count ? [clause('headline.safeThreshold', { count })] : []),
  ]
}

/** Whose a contract is from then on. */
const ownership: Rule = (shown) => {
  const [to] = factsOf(shown, 'request.goesTo')
  const contract = onlyOne(shown, 'request.contract')
  if (!to || !contract) return undefined
  if (isNamed(to.value, 'request.thisAccount')) return [clause('headline.ownOwner', { contract })]
  if (isNamed(to.value, 'request.nobody')) return [clause('headline.noOwner', { contract })]
  return [clause('headline.owner', { to: partyOf(to, 'gives'), contract })]
}

const newCode: Rule = (shown) => {
  const code = onlyOne(shown, 'request.newCode', 'gives')
  const contract = onlyOne(shown, 'request.contract')
  return code && contract && [clause('headline.newCode', { contract, code })]
}

/** Who has a role on a contract from then on, or no longer. */
const ofRole =
  (label: 'request.goesTo' | 'request.account', ...[one, every]: readonly [HeadlineSentence, HeadlineSentence]): Rule =>
  (shown) => {
    const to = onlyOne(shown, label, 'gives')
    const contract = onlyOne(shown, 'request.contract')
    const [role] = factsOf(shown, 'request.role')
    if (!to || !contract || !role) return undefined
    return [
      isNamed(role.value, 'request.roleOfAll')
        ? clause(every, { to, contract })
        : clause(one, { to, contract, role: partyOf(role) }),
    ]
  }

const pausing =
  (name: 'headline.pause' | 'headline.unpause'): Rule =>
  (shown) => {
    const contract = onlyOne(shown, 'request.contract')
    return contract && [clause(name, { contract })]
  }

/** Who decides over contracts that are none of the account's own. */
const contracts: ReadonlyMap<RequestSentence, Rule> = new Map<RequestSentence, Rule>([
  ['request.grantRole', ofRole('request.goesTo', 'headline.role', 'headline.roleOfAll')],
  ['request.handOverContract', ownership],
  ['request.pause', pausing('headline.pause')],
  ['request.revokeRole', ofRole('request.account', 'headline.noRole', 'headline.noRoleOfAll')],
  ['request.unpause', pausing('headline.unpause')],
  ['request.upgrade', newCode],
])
export const ofContracts: readonly RequestSentence[] = [...contracts.keys()]

const delegating: Rule = (shown) => {
  const contract = onlyOne(shown, 'request.delegateTo')
  if (typeof contract?.said !== 'string') return undefined
  return [clause('headline.delegate', { contract, account: phrase('headline.wholeAccount', {}, 'gives') })]
}

/** Who decides over what from then on, or no longer. */
export const controlling: Partial<Record<RequestSentence, Rule>> = {
  ...Object.fromEntries(contracts),
  'request.burn': burning,
  'request.changeController': control,
  'request.delegate': delegating,
  'request.delegateVotes': voting,
  'request.disallow': takingBack,
  'request.disallowCollection': takingBackAll,
  'request.handOverAccount': control,
  'request.handOverCollection': collection,
  'request.safeOwners': safeOwners,
}
