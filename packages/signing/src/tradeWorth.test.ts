import type { Fact, RequestSentence, Worth } from '@foyer/core/words'
import { describe, expect, test } from 'vitest'
import { levelOf } from './level.js'
import { isNearlyAll, mostWarnings } from './nearlyAll.js'
import { code, words } from './sentences.js'
import { judgeWorth } from './tradeWorth.js'

// What an exchange is worth, rule by rule, each where it holds and where it stops.

const usd = 10n ** 18n
/** A fact, and what it is worth in dollars where that is known. */
type Told = readonly [RequestSentence, (bigint | undefined)?, (Partial<Fact> | undefined)?]
const give = (dollars?: bigint): Told => ['request.give', dollars]
const least = (dollars?: bigint, more?: Partial<Fact>): Told => ['request.getAtLeast', dollars, more]
const leaves = (dollars?: bigint): Told => ['request.simulatedLeaves', dollars]
const comes = (dollars?: bigint): Told => ['request.simulatedComes', dollars]
const to: Told = ['request.to']
const step: Told = ['request.step']
const priced = { priced: { contract: undefined, amount: 1n, decimals: 0 } }

function judged(told: readonly Told[], ...warnings: readonly RequestSentence[]): string {
  const worths = new Map<Fact, Worth>()
  const facts = told.map(([name, dollars, more]): Fact => {
    const fact = { ...code(name, 'x'), ...more }
    if (dollars !== undefined) worths.set(fact, { shown: '$', usd: dollars * usd })
    return fact
  })
  const { warnings: said, isDeliberate } = judgeWorth({ facts, warnings: warnings.map((name) => words(name)) }, worths)
  return [...said.map(({ name }) => name.replace('request.warn.', '')), ...(isDeliberate ? ['deliberate'] : [])].join(
    ' ',
  )
}

describe('[F13] what comes is compared with what is given', () => {
  test.each([
    ['four fifths of it', [give(100n), least(80n)], ''],
    ['less than that', [give(100n), least(79n)], 'worthFar deliberate'],
    ['less than that, for sure', [give(100n), ['request.get', 79n]], 'worthFar deliberate'],
    ['in two parts', [give(60n), give(40n), least(40n), least(40n)], ''],
    ['in two parts that aren’t enough', [give(60n), give(40n), least(40n), least(39n)], 'worthFar deliberate'],
    ['far less, though not all that is given has a price', [give(100n), give(), least(79n)], 'worthFar deliberate'],
    ['enough, though not all that is given has a price', [give(100n), give(), least(80n)], 'worthOpen'],
    ['what has no price, for what has one', [give(100n), least()], 'worthOpen'],
    ['what has a price, for what has none', [give(), least(100n)], 'worthOpen'],
    ['some that has a price and some that has none, and enough of it', [give(100n), least(80n), least()], ''],
    ['some that has a price and some that has none', [give(100n), least(79n), least()], 'worthOpen'],
    ['where nothing has a price', [give(), least()], ''],
    [
      'nothing at all of what has a price',
      [give(100n), least(undefined, { priced: { contract: undefined, amount: 0n, decimals: 0 } })],
      'worthFar deliberate',
    ],
    ['nothing is given', [least(1n)], ''],
    ['far less for as much as it may be', [['request.giveAtMost', 100n], least(79n)], 'worthFar deliberate'],
    [
      'enough for as much as it may be',
      [
        ['request.giveAtMost', 100n],
        ['request.get', 80n],
      ],
      '',
    ],
    ['nothing is got', [give(100n)], ''],
    [
      'of two exchanges the second is far',
      [give(100n), least(100n), step, give(100n), least(1n)],
      'worthFar deliberate',
    ],
    ['of two exchanges each by itself', [give(100n), least(80n), step, give(1n), least(80n)], ''],
    ['of two exchanges neither is told', [give(100n), least(), ['request.order'], give(100n), least()], 'worthOpen'],
    ['one inside of another', [give(100n), ['request.inside'], least(1n)], ''],
    ['one that the network refuses', [give(100n), ['request.stepRefused'], least(1n)], ''],
    ['a gift is no part of it', [give(100n), to, give(10n), least(10n)], ''],
    ['as simulated', [leaves(100n), comes(79n)], 'worthFar deliberate'],
    ['as simulated, enough', [leaves(100n), comes(80n)], ''],
    ['as simulated, without a price', [leaves(100n), comes()], ''],
    ['as simulated, beside a gift', [leaves(100n), comes(79n), give(50n), to], ''],
    ['as simulated, beside a gift by an amount', [leaves(100n), comes(79n), ['request.amount'], to], ''],
    [
      'as simulated, beside a gift, for a stranger’s word',
      [leaves(100n), comes(79n), give(50n), to, ['request.promised']],
      'worthFar deliberate',
    ],
    ['by data without a price, and seen', [leaves(100n), comes(100n), give(100n), least(undefined, priced)], ''],
    ['by data of a stranger, and seen', [leaves(100n), comes(100n), give(100n), least()], 'worthOpen'],
    [
      'by data without a price, of which only what goes was seen',
      [leaves(100n), give(100n), least(undefined, priced)],
      'worthOpen',
    ],
  ] as const)('%s', (_, told, said) => expect(judged(told)).toBe(said))

  test.each(['request.warn.noLeast', 'request.warn.leastFar', 'request.warn.orderForNothing'] as const)(
    'where %s says so already, it isn’t said twice',
    (name) => {
      expect(judged([give(100n), least(1n)], name)).toBe('')
      expect(judged([give(100n), least(1n)], 'request.warn.long', 'request.warn.order')).toBe('worthFar deliberate')
    },
  )
})

test('a level is as its warnings and its step have it', () => {
  const [warning] = [words('request.warn.long')]
  expect(levelOf({ warnings: [], isDeliberate: false })).toBe('plain')
  expect(levelOf({ warnings: [warning], isDeliberate: false })).toBe('careful')
  expect(levelOf({ warnings: [], isDeliberate: true })).toBe('deliberate')
})

test('nearly all begins at 95 of a hundred; of nothing, nothing is all', () => {
  expect([94n, 95n, 100n].map((part) => isNearlyAll(part, 100n))).toEqual([false, true, true])
  expect(isNearlyAll(0n, 0n)).toBe(false)
  const said = (part: bigint, whole?: bigint) => mostWarnings({ part, whole, token: 'A' }).map(({ name }) => name)
  expect([said(94n, 100n), said(95n, 100n), said(99n, 100n), said(100n, 100n), said(101n, 100n), said(5n)]).toEqual([
    ...[
      [],
      ['request.warn.nearlyAll'],
      ['request.warn.nearlyAll'],
      ['request.warn.allOfIt'],
      ['request.warn.allOfIt'],
      [],
    ],
  ])
})

describe('[F13] makers’ words don’t tell what is given from what comes', () => {
  const [first, second, third] = ['0x1', '0x2', undefined].map(
    (contract) =>
      (dollars?: bigint): Told => ['request.asWritten', dollars, { priced: { contract, amount: 5n, decimals: 0 } }],
  ) as [(dollars?: bigint) => Told, (dollars?: bigint) => Told, (dollars?: bigint) => Told]
  test.each([
    ['of two tokens as much', [first(100n), second(80n)], ''],
    ['of two tokens far less of one', [first(100n), second(79n)], 'worthFar deliberate'],
    ['of two tokens far less of the first', [first(1n), second(100n)], 'worthFar deliberate'],
    ['of one token', [first(100n), first(1n)], ''],
    ['beside a small fee', [first(100n), second(79n), third(1n)], ''],
    ['where one has no price', [first(100n), second()], ''],
    ['in calls of their own', [first(100n), ['request.inside'], second(1n)], ''],
  ] as const)('%s', (_, told, wanted) => expect(judged(told, 'request.warn.described')).toBe(wanted))
  test('others’ words are read by what they are', () => expect(judged([first(100n), second(1n)])).toBe(''))
})
