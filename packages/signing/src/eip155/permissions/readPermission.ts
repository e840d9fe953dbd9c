import { parseUrl } from '@foyer/core/links'
import type { Fact, ShownRequest, WalletNetwork, Words } from '@foyer/core/words'
import { type Address, isAddressEqual } from 'viem'
import { readCoins, readHeld } from '../../contracts/nodeReads.js'
import {
  amountOf,
  coinOf,
  inCoins,
  isUnlimited,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../../contracts/tokens.js'
import { isNearlyAll } from '../../nearlyAll.js'
import { code, words } from '../../sentences.js'
import { shownName } from '../../shownText.js'
import { last, shownTime } from '../../shownTime.js'
import { month, untilFact } from '../signature.js'
import { freeFunction } from './checked.js'
import { type Calls, largest, type Permission, type Stream, type Terms } from './permission.js'

interface Reading {
  readonly permission: Permission
  /** The application's own words for it. */
  readonly said?: string | undefined
  readonly network: WalletNetwork
  /** In seconds since 1970. */
  readonly now: bigint
}

type Read = Pick<ShownRequest, 'title' | 'facts' | 'warnings' | 'isDeliberate'>

/** A permission as it is read, and how much of a token it reaches of what there is. */
interface ReadPermission extends Read {
  readonly reach: Reach
}

interface Reach {
  /** Of the token on its network. */
  readonly key: string
  readonly token: ReadToken
  readonly most: bigint
  /** Undefined where the node doesn't say it. */
  readonly held: bigint | undefined
}

/** Longer than this isn't granted without a step of its own, in seconds. */
const year = 366n * 86_400n

/** Says whom a permission is for, what it lets them do, how much of it in which time and in all, until when, and how it is ended. */
export async function readPermission(reading: Reading): Promise<ReadPermission> {
  const { permission, said, network, now } = reading
  const { terms, to, redeemers, payees, expiry } = permission
  const token =
    terms.is === 'calls' || terms.token === undefined ? coinOf(network) : await readToken(network, terms.token)
  const most = mostOf(terms, expiry, now)
  const held = await heldOf(reading, token)
  const others = redeemers.filter((each) => !isAddressEqual(each, to))
  const isEndless = expiry > last
  const isLimitless = most === 'limitless'
  const reached = most === 'limitless' ? largest : most
  const isOfAll = held !== undefined && isNearlyAll(reached, held)
  const { token: summed, amount: sum } = inCoins({ token, amount: reached })
  return {
    reach: {
      key: `${network.chainId} ${summed.isCoin ? 'coin' : summed.address.toLowerCase()}`,
      token: summed,
      most: sum,
      held: held === undefined ? undefined : inCoins({ token, amount: held }).amount,
    },
    title:
      terms.is === 'calls' ? words('request.grantCalls') : words('request.grantSpending', { token: nameOf(token) }),
    facts: [
      code('request.grantedTo', to),
      ...others.map((each) => code('request.alsoUsedBy', each)),
      ...termFacts({ terms, token, now, account: permission.account }),
      ...payees.map((payee) => code('request.onlyTo', payee)),
      ...(terms.is === 'calls' && terms.value === 0n ? [] : mostFacts(most, token)),
      untilFact({ until: expiry, now }),
      ...(terms.is === 'calls' ? [] : startFacts(terms.start, now)),
      ...(terms.is === 'calls' ? [] : tokenFacts(token)),
      // Behind all that is known of it.
      ...(said === undefined ? [] : [{ label: words('request.saidByAsker'), value: `“${said}”` }]),
    ],
    warnings: [
      words('request.warn.unasked'),
      ...(isEndless ? [words('request.warn.endless')] : []),
      ...(!isEndless && expiry > now + month ? [words('request.warn.long')] : []),
      ...(isLimitless ? [words('request.warn.limitless')] : []),
      ...(isOfAll ? [words('request.warn.reachesAll', { token: nameOf(token) })] : []),
      ...(terms.is === 'calls' ? [callWarning(permission, terms)] : tokenWarnings(token)),
    ],
    // What functions do with any arguments isn't bounded by their names.
    isDeliberate:
      expiry > now + year ||
      isLimitless ||
      isOfAll ||
      terms.is === 'calls' ||
      token.isNamesake ||
      token.decimals === undefined,
  }
}

/** Reads what there is to take now; undefined where the node doesn't say it. */
const heldOf = ({ network, permission: { account } }: Reading, token: ReadToken): Promise<bigint | undefined> =>
  token.isCoin ? readCoins(network, account) : readHeld(network, { token: token.address, owner: account })

const startFacts = (start: bigint, now: bigint): readonly Fact[] =>
  start === now
    ? []
    : [{ label: words(start > now ? 'request.beginsAt' : 'request.countedFrom'), value: shownTime(start) }]

/** Returns the fact of how permissions are ended, and what stops them all. */
export const endingFact = (peerUrl: string): Fact => ({
  label: words('request.howToEnd'),
  value: words('request.endsBy', { site: shownName(parseUrl(peerUrl)?.host ?? peerUrl, 64) }),
})

/** Says what may go by calls: what they pay out comes back to the account, as far as their names tell, but for coin that goes along; or what it has at the contract may go. */
function callWarning({ account }: Pick<Permission, 'account'>, calls: Calls): Words {
  if (freeFunction(account, calls) !== undefined) return words('request.warn.anyArguments')
  return calls.value > 0n ? words('request.warn.coinMayStay') : words('request.warn.comesBack')
}

function termFacts({
  terms,
  token,
  now,
  account,
}: {
  readonly terms: Terms
  readonly token: ReadToken
  readonly now: bigint
  readonly account: Address
}): readonly Fact[] {
  switch (terms.is) {
    case 'periodic':
      return [perTime(terms.amount, terms.seconds, token)]
    case 'once':
      return []
    case 'stream':
      return [
        amountOf(takeableOf(terms, now), token, 'request.atOnce'),
        amountOf(terms.perSecond * day, token, 'request.addsPerDay'),
      ]
    case 'calls':
      return [
        code('request.contract', terms.target),
        ...terms.selectors.map((selector, index) => {
          const signature = terms.signatures[index]
          return code(
            'request.function',
            signature === undefined ? selector : `${shownName(signature, 120)} (${selector})`,
          )
        }),
        ...terms.bound.map(({ index, word }) => ({
          ...code('request.boundArgument', BigInt(word) === BigInt(account) ? account : word),
          label: words('request.boundArgument', { number: `${index + 1}` }),
        })),
        amountOf(terms.value, token, 'request.eachCall'),
        {
          label: words('request.callsInAll'),
          value: terms.count === undefined ? words('request.noMost') : `${terms.count}`,
        },
      ]
  }
}

/**
 * Returns what can be taken of a stream at a time, where nothing was before: with a start that lies back, all that has
 * come together since.
 */
export function takeableOf({ initial, perSecond, most, start }: Stream, at: bigint): bigint {
  const come = initial + (at > start ? perSecond * (at - start) : 0n)
  return come < most ? come : most
}

const [minute, hour, day] = [60n, 3_600n, 86_400n] as const
const units = [
  [day, 'request.days'],
  [hour, 'request.hours'],
  [minute, 'request.minutes'],
  [1n, 'request.seconds'],
] as const

/** In the largest unit of which the time is a whole number. */
function perTime(amount: bigint, seconds: bigint, token: ReadToken): Fact {
  if (seconds === day) return amountOf(amount, token, 'request.perDay')
  if (seconds === hour) return amountOf(amount, token, 'request.perHour')
  const [unit, name] = units.find(([each]) => seconds % each === 0n) ?? units[3]
  const fact = amountOf(amount, token, 'request.perTime')
  return { ...fact, label: words('request.perTime', { time: words(name, { count: `${seconds / unit}` }) }) }
}

/** Returns the most that it comes to in all from now on, by its end. */
export function mostOf(terms: Terms, expiry: bigint, now: bigint): bigint | 'limitless' {
  const lastSecond = expiry - 1n
  switch (terms.is) {
    case 'once':
      return bounded(terms.amount)
    case 'periodic': {
      const periodAt = (at: bigint) => (at > terms.start ? (at - terms.start) / terms.seconds : 0n)
      return bounded(terms.amount * (periodAt(lastSecond) - periodAt(now) + 1n))
    }
    case 'stream':
      return bounded(takeableOf(terms, lastSecond))
    case 'calls':
      if (terms.value === 0n) return 0n
      return terms.count === undefined ? 'limitless' : bounded(terms.value * terms.count)
  }
}

const bounded = (amount: bigint): bigint | 'limitless' => (isUnlimited(amount) ? 'limitless' : amount)

const mostFacts = (most: bigint | 'limitless', token: ReadToken): readonly Fact[] => [
  most === 'limitless'
    ? { label: words('request.inAll'), value: words('request.noMost') }
    : amountOf(most, token, 'request.inAll'),
]

/** Several permissions as steps of one request: each with what is said of it. */
export async function readPermissions(all: readonly Reading[]): Promise<Read> {
  const read = await Promise.all(all.map(readPermission))
  const [first, ...others] = read
  if (!first) throw new TypeError('Nothing is asked for.')
  if (others.length === 0) return first
  const sums = summed(read.map(({ reach }) => reach))
  const reached = sums.filter(({ held, most }) => held !== undefined && isNearlyAll(most, held))
  const facts = read.flatMap(({ title, facts }, index): readonly Fact[] => [
    { label: words('request.step', { number: `${index + 1}` }), value: title },
    ...facts,
  ])
  return {
    title: words('request.grantSeveral', { count: `${read.length}` }),
    facts: [...sums.flatMap(({ most, token }) => mostFacts(isUnlimited(most) ? 'limitless' : most, token)), ...facts],
    warnings: [
      ...read.flatMap(({ warnings }) => warnings),
      ...reached.map(({ token }) => words('request.warn.reachesAll', { token: nameOf(token) })),
    ],
    isDeliberate: reached.length > 0 || read.some(({ isDeliberate }) => isDeliberate),
  }
}

/** Adds up by token what several permissions reach: who has one may have the others. */
function summed(all: readonly Reach[]): readonly Reach[] {
  const sums = new Map<string, { readonly reach: Reach; readonly count: number }>()
  for (const reach of all.filter(({ most }) => most > 0n)) {
    const { reach: before, count } = sums.get(reach.key) ?? { reach: { ...reach, most: 0n }, count: 0 }
    sums.set(reach.key, { reach: { ...before, most: before.most + reach.most }, count: count + 1 })
  }
  return [...sums.values()].flatMap(({ reach, count }) => (count > 1 ? [reach] : []))
}

/** Returns the warnings of the request beside those of its permissions. */
export const pausedWarnings = (isPaused: boolean): readonly Words[] => (isPaused ? [words('request.warn.paused')] : [])
