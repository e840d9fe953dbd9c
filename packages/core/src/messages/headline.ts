import type { Fact, RequestSentence, ShownRequest, Words } from '../words/shown.js'
import {
  type Clause,
  clause,
  factsOf,
  named,
  onlyOne,
  partyOf,
  type Rule,
  unchecked,
  unread,
  unreadRest,
  warnsOf,
} from './headlineClauses.js'
import { beneath, controlling, ofContracts, standingTitles } from './headlineControl.js'
import { ends } from './headlineEnds.js'
import {
  amountIn,
  amountTo,
  asFarAsSaid,
  bare,
  type Filling,
  gets,
  gives,
  isNamed,
  phrase,
  sumsOf,
} from './headlineFillings.js'
import { offering, ordersIn } from './headlineOffers.js'
import { betweenOthers, forOthers, passedOn } from './headlineOthers.js'
import { asOfSafe, ofSafe } from './headlineSafe.js'
import { beside, simulated } from './headlineSimulated.js'
import { withSources } from './headlineSources.js'
import { stakedOnce, staking, stakingTitles } from './headlineStake.js'
import { allowed, ended, notAmong, taken, takings } from './headlineTaken.js'
import { besideGifts, giving, inParts, moving, partFrom } from './requestParts.js'

/**
 * Says a request's effect, in a sentence or a few: what is given, got and allowed, and to whom. It is read from the description, so it says nothing that
 * the facts don't; where that can't be said in a sentence it is empty, and the title says what it is.
 */
export function headlineOf(shown: ShownRequest): readonly Clause[] {
  const isSafe = factsOf(shown, 'request.safe').length > 0
  const main = isSafe
    ? [...controlIn(shown).map(asOfSafe), ...(exchanged(beforeSteps(shown)) ?? []), ...ofSafe(shown, inSteps(shown))]
    : mainOf(shown)
  return main.length === 0 ? main : [...main, ...ends(shown)]
}

function mainOf(shown: ShownRequest): readonly Clause[] {
  const ofSignature = shown.title.name === 'request.actBySignature' ? acting(shown) : undefined
  if (ofSignature) return ofSignature
  const first = shown.facts.findIndex(({ label }) => inParts.includes(label.name))
  if (first >= 0) return ofSeveral(shown, first)
  const own = rules[shown.title.name]?.(shown)
  // What goes along with it is given.
  if (own && ofContracts.includes(shown.title.name)) return [...own, ...(exchanged(shown) ?? []), ...beside(shown)]
  if (own && beneath.includes(shown.title.name))
    return [...toEach(besideGifts(shown).gifts, warnsOf(shown, strange)), ...own]
  const orders = own ?? ordersIn(shown, traded)
  if (orders) return orders
  if (warnsOf(shown, unread)) return [...called(shown), ...allowed(shown)]
  const said = exchanged(shown)
  const main = said ?? simulated(shown)
  if (main.length === 0 && warnsOf(shown, unknown)) return [clause('headline.signUnchecked', { unchecked: data })]
  const all = [...main, ...(said ? beside(shown) : []), ...allowed(shown)]
  return all.length > 0 ? all : ended(shown, [])
}

/** Of several steps, what they come to by their data; a simulation adds up what strangers promise and what is given to them, so it isn't said for them. */
function ofSeveral(shown: ShownRequest, first: number): readonly Clause[] {
  const facts = shown.facts.slice(0, first)
  const after = facts.findIndex(({ label }) => label.name === 'request.simulatedAt')
  const sums = { ...shown, facts: facts.slice(after + 1) }
  const main = [...controlIn(shown), ...(exchanged(sums) ?? [])]
  const read = stakedOnce([...main, ...tradedIn(shown), ...inSteps(shown)])
  if (!warnsOf(shown, unread))
    return read.length > 0 ? read : ended(beforeSteps(shown), stepsThat(shown, 'request.disallow'))
  // Beside what can't be read, what can is said first.
  const leaves = sumsOf(factsOf(shown, 'request.simulatedLeaves'), gives) ?? []
  const all =
    main.length === 0 && leaves.length > 0 ? [clause('headline.simulatedGive', { give: leaves }), ...read] : read
  if (all.length > 0) return [...all, unreadRest]
  return shown.title.name === 'request.signTransaction' ? [clause('headline.signUnchecked', { unchecked: data })] : []
}

/** Says what steps of a kind come to, each by itself. */
const stepsThat = (shown: ShownRequest, ...titles: readonly RequestSentence[]): readonly Clause[] =>
  shown.facts.flatMap(({ value }, index) => {
    const title = titles.find((each) => isNamed(value, each))
    if (!title || typeof value !== 'object') return []
    return rules[title]?.({ ...shown, title: value, facts: partFrom(shown.facts, index + 1) }) ?? []
  })

const beforeSteps = (shown: ShownRequest): ShownRequest => {
  const first = shown.facts.findIndex(({ label }) => inParts.includes(label.name))
  return { ...shown, facts: shown.facts.slice(0, first < 0 ? undefined : first) }
}

/** Says who decides over contracts, collections and accounts once steps are carried out: before all that they move. */
const controlIn = (shown: ShownRequest): readonly Clause[] =>
  warnsOf(shown, byItself) ? [] : stepsThat(shown, ...ofContracts, ...handingOver)

const handingOver: readonly RequestSentence[] = [
  ...(['request.handOverCollection', 'request.changeController', 'request.handOverAccount'] as const),
  ...(['request.safeOwners', 'request.letAct'] as const),
]

/** Warnings of what a contract does in its own name: that isn't the account's. */
const byItself: readonly RequestSentence[] = ['request.warn.byContract']

/** Says what steps exchange, each by itself, where nothing sums them up: at contracts that are known, and for others; what is given to strangers is said before. */
function tradedIn(shown: ShownRequest): readonly Clause[] {
  const { rest } = besideGifts(beforeSteps(shown))
  if (factsOf(rest, ...moving).length > 0 || warnsOf(shown, byItself)) return []
  const warnings = shown.warnings.filter(({ name }) => !strange.includes(name))
  return shown.facts.flatMap(({ label, value }, index) => {
    if (!inParts.includes(label.name) || typeof value !== 'object') return []
    const part = besideGifts({ ...shown, warnings, title: value, facts: partFrom(shown.facts, index + 1) }).rest
    if (factsOf(part, ...moving).length === 0) return []
    const isForOther = factsOf(part, 'request.goesTo').length > 0
    const isOpen = factsOf(part, ...giving).some((fact) => isNamed(fact.value, 'request.someOf'))
    const isKnown = wrappings.includes(value.name) || knownContract(part) !== undefined
    return (isForOther ? isOpen : isKnown) ? (traded(part) ?? []) : []
  })
}

const wrappings: readonly RequestSentence[] = ['request.wrapInto', 'request.unwrap']

/** Says what steps let others take, and what becomes of stakes. */
function inSteps(shown: ShownRequest): readonly Clause[] {
  if (warnsOf(shown, byItself)) return []
  const before = beforeSteps(shown)
  // What is left of all allowances is said in one, where they are added up.
  const left = factsOf(before, ...takings).length > 0 ? allowed(before) : []
  return [
    ...left,
    ...notAmong(before, stepsThat(shown, 'request.allow')),
    ...stepsThat(shown, ...standingTitles, ...stakingTitles),
  ]
}

/** Says what others carry out in the account's own name by its signature: as the call by itself. */
const acting: Rule = (shown) => {
  const { facts } = shown
  const at = facts.findIndex(({ label }) => label.name === 'request.inside')
  const { value } = facts[at] ?? {}
  const who = (name: RequestSentence) => String(factsOf(shown, name)[0]?.value).toLowerCase()
  // A Safe's, and whatever else isn't the signer's own, gives nothing of the signer's.
  if (typeof value !== 'object' || who('request.from') !== who('request.with')) return undefined
  return headlineOf({ ...shown, title: value, facts: partFrom(facts, at + 1) })
}

const unknown: readonly RequestSentence[] = ['request.warn.unknownEffect', 'request.warn.hash', 'request.warn.noText']

const data = phrase('headline.uncheckedData', {}, 'unsure')
const nothing = phrase('headline.nothing', {}, 'unsure')
/** Lets a spender take. */
const allowing: Rule = (shown) => {
  // What another's signature allows is the other's: the title says what it is.
  if (warnsOf(shown, ['request.warn.inNameOf'])) return []
  const spender = onlyOne(shown, 'request.spender')
  const what = taken(shown)
  if (!spender || !what || what.length === 0) return undefined
  if (shown.title.name === 'request.allowBySignature') return [clause('headline.allowBySignature', { spender, what })]
  const gone = toEach(besideGifts(shown).gifts, warnsOf(shown, strange))
  const isStill = factsOf(shown, 'request.movesNow').some(({ value }) => isNamed(value, 'request.nothing'))
  return [...gone, clause(isStill ? 'headline.allow' : 'headline.mayTake', { spender, what })]
}

/** Sends what the account has to somebody. */
const sending: Rule = (shown) => {
  const owners = new Set(factsOf(shown, 'request.from').map(({ value }) => value))
  if (owners.size > 1 || factsOf(shown, 'request.paidBy').length > 0) return undefined
  // Past a contract, to whom that says.
  if (warnsOf(shown, ['request.warn.othersGet'])) return undefined
  const all = shown.facts.filter((fact) => isGiven(fact) || fact.label.name === 'request.value')
  // What goes to another account of the wallet beside what is given isn't.
  const away = all.filter((fact) => recipientOf(shown, fact)?.label.name !== 'request.toOwn')
  const give = asFarAsSaid(away.length > 0 ? away : all)
  if (give.length === 0) return undefined
  const to = onlyOne(shown, 'request.to')
  const account = onlyOne(shown, 'request.toTokenAccount', 'unsure')
  const one = [
    to
      ? clause('headline.giveTo', { give, to })
      : account
        ? clause('headline.giveToAccount', { give, account })
        : clause('headline.give', { give }),
  ]
  const several = to ? [] : toEach(shown, warnsOf(shown, strange))
  return [...(several.length > 1 ? several : one), ...beside(shown), ...allowed(shown)]
}

/** Says what is given for what is got. Gifts come first, with their recipients, and never among what is exchanged. */
function exchanged(shown: ShownRequest): readonly Clause[] | undefined {
  const { gifts, rest } = besideGifts(shown)
  const isBeside = factsOf(rest, ...moving).length > 0
  if (gifts.facts.length === 0) return traded(shown)
  if (!isBeside) {
    const through = passedOn(shown, gifts)
    if (through) return through
    const at = { ...gifts, facts: [...gifts.facts, ...factsOf(shown, 'request.contract')] }
    return given(at, asFarAsSaid(factsOf(gifts, ...giving)), warnsOf(shown, strange))
  }
  return [...toEach(gifts, false), ...(traded(rest) ?? [unreadRest])]
}

const strange: readonly RequestSentence[] = ['request.warn.ownWord']

/** Says first what comes of a loan, a deposit or others: it is no part of an exchange. */
const traded: Rule = (shown) => withSources(shown, exchangedFor)

function exchangedFor(shown: ShownRequest): readonly Clause[] | undefined {
  const promised = factsOf(shown, 'request.getAtLeast')
  const isStrange = warnsOf(shown, strange)
  const give = sumsOf(factsOf(shown, ...giving), gives)
  const sure = sumsOf(factsOf(shown, 'request.get'), gets)
  const least = sumsOf(promised, (amount) => amountIn('headline.atLeast', amount, isStrange ? 'unsure' : 'gets'))
  if (!give || !sure || !least) return undefined
  const perhaps = sumsOf(factsOf(shown, 'request.mayGet'), (amount) => amountIn('headline.perhaps', amount, 'unsure'))
  const get = [...sure, ...least, ...(perhaps ?? [])]
  const isOffer = factsOf(shown, 'request.mayTake').length > 0
  const account = isOffer && warnsOf(shown, ['request.warn.inNameOf']) && onlyOne(shown, 'request.account')
  if (account) return [clause('headline.offerOf', { account, give, get: get.length > 0 ? get : nothing })]
  if (give.length === 0) return get.length === 0 ? undefined : [clause('headline.get', { get })]
  const others = warnsOf(shown, ['request.warn.othersGet']) ? forOthers(shown, give, get) : undefined
  if (others) return others
  const isForNothing = get.length === 0 && promised.length + factsOf(shown, 'request.get').length > 0
  const isSure = promised.every(({ value }) => isNamed(value, 'request.nothing'))
  const forNothing = isOffer ? 'headline.offerForNothing' : isSure ? 'headline.forNothing' : 'headline.mayForNothing'
  if (isForNothing) return [clause(forNothing, { give, nothing })]
  if (get.length === 0) return given(shown, give, isStrange)
  if (isOffer) return [clause('headline.offer', { give, get })]
  if (isStrange) return [clause('headline.promise', { give, unchecked, get })]
  const from = knownContract(shown)
  return [from ? clause('headline.swapFrom', { give, get, from }) : clause('headline.swap', { give, get })]
}

/** More recipients than these aren't said one by one. */
const mostRecipients = 3

/** Whether a fact is an amount that is given, or what is left of one where that doesn't come back. */
const isGiven = ({ label: { name }, value, isCode }: Fact): boolean =>
  ([...giving, 'request.amount', 'request.rest'].includes(name) && isCode !== true) ||
  (name === 'request.restAtMost' && typeof value === 'string')

const recipients: readonly RequestSentence[] = ['request.to', 'request.toOwn', 'request.toScript']
/** To whom an amount goes. */
const recipientOf = ({ facts }: ShownRequest, amount: Fact): Fact | undefined =>
  facts.slice(facts.indexOf(amount) + 1).find(({ label }) => recipients.includes(label.name))

/** Says what each recipient is given; of many, what all of them are. */
function toEach(shown: ShownRequest, isStrange: boolean): readonly Clause[] {
  const of = new Map<string, { readonly to: Fact; readonly given: readonly Fact[] }>()
  for (const fact of shown.facts) {
    const to = isGiven(fact) ? recipientOf(shown, fact) : undefined
    if (to?.label.name !== 'request.to') continue
    const key = String(to.value)
    of.set(key, { to, given: [...(of.get(key)?.given ?? []), fact] })
  }
  const all = [...of.values()]
    .map(({ to, given }) => ({ to, give: asFarAsSaid(given) }))
    .filter(({ give }) => give.length > 0)
  if (all.length > mostRecipients) {
    const give = asFarAsSaid(factsOf(shown, ...giving))
    return [clause('headline.giveToMany', { give, count: { said: `${all.length}` } })]
  }
  return all.map(({ to, give }) =>
    clause('headline.giveTo', { give, to: partyOf(to, isStrange ? 'unsure' : undefined) }),
  )
}

function given(shown: ShownRequest, give: readonly Filling[], isStrange: boolean): readonly Clause[] {
  const several = toEach(besideGifts(shown).gifts, isStrange)
  if (several.length > 1 || several.some(({ name }) => name === 'headline.giveToMany')) return several
  if (give.length === 0) return []
  const [contract] = factsOf(shown, 'request.contract')
  // What goes past the contract has a recipient of its own.
  const isPast =
    contract && several.length === 1 && !factsOf(shown, 'request.to').some(({ value }) => value === contract.value)
  if (isStrange && isPast) return several
  if (isStrange) return [clause('headline.giveUnchecked', { give, unchecked })]
  const to = onlyOne(shown, 'request.to') ?? knownContract(shown)
  return [to ? clause('headline.giveTo', { give, to }) : clause('headline.give', { give })]
}

/** By the name that the wallet knows it by. */
function knownContract(shown: ShownRequest): Filling | undefined {
  const known = factsOf(shown, 'request.contract').filter(({ value }) => typeof value === 'string' && named.test(value))
  const [contract] = known
  return contract && known.every(({ value }) => value === contract.value) ? partyOf(contract) : undefined
}

/** A call that isn't read: what goes with it is given; what a simulation saw besides is said, and proves nothing. */
function called(shown: ShownRequest): readonly Clause[] {
  const sent = factsOf(shown, ...giving, 'request.value')
  const seen = factsOf(shown, 'request.simulatedLeaves').filter(
    ({ value, priced }) => !sent.some((each) => isSame(each.value, value) || (isCoin(each.priced) && isCoin(priced))),
  )
  const give = sumsOf([...sent, ...seen], gives)
  const get = sumsOf(factsOf(shown, 'request.simulatedComes'), amountTo('unsure'))
  if (!give || !get) return []
  const [to] = factsOf(shown, 'request.to').filter(({ value }) => typeof value === 'string' && named.test(value))
  // One that is known by name isn't a stranger, whatever its call does.
  const ofKnown = to && [
    give.length > 0
      ? clause('headline.giveTo', { give, to: partyOf(to) })
      : clause('headline.callKnown', { to: partyOf(to) }),
    unreadRest,
  ]
  const creating = shown.title.name === 'request.createContract' && [
    clause('headline.create', { unchecked }),
    ...(give.length > 0 ? [clause('headline.give', { give })] : []),
  ]
  // Of several actions there is no contract to name, and of what can't be read nothing is said to stay.
  if (shown.title.name === 'request.signTransaction' && give.length === 0)
    return [clause('headline.signUnchecked', { unchecked: data })]
  return [
    ...(creating ||
      ofKnown || [
        give.length > 0
          ? clause('headline.giveUnchecked', { give, unchecked })
          : clause('headline.callUnchecked', { unchecked }),
      ]),
    ...(get.length > 0 ? [clause('headline.simulatedGet', { get })] : []),
  ]
}

const isCoin = (priced: Fact['priced']): boolean => priced !== undefined && priced.contract === undefined
const isSame = (one: string | Words, other: string | Words): boolean =>
  JSON.stringify(bare(one)) === JSON.stringify(bare(other))

/** A payment that is signed and sent by others: what leaves, where the account's own part of it is said. */
const signingPayment: Rule = (shown) => {
  // Where nothing comes back, all but the fee goes to whom it names.
  if (factsOf(shown, 'request.comesBack').length === 0) return sending(shown)
  // Without the fee, where all of it goes to a few whose addresses are known.
  const paid = shown.facts.filter(isGiven)
  const isToAddress = ({ facts }: ShownRequest, fact: Fact) =>
    facts[facts.indexOf(fact) + 1]?.label.name === 'request.to'
  if (paid.length > 0 && paid.length <= mostRecipients && paid.every((fact) => isToAddress(shown, fact)))
    return toEach(shown, false)
  const give = sumsOf(factsOf(shown, 'request.leaves'), gives)
  return give && give.length > 0 ? [clause('headline.give', { give })] : sending(shown)
}

/** Says what is given, and then what each recipient gets, where what others spend pays the recipients too. */
const joining: Rule = (shown) => {
  const give = sumsOf(factsOf(shown, ...giving), gives)
  if (!give || give.length === 0 || factsOf(shown, 'request.get').length > 0) return undefined
  const paid = shown.facts.flatMap((fact, index) => {
    const to = shown.facts[index + 1]
    const get = fact.label.name === 'request.othersGetJust' ? sumsOf([fact], amountTo('gives')) : undefined
    return to?.label.name === 'request.to' && get ? [clause('headline.otherGets', { to: partyOf(to), get })] : []
  })
  return [clause('headline.give', { give }), ...(paid.length > mostRecipients ? [] : paid)]
}

/** Coins in the form of a token, and out of it, stay the account's own. */
const wrapping =
  (label: 'request.amount' | 'request.comesBack', name: 'headline.wrap' | 'headline.unwrap'): Rule =>
  (shown) => {
    const give = sumsOf(factsOf(shown, label), gives)
    return give && give.length > 0 ? [clause(name, { give })] : undefined
  }

const signingIn: Rule = (shown) => {
  const [site] = factsOf(shown, 'request.signsInAt')
  const isElsewhere = warnsOf(shown, ['request.warn.elsewhere', 'request.warn.elsewhereUnsaid'])
  return site && [clause('headline.signIn', { site: { said: site.value, tone: isElsewhere ? 'gives' : undefined } })]
}

/** The rules that depend on the title alone. */
const rules: Partial<Record<RequestSentence, Rule>> = {
  'request.allow': allowing,
  'request.allowBySignature': allowing,
  'request.createContract': called,
  'request.move': sending,
  'request.moveOthers': betweenOthers,
  'request.offer': (shown) => offering(shown, traded),
  'request.send': sending,
  'request.signIn': signingIn,
  'request.signTransaction': signingPayment,
  'request.withOthers': joining,
  'request.unwrap': wrapping('request.comesBack', 'headline.unwrap'),
  'request.wrap': wrapping('request.amount', 'headline.wrap'),
  ...controlling,
  ...staking,
}
