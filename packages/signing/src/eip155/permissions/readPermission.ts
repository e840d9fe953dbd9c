import { parseUrl } from '@foyer/core/links'
import type { Fact, ShownRequest, WalletNetwork, Words } from '@foyer/core/words'
import { isAddressEqual } from 'viem'
import {
  amountOf,
  coinOf,
  isUnlimited,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../../contracts/tokens.js'
import { code, words } from '../../sentences.js'
import { shownName } from '../../shownText.js'
import { shownTime } from '../../shownTime.js'
import { month, untilFact } from '../signature.js'
import { largest, type Permission, type Terms } from './permission.js'

interface Reading {
  readonly permission: Permission
  readonly network: WalletNetwork
  /** In seconds since 1970. */
  readonly now: bigint
}

type Read = Pick<ShownRequest, 'title' | 'facts' | 'warnings' | 'isDeliberate'>

/** Says whom a permission is for, what it lets them do, how much of it in which time and in all, until when, and how it is ended. */
export async function readPermission(reading: Reading): Promise<Read> {
  const { permission, network, now } = reading
  const { terms, to, redeemers, payees, expiry } = permission
  const token =
    terms.is === 'calls' || terms.token === undefined ? coinOf(network) : await readToken(network, terms.token)
  const most = mostOf(terms, expiry)
  const others = redeemers.filter((each) => !isAddressEqual(each, to))
  const isEndless = expiry === undefined
  const isLimitless = most === 'limitless'
  return {
    title:
      terms.is === 'calls' ? words('request.grantCalls') : words('request.grantSpending', { token: nameOf(token) }),
    facts: [
      code('request.grantedTo', to),
      ...others.map((each) => code('request.alsoUsedBy', each)),
      ...termFacts(terms, token),
      ...payees.map((payee) => code('request.onlyTo', payee)),
      ...mostFacts(most, token),
      isEndless ? { label: words('request.until'), value: words('request.noEnd') } : untilFact({ until: expiry, now }),
      ...(terms.is !== 'calls' && terms.start > now
        ? [{ label: words('request.beginsAt'), value: shownTime(terms.start) }]
        : []),
      ...(terms.is === 'calls' ? [] : tokenFacts(token)),
    ],
    warnings: [
      words('request.warn.unasked'),
      ...(isEndless ? [words('request.warn.endless')] : []),
      ...(!isEndless && expiry > now + month ? [words('request.warn.long')] : []),
      ...(isLimitless ? [words('request.warn.limitless')] : []),
      ...(terms.is === 'calls' ? [words('request.warn.anyArguments')] : tokenWarnings(token)),
    ],
    // What functions do with any arguments isn't bounded by their names.
    isDeliberate: isEndless || isLimitless || terms.is === 'calls' || token.isNamesake,
  }
}

/** How permissions are ended, and what stops them all. */
export const endingFact = (peerUrl: string): Fact => ({
  label: words('request.howToEnd'),
  value: words('request.endsBy', { site: shownName(parseUrl(peerUrl)?.host ?? peerUrl, 64) }),
})

function termFacts(terms: Terms, token: ReadToken): readonly Fact[] {
  switch (terms.is) {
    case 'periodic':
      return [perTime(terms.amount, terms.seconds, token)]
    case 'once':
      return []
    case 'stream':
      return [
        ...(terms.initial > 0n ? [amountOf(terms.initial, token, 'request.atOnce')] : []),
        perTime(terms.perSecond * day, day, token),
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
        amountOf(terms.value, token, 'request.eachCall'),
        {
          label: words('request.callsInAll'),
          value: terms.count === undefined ? words('request.noMost') : `${terms.count}`,
        },
      ]
  }
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

/** What it comes to in all at most, by its end. */
export function mostOf(terms: Terms, expiry: bigint | undefined): bigint | 'limitless' {
  const last = expiry === undefined ? undefined : expiry - 1n
  switch (terms.is) {
    case 'once':
      return bounded(terms.amount)
    case 'periodic':
      return last === undefined ? 'limitless' : bounded(terms.amount * ((last - terms.start) / terms.seconds + 1n))
    case 'stream': {
      const flown = last === undefined ? largest : terms.initial + terms.perSecond * (last - terms.start)
      return bounded(flown < terms.most ? flown : terms.most)
    }
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
  const facts = read.flatMap(({ title, facts }, index): readonly Fact[] => [
    { label: words('request.step', { number: `${index + 1}` }), value: title },
    ...facts,
  ])
  return {
    title: words('request.grantSeveral', { count: `${read.length}` }),
    facts,
    warnings: read.flatMap(({ warnings }) => warnings),
    isDeliberate: read.some(({ isDeliberate }) => isDeliberate),
  }
}

/** What is said of the request beside its permissions. */
export const pausedWarnings = (isPaused: boolean): readonly Words[] => (isPaused ? [words('request.warn.paused')] : [])
