import type { Fact, RequestSentence, WalletNetwork } from '@foyer/core/words'
import type { Address } from 'viem'
import { coinOf, inCoins, isKnownContract, type ReadToken } from '../contracts/tokens.js'
import type { Promised, PromisedMove } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import type { Allowed } from './allowance.js'
import { countOf, countOfAll } from './counted.js'
import { type Left, leftFacts, leftOf, type Trusts } from './left.js'

/** So much of a token. */
export interface Moved {
  readonly token: ReadToken
  /** Of an NFT its id. */
  readonly amount: bigint
  /** How many there are of an id that several may have. */
  readonly count?: bigint | undefined
  /** Of what is given that it may be less; of what comes that it is just this, neither more nor less. */
  readonly bound?: 'most' | 'just' | undefined
  /** How much isn't in its data: by whom it is taken, no more than that one may, of what there is. */
  readonly open?: { readonly takenBy: Address; readonly held: bigint } | undefined
  /** Of what comes that it was the account's before, in another form: wrapped, or deposited. */
  readonly isOwn?: boolean | undefined
  /** Of what comes that nothing is given for it: it is owed, or was the account's or another's before. It is no gain. */
  readonly source?: Source | undefined
}

/** Where something comes from that is no gain: a loan, a deposit of the account's, or others' holdings. */
export type Source = 'debt' | 'deposit' | 'others'

/** A gift to somebody who isn't known to give anything for it. Whatever else moves, it stands by itself. */
export interface Gift extends Moved {
  readonly to: Address
  /** Sent; sent along to a contract for no more than its word; or taken by one, by an allowance. */
  readonly how: 'sent' | 'onWord' | 'taken'
  /** The former owner, where it is sent. */
  readonly owner?: Address | undefined
  /** The spender that takes just this much by an allowance. */
  readonly takenBy?: Address | undefined
}

/** An amount that a known contract takes for what it gives. */
export interface Given extends Moved {
  /** The spender that takes just this much by an allowance, no less. */
  readonly takenBy?: Address | undefined
}

/** An amount that an unknown contract says it gives: it is set off against nothing. */
export interface Pledge extends Moved {
  readonly by: Address
}

/** The assets that a call moves of the account that makes it, as its data says: by whose word stands in the types. */
export interface Flow {
  readonly gifts: readonly Gift[]
  /** At most, to contracts that are known. */
  readonly gives: readonly Given[]
  /** At least, by the rules of a listed token or of a contract that is known. */
  readonly gets: readonly Moved[]
  readonly pledges: readonly Pledge[]
  readonly allows: readonly Allowed[]
}

export const flow = (parts: Partial<Flow>): Flow => ({
  ...{ gifts: [], gives: [], gets: [], pledges: [], allows: [] },
  ...parts,
})

/** Returns the flow of a transfer; none for one to the account itself. */
export const sent = ({ from, to, ...moved }: Moved & { readonly from: Address; readonly to: Address }): Flow =>
  flow({
    gifts:
      moved.amount === 0n || from.toLowerCase() === to.toLowerCase()
        ? []
        : [{ ...moved, to, how: 'sent', owner: from }],
  })

/** Returns the flow of an exchange: of one that isn't known, it is a gift and a pledge. */
export function exchanged({
  at,
  network,
  gives,
  gets,
}: {
  readonly at: Address
  readonly network: WalletNetwork
  readonly gives: readonly Given[]
  readonly gets: readonly Moved[]
}): Flow {
  // What it takes by an allowance uses that up.
  if (isKnownContract(network, at))
    return flow({
      gives: gives.map((each) => (each.bound || each.takenBy ? each : { ...each, takenBy: at })),
      // For nothing it gives out no more than what it keeps for the account.
      gets: gives.length > 0 ? gets : gets.map((each) => ({ ...each, source: each.source ?? 'deposit' })),
    })
  return flow({
    gifts: gives.map((each) => ({ ...each, to: at, how: each.token.isCoin ? 'onWord' : 'taken' })),
    pledges: gets.map((each) => ({ ...each, by: at })),
  })
}

/** Returns the flow of what comes from others, of a token by its own rules: of one that isn't listed, by its word. */
export const received = (all: readonly Moved[]): Flow =>
  flow({
    gets: all.flatMap((each) => (each.token.isListed ? [{ ...each, source: 'others' as const }] : [])),
    pledges: all.flatMap((each) => (each.token.isListed ? [] : [{ ...each, by: each.token.address }])),
  })

/** Several calls one beside the other, none set off against another. */
export const together = (flows: readonly Flow[]): Flow => ({
  gifts: flows.flatMap(({ gifts }) => gifts),
  gives: flows.flatMap(({ gives }) => gives),
  gets: flows.flatMap(({ gets }) => gets),
  pledges: flows.flatMap(({ pledges }) => pledges),
  allows: flows.flatMap(({ allows }) => allows),
})

/** The net of several calls when all of them are done. */
export interface Net extends Omit<Flow, 'allows'> {
  /** Each allowance with what is left of it at the end. */
  readonly left: readonly Left[]
}

/** Each id of a collection is a thing of its own. */
const keyOf = ({ token, amount }: Moved): string =>
  (token.isNft ? `${token.address} ${amount}` : token.address).toLowerCase()

/** Of each key one, with the sum of them. */
function summed<Each extends Moved>(all: readonly Each[], key: (each: Each) => string): readonly Each[] {
  const sums = new Map<string, Each>()
  for (const each of all) {
    const sum = sums.get(key(each))
    sums.set(key(each), sum ? added(sum, each) : each)
  }
  return [...sums.values()]
}

function added<Each extends Moved>(sum: Each, { amount, count, bound }: Moved): Each {
  const isMost = [sum.bound, bound].includes('most')
  const both: Moved['bound'] = isMost ? 'most' : sum.bound === bound ? bound : undefined
  if (!sum.token.isNft) return { ...sum, amount: sum.amount + amount, bound: both }
  return count === undefined ? sum : { ...sum, count: (sum.count ?? 1n) + count }
}

/**
 * Adds calls up, in their order. Only what contracts that are known take and give in exchanges is set off against each other, and only where all of the calls are
 * carried out or none: gifts and pledges stand by themselves, and so does what comes without that anything is given for it.
 */
export function netOf(
  flows: readonly Flow[],
  { isOne, trusts }: { readonly isOne: boolean; readonly trusts?: Trusts },
): Net {
  const all = together(flows)
  const gifts = summed(all.gifts.map(inCoins), (each) => `${keyOf(each)} ${each.to} ${each.how}`)
  const pledges = summed(all.pledges.map(inCoins), (each) => `${keyOf(each)} ${each.by}`)
  const gets = all.gets.map(inCoins)
  const sources = summed<Moved>(gets.filter(isSource), (each) => `${keyOf(each)} ${each.source}`)
  const traded = gets.filter((each) => !isSource(each))
  const [given, got] = [summed<Moved>(all.gives.map(inCoins), keyOf), summed<Moved>(traded, keyOf)]
  const less = (
    some: readonly Moved[],
    others: readonly Moved[],
    isFirm: (other: Moved) => boolean,
    otherwise: Moved['bound'],
  ) =>
    some.flatMap((each) => {
      const other = isOne ? others.find((one) => keyOf(one) === keyOf(each)) : undefined
      if (!other) return [each]
      const bound = isFirm(other) ? each.bound : otherwise
      return other.amount >= each.amount ? [] : [{ ...each, amount: each.amount - other.amount, bound }]
    })
  return {
    ...{ gifts, pledges, left: leftOf(flows, trusts) },
    gives: less(given, got, ({ bound }) => bound === 'just', 'most'),
    gets: [...sources, ...less(got, given, ({ bound }) => !bound, undefined)],
  }
}

/** Returns the facts of gifts with their recipients, whatever comes for them. */
export const giftFacts = ({ gifts }: Pick<Net, 'gifts'>): readonly Fact[] =>
  gifts.flatMap((each) => {
    // What one recipient gets of a collection is said in one.
    const all = each.token.isNft ? gifts.filter((gift) => ofOne(gift) === ofOne(each)) : [each]
    return all[0] === each ? [countOfAll(all, givenAs(each)), code('request.to', each.to)] : []
  })

const givenAs = ({ bound }: Moved) => (bound ? 'request.giveAtMost' : 'request.give')

const ofOne = ({ token, to, how }: Gift): string => `${token.address} ${to} ${how}`.toLowerCase()

/** Returns the facts of what unknown contracts promise, without a worth: it may be worth nothing. */
export const pledgeFacts = ({ pledges }: Pick<Net, 'pledges'>): readonly Fact[] =>
  pledges.map((each) => strangersWord(countOf(each)))

/** An amount as no more than a strange contract's word. */
export const strangersWord = ({ value: amount }: Fact): Fact => ({
  ...{ label: words('request.promised'), value: words('request.strangersWord', { amount }) },
})

const isSource = ({ source }: Moved): boolean => source !== undefined

const gottenAs = ({ bound }: Moved): RequestSentence => (bound ? 'request.get' : 'request.getAtLeast')

/** The label of what is no gain: a debt always, and else beside what is given, whose worth it isn't. */
function sourceAs({ source, ...moved }: Moved, isBesideGiven: boolean): RequestSentence {
  if (source === 'debt') return 'request.borrowed'
  if (!isBesideGiven) return gottenAs(moved)
  return source === 'deposit' ? 'request.takenOut' : 'request.fromOthers'
}

/** Returns what is given, got and left to be taken, a fact each. */
export const netFacts = ({ gifts, gives, gets, pledges, left }: Net): readonly Fact[] => [
  ...gets.filter(isSource).map((each) => countOf(each, sourceAs(each, gifts.length + gives.length > 0))),
  ...giftFacts({ gifts }),
  ...gives.map((each) => countOf(each, givenAs(each))),
  ...gets.filter((each) => !isSource(each)).map((each) => countOf(each, gottenAs(each))),
  ...pledgeFacts({ pledges }),
  ...leftFacts({ left }),
]

/** Returns what a call without data moves: its value, which goes to nobody where there is no recipient. */
export const sending = ({
  value,
  to,
  from,
  network,
}: {
  readonly value: bigint
  readonly to: Address | undefined
  readonly from: Address
  readonly network: WalletNetwork
}): Flow => {
  const coins = { token: coinOf(network), amount: value }
  return to ? sent({ ...coins, from, to }) : flow({ gives: value === 0n ? [] : [coins] })
}

/**
 * Whether something is given for no more than a strange contract's word: then it takes a step of its own, but where a simulation has seen that word kept.
 * Beside a gift, and where what is promised is a token of its own making, no simulation helps.
 */
export function restsOnWord({ gifts, pledges }: Pick<Flow, 'gifts' | 'pledges'>): 'always' | 'unseen' | 'no' {
  const isOnWord = gifts.some(({ how }) => how === 'onWord')
  const isBait = gifts.some(({ how, token }) => how === 'sent' && (token.isListed || token.isNft))
  if (pledges.length === 0 || pledges.some(({ token }) => !token.isListed)) {
    return isOnWord || (isBait && pledges.length > 0) ? 'always' : 'no'
  }
  return isBait ? 'always' : isOnWord ? 'unseen' : 'no'
}

/**
 * Returns what comes and is passed on, in half or more: then it is another who gets it, whatever stands between, but
 * for what the account had in another form; of less than all of it, but where as much is there before.
 */
export const passedOn = ({ gifts, gets }: Flow): readonly (Moved & { readonly isAll: boolean })[] =>
  summed(gets.filter(({ isOwn }) => !isOwn).map(inCoins), keyOf).flatMap(({ token, ...got }) => {
    const given = gifts.map(inCoins).filter((each) => each.how === 'sent' && keyOf(each) === keyOf({ token, ...got }))
    const amount = given.reduce((all, each) => all + each.amount, 0n)
    const isPassed = given.length > 0 && (token.isNft || amount * 2n >= got.amount)
    return isPassed ? [{ token, amount, isAll: token.isNft || amount >= got.amount }] : []
  })

/** Whether what is borrowed is given on, in half or more: then nothing is left of it but what is owed. */
export const isDebtGiven = ({ gifts, gives, gets }: Flow): boolean =>
  summed(gets.filter(({ source }) => source === 'debt').map(inCoins), keyOf).some((owed) => {
    const given = [...gifts, ...gives].map(inCoins).filter((each) => keyOf(each) === keyOf(owed))
    return given.reduce((all, { amount }) => all + amount, 0n) * 2n >= owed.amount && given.length > 0
  })

/** Returns the most that leaves, the least that comes and the allowances then, to compare with a simulation. */
export function promisedBy(all: Flow): Promised {
  const sums = new Map<string | undefined, PromisedMove>()
  const leaving = [...all.gifts, ...all.gives]
  const coming = [...all.gets, ...all.pledges]
  for (const [way, moved] of [['leaves', leaving] as const, ['comes', coming] as const]) {
    for (const { token, amount, count = 1n } of moved) {
      const contract = token.isCoin ? undefined : token.address
      const sum = sums.get(contract) ?? { contract, leaves: 0n, comes: 0n }
      sums.set(contract, { ...sum, [way]: sum[way] + (token.isNft ? count : amount) })
    }
  }
  return {
    moves: [...sums.values()],
    // A simulation sees what the token's own contract keeps.
    allows: leftOf([all]).flatMap(({ token, spender, amount, via, isApart, owner, id }) =>
      via || isApart || owner || id !== undefined ? [] : [{ contract: token.address, spender, amount }],
    ),
    isOnWord: restsOnWord(all) === 'unseen',
  }
}
