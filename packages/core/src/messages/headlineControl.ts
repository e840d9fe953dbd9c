import type { RequestSentence } from '../words/shown.js'
import { clause, factsOf, onlyOne, partyOf, type Rule, unreadRest, warnsOf } from './headlineClauses.js'
import { type Filling, gives, type HeadlineSentence, isNamed, phrase, sumsOf } from './headlineFillings.js'
import { still } from './headlineStill.js'
import { takenBack } from './headlineTaken.js'

const collection: Rule = (shown) => {
  const spender = onlyOne(shown, 'request.operator')
  // The collection's own stands first: a signature names who checks it, behind.
  const [of] = factsOf(shown, 'request.contract')
  const contract = of && partyOf(of)
  if (!spender || typeof contract?.said !== 'string') return undefined
  return [
    clause('headline.mayTake', {
      spender,
      what: phrase('headline.allOfContract', { contract: contract.said }, 'gives'),
    }),
  ]
}

/** Another acts for the account at a contract. */
const letActing: Rule = (shown) => {
  const spender = onlyOne(shown, 'request.operator', 'gives')
  const contract = onlyOne(shown, 'request.contract')
  return spender && contract && [clause('headline.mayAct', { spender, contract })]
}

const takingBack: Rule = (shown) => {
  const { facts, title } = shown
  // One NFT, all that may be taken of a token, or of each of several.
  const one = factsOf(shown, 'request.amount')[0]?.value
  const own = one ?? title.values.token
  const spenders = facts.flatMap(({ label }, index) => (label.name === 'request.spender' ? [index] : []))
  if (spenders.length === 0)
    return own === undefined ? undefined : [clause('headline.takenBack', { token: { said: own } })]
  const isBy = factsOf(shown, 'request.contract').some(({ value }) => `${value}`.startsWith('Permit2 '))
  const all = spenders.flatMap((from, place) => {
    const of = { ...shown, facts: facts.slice(from, spenders[place + 1]) }
    const spender = onlyOne(of, 'request.spender')
    const token = one ?? factsOf(of, 'request.token')[0]?.value ?? own
    return spender && token !== undefined ? [{ spender: isBy ? byPermit2(spender) : spender, token }] : []
  })
  return all.length > 0 ? takenBack(all) : undefined
}

/** Permit2 is named where it is what others take by: what they may take without it stands. */
const byPermit2 = (spender: Filling): Filling =>
  typeof spender.said === 'string' ? phrase('headline.byPermit2', { spender: spender.said }) : spender

const voting: Rule = (shown) => {
  const to = onlyOne(shown, 'request.account')
  const { token } = shown.title.values
  if (!to || token === undefined) return undefined
  const name = warnsOf(shown, ['request.warn.inNameOf']) ? 'headline.votesOf' : 'headline.votes'
  return [
    clause(name, { to, token: { said: token } }),
    ...(warnsOf(shown, ['request.warn.ownWord']) ? [unreadRest] : []),
  ]
}

const takingBackAll: Rule = (shown) => {
  const spender = onlyOne(shown, 'request.operator')
  const token = (factsOf(shown, 'request.token')[0] ?? factsOf(shown, 'request.contract')[0])?.value
  return spender && token !== undefined ? [clause('headline.takeBack', { spender, token: { said: token } })] : undefined
}

/** Says what is destroyed of the account's own. */
const burning: Rule = (shown) => {
  const give = sumsOf(factsOf(shown, 'request.amount'), gives)
  return give && give.length > 0 ? [clause('headline.burn', { give })] : undefined
}

/** Another decides over an account from then on. */
const control: Rule = (shown) => {
  const to = onlyOne(shown, 'request.goesTo', 'gives') ?? onlyOne(shown, 'request.ownedBy', 'gives')
  const closes = factsOf(shown, 'request.what').some(({ value }) => isNamed(value, 'request.control.close'))
  if (to && closes && warnsOf(shown, ['request.warn.closer']) && typeof to.said === 'string')
    return [clause('headline.closer', { to })]
  const isPart = factsOf(shown, 'request.what').some(({ value }) => isNamed(value, 'request.control.stake'))
  const isOthers =
    warnsOf(shown, ['request.warn.controller', 'request.warn.handedOver']) || (isPart && shown.isDeliberate)
  if (!to || !isOthers || typeof to.said !== 'string') return undefined
  // The very account that signs isn't one of its accounts, but all of it.
  const [account] = factsOf(shown, 'request.account')
  if (account && factsOf(shown, 'request.from').some(({ value }) => value === account.value))
    return [clause('headline.delegate', { contract: to, account: phrase('headline.wholeAccount', {}, 'gives') })]
  const give = sumsOf(factsOf(shown, 'request.atStake'), gives) ?? []
  if (give.length === 0) return [clause('headline.control', { to })]
  return [clause(isPart ? 'headline.controlStake' : 'headline.controlOf', { to, give })]
}

/** The sentences on who gets a power over a Safe, or loses it, by the fact that names them. */
const overSafe = [
  ['request.newOwner', 'headline.safeOwners', 'gives'],
  ['request.module', 'headline.safeModule', 'gives'],
  ['request.guard', 'headline.safeGuard', 'gives'],
  ['request.handler', 'headline.safeHandler', 'gives'],
  ['request.oldOwner', 'headline.safeOwnerGone', undefined],
  ['request.oldModule', 'headline.safeModuleGone', undefined],
  ['request.threshold', 'headline.safeThreshold', undefined],
] as const

/** Another decides over a Safe, or over a part of what it does; one no longer does; and with how many signatures. */
const safeOwners: Rule = (shown) =>
  overSafe.flatMap(([label, name, tone]) => {
    const to = onlyOne(shown, label, tone)
    if (!to) return []
    // A guard or a handler that is taken away has no address.
    if (name === 'headline.safeGuard' || name === 'headline.safeHandler')
      return [clause(typeof to.said === 'string' ? name : `${name}Gone`, { to })]
    return [clause(name, { to })]
  })

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

/** Makes the rule that says who has a role on a contract from then on, or no longer. */
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

/** Whose a name is from then on, or where it leads. */
const named =
  (name: 'headline.nameOwner' | 'headline.nameLeads'): Rule =>
  (shown) => {
    const to = onlyOne(shown, 'request.goesTo', 'gives')
    const of = onlyOne(shown, 'request.name')
    return to && of && [clause(name, { to, name: of })]
  }

const pausing =
  (name: 'headline.pause' | 'headline.unpause'): Rule =>
  (shown) => {
    const contract = onlyOne(shown, 'request.contract')
    return contract && [clause(name, { contract })]
  }

/** The rules for control over contracts that are none of the account's own. */
const contracts: ReadonlyMap<RequestSentence, Rule> = new Map<RequestSentence, Rule>([
  ['request.grantRole', ofRole('request.goesTo', 'headline.role', 'headline.roleOfAll')],
  ['request.handOverContract', ownership],
  ['request.handOverName', named('headline.nameOwner')],
  ['request.nameLeads', named('headline.nameLeads')],
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

/** A key acts for the account, within what it may call. */
const keyCalling: Rule = (shown) => {
  const spender = onlyOne(shown, 'request.delegateTo', 'gives')
  const contract = onlyOne(shown, 'request.contract')
  return spender && contract && [clause('headline.mayCall', { spender, contract })]
}

/** Titles of requests that move no coins: those that are sent along are given besides. */
export const beneath: readonly RequestSentence[] = [
  ...(['request.burn', 'request.delegateVotes', 'request.disallow', 'request.disallowCollection'] as const),
  ...(['request.handOverCollection', 'request.deleteAccount', 'request.letAct'] as const),
]

/** Titles of steps that are said beside what the steps move. */
export const standingTitles: readonly RequestSentence[] = [
  'request.createContract',
  'request.delegateVotes',
  ...(['request.letKeyCall', 'request.disallowCollection', 'request.earnings', 'request.vote'] as const),
  ...(['request.deleteAccount', 'request.letBorrow'] as const),
]

/** The rules for control over something from then on, or no longer, and for what moves nothing. */
export const controlling: Partial<Record<RequestSentence, Rule>> = {
  ...Object.fromEntries(contracts),
  ...still,
  'request.burn': burning,
  'request.changeController': control,
  'request.delegate': delegating,
  'request.delegateVotes': voting,
  'request.disallow': takingBack,
  'request.disallowCollection': takingBackAll,
  'request.handOverAccount': control,
  'request.handOverCollection': collection,
  'request.letAct': letActing,
  'request.letKeyCall': keyCalling,
  'request.safeOwners': safeOwners,
}
