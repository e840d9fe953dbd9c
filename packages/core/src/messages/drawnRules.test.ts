import { describe, expect, test } from 'vitest'
import type { Fact, RequestSentence, ShownRequest } from '../words/shown.js'
import type { HeadlinePart } from './index.js'
import {
  all,
  allow,
  asked,
  call,
  carryOut,
  code,
  drawn,
  fact,
  from,
  me,
  router,
  signed,
  simulatedAt,
  some,
  spender,
  step,
  swap,
  textOf,
  them,
  unread,
  words,
} from './test/asked.js'

// Where each fact of a request stands, and how it is written.

const send = words('request.send', { token: 'ETH' })
const worth = (amount: string) => words('request.withWorth', { amount, worth: '$4' })

/** Sums, facts and what is folded, a line each. */
function placed(shown: ShownRequest): string {
  const { sums, facts, folded } = drawn(shown)
  const lines = (name: string, all: typeof facts) =>
    all.map(({ label, value, way, isCode }) => `${name}${way ? ` ${way}` : ''} ${label}: ${value}${isCode ? ' #' : ''}`)
  return [...lines('sum', sums), ...lines('fact', facts), ...lines('folded', folded.facts)].join('\n')
}

const rows: readonly (readonly [string, ShownRequest, readonly string[]])[] = [
  [
    'what goes with a call is given, and nothing that goes isn’t said',
    asked(call, [fact('request.value', '1 ETH'), code('request.to', them)], [unread]),
    ['sum out You give: 1 ETH', `fact To: ${them} #`],
  ],
  ['nothing goes with it', asked(call, [fact('request.value', '0 ETH')], [unread]), []],
  ['nor of a coin without a name', asked(call, [fact('request.value', '0')], [unread]), []],
  [
    'some of it does, however little, or with a worth',
    asked(
      call,
      [fact('request.value', '0.5 ETH'), fact('request.value', '10 ETH'), fact('request.value', worth('0 ETH'))],
      [unread],
    ),
    ['sum out You give: 0.5 ETH', 'sum out You give: 10 ETH', 'sum out You give: 0 ETH (about $4)'],
  ],
  [
    'what a simulation saw just as the data says isn’t said again, and what it saw otherwise is',
    asked(swap, [
      fact('request.simulatedLeaves', '1 ETH'),
      fact('request.simulatedLeaves', '2 A'),
      simulatedAt,
      fact('request.give', worth('1 ETH')),
    ]),
    ['sum out You give: 1 ETH (about $4)', 'sum out Leaves, as simulated: 2 A', 'folded Simulated at block: 1204'],
  ],
  [
    'what a step says keeps nothing from being said of all of them',
    asked(carryOut, [fact('request.simulatedLeaves', '1 ETH'), step, fact('request.give', '1 ETH')]),
    ['sum out Leaves, as simulated: 1 ETH', 'fact Step : Send ETH', 'fact You give: 1 ETH'],
  ],
  [
    'where nothing is told before the first step, all is told in steps',
    asked(carryOut, [step, fact('request.value', '0 ETH'), fact('request.give', '1 ETH')]),
    ['fact Step : Send ETH', 'fact Value: 0 ETH', 'fact You give: 1 ETH'],
  ],
  [
    'a contract of a request without a headline stands',
    asked(signed, [code('request.contract', router)]),
    [`fact Contract: ${router} #`],
  ],
  [
    'whose something is stands where there are several of them',
    asked(send, [fact('request.amount', '1 ETH'), from, code('request.from', them)]),
    [`sum out You give: 1 ETH`, `fact From: ${me} #`, `fact From: ${them} #`],
  ],
  [
    'that nothing moves is said once by an allowance',
    asked(
      allow,
      [fact('request.amount', '5 USDC'), spender, fact('request.movesNow', words('request.nothing'))],
      [some],
    ),
    ['fact Amount: 5 USDC', `fact Spender: ${them} #`],
  ],
  [
    'and by itself where the headline doesn’t say so',
    asked(signed, [fact('request.give', '1 A'), fact('request.movesNow', words('request.nothing'))]),
    ['sum out You give: 1 A', 'fact Moves now: Nothing'],
  ],
  [
    'an allowance that is what may be taken afterwards is said once',
    asked(allow, [fact('request.amount', worth('5 USDC')), fact('request.allowedAfter', '5 USDC'), spender], [some]),
    ['fact May take afterwards: 5 USDC', `fact Spender: ${them} #`],
  ],
  [
    'one that comes to more is said beside it',
    asked(allow, [fact('request.amount', '5 USDC'), fact('request.allowedAfter', '8 USDC'), spender], [some]),
    ['fact Amount: 5 USDC', 'fact May take afterwards: 8 USDC', `fact Spender: ${them} #`],
  ],
  [
    'an amount beside the same that may be taken afterwards, of what is no allowance, is said',
    asked(send, [
      fact('request.allowedAfter', '5 USDC'),
      spender,
      fact('request.amount', '5 USDC'),
      code('request.to', them),
    ]),
    ['sum out You give: 5 USDC', 'fact May take afterwards: 5 USDC', `fact Spender: ${them} #`, `fact To: ${them} #`],
  ],
  [
    'amounts are grouped, whatever stands around them',
    asked(signed, [
      fact('request.rent', '12345.6 SOL'),
      fact('request.tokenFee', worth('12345.6 A')),
      fact('request.fee', words('request.unlisted', { token: '12345 A', contract: '0x1' })),
      fact('request.token', '12345 A'),
    ]),
    [
      'fact Rent of a new account: 12,345.60 SOL',
      'fact Kept by the token: 12,345.60 A (about $4)',
      'fact Fee: 12,345.00 A (unlisted, 0x1)',
      'fact Token: 12345 A',
    ],
  ],
]

describe('each fact stands where it belongs', () => {
  test.each(rows)('%s', (_, shown, lines) => expect(placed(shown).split('\n').filter(Boolean)).toEqual(lines))
})

describe('what is signed', () => {
  const content = (text: string, label: RequestSentence = 'request.data', isCode = true) =>
    drawn(asked(call, [], [unread], { content: { label: words(label), text, isCode } })).content?.label

  test('has its length beside it where it is data in whole bytes', () => {
    expect(content('0x1234ABcd')).toBe('Data, 4 bytes')
    for (const text of ['0x', '0x123', '0x12345g', 'data 0x1234', '0x1234 and']) expect(content(text)).toBe('Data')
    expect(content('0x1234', 'request.data', false)).toBe('Data')
    expect(content('0x1234', 'request.message')).toBe('Message')
  })

  test('is folded, a tree too, where a headline says what it does', () => {
    const tree = { label: words('request.signed'), fields: [{ name: 'amount', value: '5' }] }
    const give = [fact('request.give', '1 A')]
    const of = (facts: readonly Fact[], more: Partial<ShownRequest>) => drawn(asked(signed, facts, [], more))
    expect(of(give, { tree })).toMatchObject({
      folded: { hasData: true },
      tree: { label: 'What is signed', fields: tree.fields },
    })
    expect(of([], { tree }).folded.hasData).toBe(false)
    expect(of(give, {})).toMatchObject({ folded: { hasData: false } })
    expect(of(give, {})).not.toHaveProperty('tree')
  })
})

test('the button says “Allow” wherever something may be taken, also beside something else', () => {
  const act = (facts: readonly Fact[]) => drawn(asked(swap, facts)).act
  const [give, allowed] = [fact('request.give', '1 ETH'), [fact('request.allowedAfter', '5 A'), spender]]
  expect(act([give, ...allowed])).toBe('Allow')
  expect(act([give])).toBe('Send')
})

test('a limit that is offered is never written as more than it is', () => {
  const limit = { label: words('request.limit'), unit: 'USDC', decimals: 18, usual: '1234.00000099' }
  const { limit: offered } = drawn(
    asked(allow, [fact('request.amount', words('request.unlimited')), spender], [all], { limit }),
  )
  expect(offered).toMatchObject({ short: '1,234.00 USDC', usual: '1234.00000099' })
})

describe('how a headline is written', () => {
  const said = (facts: readonly Fact[], language: string, sentences: Readonly<Record<string, string>>) =>
    textOf(drawn(asked(swap, facts), language, sentences).headline)
  const facts = [fact('request.give', '1.2345678 A'), fact('request.getAtLeast', '1.2345678 B')]

  test('what goes is rounded up, what comes down', () => {
    const exact = drawn(asked(swap, facts)).headline.flatMap((part: HeadlinePart) =>
      part.exact ? [part.text, part.exact] : [],
    )
    expect(exact.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      ...['1.234568 A', '1.2345678 A'],
      ...['at least 1.234567 B', 'at least 1.2345678 B'],
    ])
  })

  test('several things are listed as the language does; a tag that is none lists as English', () => {
    const two = [fact('request.give', '1 A'), fact('request.give', '2 B'), fact('request.get', '3 C')]
    expect(said(two, 'de', {})).toBe('You give 1 A und 2 B and get 3 C.')
    expect(said(two, 'en_US', {})).toBe('You give 1 A and 2 B and get 3 C.')
  })

  test('a sentence of more than ten places, and one that begins and ends with one', () => {
    expect(said(facts, 'en', { 'headline.swap': '{give} → {get}' })).toBe('1.234568 A → at least 1.234567 B')
    const { headline } = drawn(asked(swap, facts), 'en', { 'headline.swap': '{give} → {get}' })
    expect(headline).toHaveLength(3)
  })

  test('Chinese has no space between its own characters, and one beside others', () => {
    const sentences = {
      'headline.promise': '付出 {give} 给 {unchecked} 的。它 x {get} y 得',
      'headline.unchecked': '未知合约',
      'headline.atLeast': '至少 {amount}',
    }
    const shown = asked(swap, facts, [words('request.warn.ownWord')])
    expect(textOf(drawn(shown, 'zh', sentences).headline)).toBe(
      '付出 1.234568 A 给未知合约的。它 x 至少 1.234567 B y 得',
    )
  })
})
