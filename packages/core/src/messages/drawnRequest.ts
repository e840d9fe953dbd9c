import type { AskedFor, Fact, OfferedLimit, RequestSentence, ShownField, ShownRequest, Words } from '../words/shown.js'
import { headlineOf } from './headline.js'
import { type Clause, warnsOf } from './headlineClauses.js'
import { bare } from './headlineFillings.js'
import { type DrawnLanguage, type HeadlinePart, headlineParts, withAmounts } from './headlineParts.js'
import { giving, inParts, sources } from './requestParts.js'
import { inOwnersName, spoken } from './spokenRequest.js'
import { writtenAmount } from './writtenAmount.js'

export interface DrawnFact extends Pick<Fact<string>, 'label' | 'value' | 'isCode'> {
  /** It leaves or comes. */
  readonly way?: 'out' | 'in' | undefined
}

export interface DrawnWarning {
  readonly text: string
  /** It says what couldn't be checked, or how it is done; in a request that takes a step of its own the others say why it does. */
  readonly isMild: boolean
}

export interface DrawnLimit extends OfferedLimit<string> {
  /** Its initial value, as the language writes it. */
  readonly short: string
}

/** A request as it is drawn: in the visitor's language, what matters first. */
export interface DrawnRequest {
  readonly title: string
  /** The button's verb. */
  readonly act: string
  /** The request's effect, in parts that follow each other; empty where the title says all. */
  readonly headline: readonly HeadlinePart[]
  readonly warnings: readonly DrawnWarning[]
  /** Approving takes a separate step. */
  readonly isDeliberate: boolean
  /** Undefined where it may have any effect. */
  readonly asksFor?: AskedFor | undefined
  /** There is nothing to decide. */
  readonly isNotice?: boolean | undefined
  /** In the place of an allowance without a limit the visitor may name one. */
  readonly limit?: DrawnLimit | undefined
  /** The amounts that leave and come. */
  readonly sums: readonly DrawnFact[]
  readonly facts: readonly DrawnFact[]
  /** The part that is seen on demand. */
  readonly folded: {
    readonly label: string
    readonly facts: readonly DrawnFact[]
    /** The data is in there too: what it does was said in words. */
    readonly hasData: boolean
  }
  /** The text or data that is signed, whole. */
  readonly content?: { readonly label: string; readonly text: string; readonly isCode: boolean } | undefined
  /** The structured data that is signed, whole. */
  readonly tree?: { readonly label: string; readonly fields: readonly ShownField[] } | undefined
}

/** A description as it is drawn, in the visitor's language. */
export function drawnRequest(shown: ShownRequest, language: DrawnLanguage): DrawnRequest {
  const { say } = language
  const { title, act, content, tree, limit, isDeliberate, isNotice } = shown
  const clauses = headlineOf(shown)
  const isAllowed = clauses.some(({ name }) => allowing.includes(name))
  const all = placesOf(shown, clauses)
  // What the data says before what a simulation saw.
  const places = [...all.filter(({ fact }) => !isSimulated(fact)), ...all.filter(({ fact }) => isSimulated(fact))]
  const named = inOwnersName(shown)
  const drawn = (place: Place) =>
    places.flatMap((each) => (each.place === place ? [drawnFact({ ...each, named }, language)] : []))
  const hasData = content
    ? content.isCode && title.name !== 'request.signMessage'
    : tree !== undefined && clauses.length > 0 && isRead(shown)
  return {
    title: spoken(title, say),
    act: isAllowed ? say('headline.act.allow', {}) : spoken(act, say),
    headline: headlineParts(clauses, language),
    warnings: drawnWarnings({ ...shown, warnings: shown.warnings.map(named) }, language),
    isDeliberate,
    ...askedFor(shown),
    ...(isNotice && { isNotice }),
    // What goes, then what comes.
    sums: [...drawn('out'), ...drawn('in')],
    facts: drawn('fact'),
    folded: {
      label: say(hasData ? 'headline.detailsAndData' : 'headline.details', {}),
      facts: drawn('folded'),
      hasData,
    },
    ...(limit && { limit: drawnLimit(limit, language) }),
    ...(content && { content: { ...content, label: labelOf(content, language) } }),
    ...(tree && { tree: { ...tree, label: spoken(tree.label, say) } }),
  }
}

/** A sign-in that anything speaks against is a text like others, whichever reader added it. */
function askedFor({ asksFor, warnings, isDeliberate }: ShownRequest): Pick<DrawnRequest, 'asksFor'> {
  if (asksFor === undefined) return {}
  return { asksFor: isDeliberate || warnings.length > 0 ? 'text' : asksFor }
}

function drawnLimit(limit: OfferedLimit, { say, locale }: DrawnLanguage): DrawnLimit {
  const { text } = writtenAmount(`${limit.usual} ${limit.unit}`, { locale, way: 'down' })
  return { ...limit, label: spoken(limit.label, say), short: text }
}

const allowing: readonly Clause['name'][] = ['headline.allow', 'headline.allowBySignature', 'headline.mayTake']

/** Data has its length beside it. */
function labelOf({ label, text, isCode }: NonNullable<ShownRequest['content']>, { say }: DrawnLanguage): string {
  const isHex = isCode && label.name === 'request.data' && /^0x(?:[0-9a-f]{2})+$/i.test(text)
  return isHex ? say('headline.dataBytes', { count: `${text.length / 2 - 1}` }) : spoken(label, say)
}

const unreadable: readonly RequestSentence[] = [
  ...(['request.warn.hash', 'request.warn.noText', 'request.warn.ownWord'] as const),
  ...(['request.warn.unknownEffect', 'request.warn.unreadCall', 'request.warn.unreadProgram'] as const),
]
const isRead = (shown: ShownRequest): boolean => !warnsOf(shown, unreadable)

/** Sentences on what couldn't be checked, and on how a request is carried out: reasons to look, and none to stop. */
const mild: readonly RequestSentence[] = [
  ...unreadable,
  ...(['request.warn.inTurn', 'request.warn.described', 'request.warn.hiddenData'] as const),
  ...(['request.warn.later', 'request.warn.laterMinute', 'request.warn.long', 'request.warn.order'] as const),
  ...([
    'request.warn.spenderOne',
    'request.warn.safeSpenderSome',
    'request.warn.spenderSome',
    'request.warn.unused',
  ] as const),
  ...(['request.warn.accountUnknown', 'request.warn.leftOut', 'request.warn.partlyRead'] as const),
  ...(['request.warn.reading', 'request.warn.spenderUnchecked', 'request.warn.unchecked'] as const),
  ...([
    'request.warn.unreadToken',
    'request.warn.worthOpen',
    'request.warn.accountCode',
    'request.warn.waits',
  ] as const),
]

/** Each once, the worst before the mild ones. */
function drawnWarnings(shown: ShownRequest, { say }: DrawnLanguage): readonly DrawnWarning[] {
  const said = new Map<string, boolean>()
  for (const warning of shown.warnings) {
    const text = spoken(warning, say)
    said.set(text, (said.get(text) ?? true) && (!shown.isDeliberate || mild.includes(warning.name)))
  }
  const all = [...said].map(([text, isMild]) => ({ text, isMild }))
  return [...all.filter(({ isMild }) => !isMild), ...all.filter(({ isMild }) => isMild)]
}

type Place = 'out' | 'in' | 'fact' | 'folded'
interface Placed {
  readonly fact: Fact
  readonly place: Place
}

const comes: readonly RequestSentence[] = [
  ...sources,
  ...(['request.get', 'request.getAtLeast', 'request.simulatedComes'] as const),
]
const leaves: readonly RequestSentence[] = [...giving, 'request.simulatedLeaves', 'request.leaves']
/** In requests of these titles an amount leaves. */
const sends: readonly RequestSentence[] = [
  ...(['request.burn', 'request.move', 'request.send', 'request.signTransaction', 'request.withdraw'] as const),
]

/** The titles of what lets others take. */
const allows: readonly RequestSentence[] = ['request.allow', 'request.allowBySignature', 'request.allowLess']
const simulated: readonly RequestSentence[] = [
  ...(['request.simulatedAt', 'request.simulatedComes', 'request.simulatedLeaves'] as const),
]
const isSimulated = ({ label }: Fact): boolean => simulated.includes(label.name)

/** Which way an amount goes; undefined for what is none, or moves nothing. */
function wayOf({ label: { name } }: Fact, title: Words): DrawnFact['way'] {
  if (comes.includes(name)) return 'in'
  const isSent = (name === 'request.amount' && sends.includes(title.name)) || name === 'request.value'
  return leaves.includes(name) || isSent ? 'out' : undefined
}

/** Returns the place of each fact. No fact is repeated: what a simulation saw just as the data says, and what the headline says in full. */
function placesOf(shown: ShownRequest, clauses: readonly Clause[]): readonly Placed[] {
  const { title, facts } = shown
  const parts = facts.findIndex(({ label }) => inParts.includes(label.name))
  const isKnown = clauses.length > 0 && isRead(shown) && !facts.some(({ label }) => label.name === 'request.token')
  const isOwn = new Set(facts.flatMap(({ label, value }) => (label.name === 'request.from' ? [value] : []))).size === 1
  const sumOf = (fact: Fact) => `${wayOf(fact, title)} ${JSON.stringify(bare(fact.value))}`
  const first = parts < 0 ? facts : facts.slice(0, parts)
  const said = new Set(first.filter((fact) => !isSimulated(fact)).map(sumOf))
  return facts.flatMap((fact, index): readonly Placed[] => {
    const { name } = fact.label
    if (name === 'request.simulatedAt' || (name === 'request.from' && isOwn)) return [{ fact, place: 'folded' }]
    // What is said in parts is read in order.
    if (parts >= 0 && index >= parts) return [{ fact, place: 'fact' }]
    if (isSaid(fact, { shown, clauses })) return []
    if (name === 'request.contract' && isKnown) return [{ fact, place: 'folded' }]
    const way = wayOf(fact, title)
    if (way === undefined) return [{ fact, place: 'fact' }]
    return isSimulated(fact) && said.has(sumOf(fact)) ? [] : [{ fact, place: way }]
  })
}

function isSaid(
  { label: { name }, value }: Fact,
  { shown, clauses }: { readonly shown: ShownRequest; readonly clauses: readonly Clause[] },
): boolean {
  const isHeadline = (wanted: Clause['name']) => clauses.some((clause) => clause.name === wanted)
  if (name === 'request.value') return typeof value === 'string' && /^0( |$)/.test(value)
  if (name === 'request.movesNow') return isHeadline('headline.allow') || isHeadline('headline.signIn')
  if (name !== 'request.amount' || !allows.includes(shown.title.name)) return false
  const after = shown.facts.filter((fact) => fact.label.name === 'request.allowedAfter')
  return (
    shown.limit !== undefined || after.some((fact) => JSON.stringify(bare(fact.value)) === JSON.stringify(bare(value)))
  )
}

/** Facts whose value is an amount. */
const amounts: readonly RequestSentence[] = [
  ...[...comes, ...leaves],
  ...(['request.adds', 'request.allowedAfter', 'request.allowedBefore', 'request.amount', 'request.atStake'] as const),
  ...([
    'request.allowedInAll',
    'request.comesBack',
    'request.othersGet',
    'request.othersGetJust',
    'request.takesBack',
    'request.tokenFee',
    'request.value',
  ] as const),
  ...(['request.addsPerDay', 'request.atOnce', 'request.eachCall', 'request.inAll'] as const),
  ...(['request.perDay', 'request.perHour', 'request.perTime'] as const),
  ...(['request.rent', 'request.safeGets', 'request.safeGives', 'request.safeGivesAtMost'] as const),
]

const fees: readonly RequestSentence[] = [
  ...(['request.fee', 'request.feeAbout', 'request.feeAsSaid', 'request.feeAtMost', 'request.feeAtRate'] as const),
  ...(['request.feeNow', 'request.feePayer', 'request.feeTip'] as const),
]
const balances: readonly RequestSentence[] = [
  ...(['request.balanceAfter', 'request.balanceAfterLeast', 'request.balanceKept'] as const),
]

function drawnFact(
  { fact: { label, value, isCode }, place, named }: Placed & { readonly named: (said: Words) => Words },
  { say, locale }: DrawnLanguage,
): DrawnFact {
  const way = place === 'out' || place === 'in' ? place : undefined
  // Of a fee, and of what is left after it, the last digits say nothing: a fee is no less, and what is left no more.
  const isFee = fees.includes(label.name)
  const isRounded = isFee || balances.includes(label.name)
  const write = (amount: string) =>
    writtenAmount(amount, { locale, way: isFee ? 'up' : 'down' })[isRounded ? 'text' : 'exact']
  const written = isRounded || amounts.includes(label.name) ? withAmounts(value, write) : value
  // An amount that is sent, or goes with a call, is given.
  const isGiven = way === 'out' && (label.name === 'request.amount' || label.name === 'request.value')
  return {
    label: isGiven ? say('request.give', {}) : spoken(named(label), say),
    value: spoken(written, say),
    ...(isCode && { isCode }),
    ...(way && { way }),
  }
}
