import { isEmptyHex, type LowerHex } from '@foyer/core/chain'
import type { Fact, Outside, RequestSentence, WalletNetwork, Words } from '@foyer/core/words'
import { type Address, size } from 'viem'
import { readCoins, readHeld } from '../contracts/nodeReads.js'
import { amountOf, coinOf, isKnownAddress, isSame } from '../contracts/tokens.js'
import { describedCall } from '../descriptors/byMakers.js'
import { inParts } from '../inParts.js'
import { isSpent } from '../reads.js'
import { code, words } from '../sentences.js'
import type { Called, ReadCall } from './called.js'
import {
  type Flow,
  flow,
  giftFacts,
  isDebtGiven,
  netFacts,
  netOf,
  passedOn,
  restsOnWord,
  sent,
  together,
} from './flow.js'
import { judgeLeft, leftFacts } from './left.js'
import { lostCoinsWarnings, lostWarnings } from './lost.js'
import { readCall } from './readCall.js'
import { togetherTaken, withBrought } from './togetherTaken.js'

/** A call of a batch. */
export interface BatchedCall {
  /** Left out where a contract is created. */
  readonly to?: Address | undefined
  readonly value: bigint
  readonly data: LowerHex
}

/** A call of a batch as it was read; without a flow it can't be added up with the others. */
export interface Step extends ReadCall {
  readonly isUnread: boolean
}

export interface ReadBatch extends Pick<ReadCall, 'facts' | 'warnings' | 'isDeliberate'> {
  /** Each call by itself, in their order. */
  readonly listed: readonly Fact[]
  /** Of several that are added up, those by themselves that are in no sum: they move nothing, and allow nothing. */
  readonly still: readonly Fact[]
  /** The facts of what several calls' allowances leave at the end. */
  readonly standing: readonly Fact[]
  /** The description of what is given away, and of each call by itself: where not all of them are done. */
  readonly alone: Pick<ReadCall, 'facts' | 'warnings'>
  readonly flow: Flow | undefined
  /** The moves that are known, be they all of it or not. */
  readonly moves: Flow
  readonly isUnread: boolean
}

/** The most calls that are read, however deep they stand: no request has more in a row. */
const mostRead = 1_000

/** The most bytes of calls that are read, each counted with every call that it stands in: eight times the largest request. */
const mostBytesRead = 1_048_576

/** So many calls of a batch are looked up among what contracts' makers say. */
const mostLookedUp = 20

/** How many more calls are read, and looked up. */
interface Budget {
  left: number
  bytes: number
  lookups: number
}

const whole = (): Budget => ({ left: mostRead, bytes: mostBytesRead, lookups: mostLookedUp })

/** Takes the calls from the beginning that are still read. */
function within(budget: Budget, calls: readonly BatchedCall[]): readonly BatchedCall[] {
  const end = calls.findIndex(({ data }) => {
    const isLeft = budget.left > 0 && budget.bytes >= size(data)
    if (isLeft) {
      budget.left -= 1
      budget.bytes -= size(data)
    }
    return !isLeft
  })
  return end === -1 ? calls : calls.slice(0, end)
}

/** A call, and who else can say what it does. */
export interface Asked extends Called, Pick<Outside, 'descriptorsOf'> {
  readonly data: LowerHex
  /** Of the request that it is a part of; none where it is all that is asked for. */
  readonly budget?: Budget | undefined
}

/** Reads a call: by what contracts have in common, by the calls that it makes itself, or else by what its contract's makers say of it. */
export async function readOne(asked: Asked): Promise<ReadCall | undefined> {
  return (await readCall(asked)) ?? (await readMore(asked)) ?? (await readByMakers(asked))
}

async function readMore(asked: Asked): Promise<ReadCall | undefined> {
  const { readMoreCalls } = await import('./readMoreCalls.js')
  const { account = asked.from, budget = whole() } = asked
  return readMoreCalls({ ...asked, inside: (inner) => readCalls({ ...asked, ...inner, budget, account }) })
}

async function readByMakers({ budget = whole(), ...asked }: Asked): Promise<ReadCall | undefined> {
  budget.lookups -= 1
  return budget.lookups < 0 ? undefined : describedCall({ ...asked, readInner: readOne })
}

/**
 * Reads the calls of a batch, and what they come to in one: an exchange with its approval gives and gets, and what of the approval is left at the end is named.
 * Where they aren't carried out as one, or not all of them can be added up, each stands for itself below what is given away.
 */
export async function readCalls({
  calls,
  budget = whole(),
  isOne = true,
  ...by
}: {
  readonly calls: readonly BatchedCall[]
  readonly budget?: Budget | undefined
  /** All of them are carried out, or none. */
  readonly isOne?: boolean
} & By): Promise<ReadBatch> {
  const read = within(budget, calls)
  const each = await inParts(read, (call) => readStep({ ...by, call, budget }))
  // What others do to a call is rare.
  const steps =
    each.some(dependsOnOthers) || hasCalledSpender(each, read, by.network)
      ? await (await import('./readMoreCalls.js')).amongOthers(each, { ...by, calls: read })
      : each
  const isCut = read.length < calls.length || isSpent(by.network)
  const isUnread = isCut || steps.some((step) => step.isUnread)
  const flows = steps.flatMap((step) => step.flow ?? step.partly ?? [])
  const isWhole = steps.every((step) => step.flow)
  // What a contract that isn't known does meanwhile can't be known.
  const through = flows.flatMap(({ allows }) => allows.flatMap(({ via = [] }) => via))
  const isKnown = (address: Address) =>
    isKnownAddress(by.network, address) || through.some((via) => isSame(via, address))
  const isAmongKnown = isOne && calls.every(({ to }) => to && isKnown(to))
  const trusts = (spender: Address) => isAmongKnown && isKnown(spender)
  const net = netOf(flows, { isOne, trusts })
  const isAlone = steps.length < 2
  const listed = steps.flatMap(({ title, facts, flow }, index) => [
    numbered(index, title),
    ...(isAlone || !flow ? facts : facts.filter(({ label }) => !ofOneAllowance.includes(label.name))),
  ])
  // What isn't read may use some of it up.
  const standing = isAlone
    ? []
    : leftFacts(isUnread ? { left: net.left.map((each) => ({ ...each, isLess: true })) } : net)
  const mayBring = steps.some((step) => !isAllowingAlone(step))
  const brought = withBrought(net, { mayBring })
  const left = judgeLeft(brought, by.network)
  const most = togetherTaken(brought, by.network)
  const moves = together(flows)
  const isOnWord = restsOnWord(moves)
  // By one call, or by one after the other.
  const isOthers = await isPassedOn(moves, by)
  const isOwed = isDebtGiven(moves)
  const passed = [
    ...(isOthers ? [words('request.warn.othersGet')] : []),
    ...(isOwed ? [words('request.warn.debtGiven')] : []),
  ]
  const rest = isCut ? [words('request.warn.unreadCall')] : []
  const alone = {
    facts: [...giftFacts(net), ...standing, ...listed],
    warnings: [
      ...passed,
      ...steps.flatMap(({ warnings }) => warnings),
      ...[...left.flatMap(({ warnings }) => warnings), ...most, ...rest],
    ],
  }
  const isLeft = isOthers || isOwed || most.length > 0 || left.some((each) => each.isDeliberate)
  if (isUnread || !isWhole) {
    const isDeliberate = isUnread || isLeft || isOnWord !== 'no' || steps.some((step) => step.isDeliberate)
    return { ...alone, isDeliberate, alone, listed, still: [], standing, moves, flow: undefined, isUnread }
  }
  // An allowance that is used up in the same batch leaves nothing to warn of, unless it has no limit.
  const others = steps.filter((step) => (step.flow?.allows.length ?? 0) === 0)
  const still = steps.flatMap(({ title, facts, flow }, index) =>
    flow && !isAlone && isStill(flow) ? [numbered(index, title), ...facts] : [],
  )
  const besides = steps.flatMap(({ warnings }) => warnings.filter(isBesideAllowance))
  return {
    facts: [...netFacts(net), ...(isOne || isAlone ? others.flatMap(({ facts }) => facts.filter(isBeside)) : listed)],
    warnings: [...passed, ...left.flatMap(({ warnings }) => warnings), ...most, ...besides],
    isDeliberate: isOnWord === 'always' || isLeft || others.some((step) => step.isDeliberate),
    ...{ flow: moves, moves, alone, listed, still, standing, isUnread: false },
  }
}

/** Whether what is got goes on to others: a part of it that the account could have paid before is a payment. */
async function isPassedOn(moves: Flow, { from, network }: By): Promise<boolean> {
  const held = await Promise.all(
    passedOn(moves).map(async ({ token, amount, isAll }) => {
      if (isAll) return false
      const before = token.isCoin ? readCoins(network, from) : readHeld(network, { token: token.address, owner: from })
      return ((await before) ?? 0n) >= amount
    }),
  )
  return held.includes(false)
}

/** The facts of a call by itself, where several come to something else. */
const ofOneAllowance: readonly string[] = ['request.allowedBefore', 'request.allowedAfter', 'request.atStake']

/** Whether it does no more than allow something, or take that back: it calls nobody, who could bring something. */
const isAllowingAlone = ({ flow = noFlow, facts }: Step): boolean =>
  flow.allows.length > 0 &&
  Object.values({ ...flow, allows: [] }).flat().length === 0 &&
  (facts.some(({ label }) => label.name === 'request.movesNow') ||
    flow.allows.every(({ id, amount, change }) => id !== undefined || amount === 0n || change === 'taken'))

const noFlow = flow({})

/** Whether it moves and allows nothing: of a single NFT, that it is allowed to nobody. */
const isStill = ({ allows, ...moves }: Flow): boolean =>
  Object.values(moves).flat().length === 0 && allows.every(({ id, amount }) => id !== undefined && amount === 0n)

/** Until when and by what: what the sums don't say. */
const beside = [
  ...[
    'request.goesTo',
    'request.othersGet',
    'request.othersGetJust',
    'request.until',
    'request.contract',
    'request.token',
    'request.operator',
    'request.pool',
    'request.poolFee',
    'request.priceRange',
  ],
]
const gets: readonly RequestSentence[] = ['request.get', 'request.getAtLeast']
const isBeside = ({ label, value }: Fact): boolean =>
  beside.includes(label.name) || (gets.includes(label.name) && Object(value).name === 'request.someOf')

/** The warnings of one allowance; they are said of what is left of it. */
const ofAllowance = [
  ...['request.warn.allowanceStands', 'request.warn.nearlyAll', 'request.warn.spenderAll'],
  ...['request.warn.spenderOne', 'request.warn.spenderSome'],
  ...['request.warn.spenderPerson', 'request.warn.spenderUnchecked'],
]
const isBesideAllowance = ({ name }: Words): boolean => !ofAllowance.includes(name)

/**
 * Whether what a call comes to may be another's doing: an allowance that stands may be taken back, and one that is
 * taken as far as it goes be given.
 */
const dependsOnOthers = ({ flow, warnings }: Step): boolean =>
  [...(flow?.gives ?? []), ...(flow?.gifts ?? [])].some(({ open }) => open) ||
  warnings.some(({ name }) => name === 'request.warn.allowanceStands')

export interface By extends Pick<Asked, 'descriptorsOf' | 'account' | 'now'> {
  readonly from: Address
  readonly network: WalletNetwork
}

/** Whether a contract that isn't known is called, and may take something by another call. */
const hasCalledSpender = (steps: readonly Step[], calls: readonly BatchedCall[], network: WalletNetwork): boolean =>
  steps.some(({ flow, partly }) =>
    (flow ?? partly)?.allows.some(
      ({ spender }) => !isKnownAddress(network, spender) && calls.some(({ to }) => to && isSame(to, spender)),
    ),
  )

async function readStep({
  call,
  ...by
}: {
  readonly call: BatchedCall
  readonly budget: Budget
} & By): Promise<Step> {
  const { network, from } = by
  const { to, value, data } = call
  if (to && isEmptyHex(data)) {
    const warnings = lostWarnings({ to, network })
    return {
      title: isSame(to, from) ? words('request.moveWithin') : words('request.send', { token: network.currency.symbol }),
      facts: [amountOf(value, coinOf(network)), code('request.to', to)],
      ...{ warnings, isDeliberate: warnings.length > 0, isUnread: false },
      flow: sent({ token: coinOf(network), amount: value, from, to }),
    }
  }
  const read = to && (await readOne({ ...by, to, value, data }))
  return read ? { ...read, isUnread: false } : unreadStep(call, network)
}

/** Describes a call of which nothing is known but its contract and its value. */
export function unreadStep({ to, value, data }: BatchedCall, network: WalletNetwork): Step {
  const coin = coinOf(network)
  return {
    title: words(to ? 'request.callContract' : 'request.createContract'),
    facts: [
      ...(value > 0n ? [amountOf(value, coin, 'request.give')] : []),
      ...(to ? [code('request.contract', to)] : []),
      code('request.data', data),
    ],
    warnings: [
      ...(to || !isEmptyHex(data) ? [] : lostCoinsWarnings({ to, value, network })),
      words('request.warn.unreadCall'),
    ],
    isDeliberate: true,
    isUnread: true,
    ...(to === undefined && value > 0n && { partly: flow({ gives: [{ token: coin, amount: value }] }) }),
    ...(to && value > 0n && { partly: flow({ gifts: [{ token: coin, amount: value, to, how: 'onWord' }] }) }),
  }
}

/** Returns the title of calls that are made in one: one is no batch. */
export const callsTitle = (count: number): Words =>
  count === 1 ? words('request.callContract') : words('request.carryOut', { count: `${count}` })

const numbered = (index: number, value: Words): Fact => ({
  ...{ label: words('request.step', { number: `${index + 1}` }), value },
})
