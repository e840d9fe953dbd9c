import type { Fact } from '@foyer/core/words'
import { describe, expect, test } from 'vitest'
import { coinOf, type ReadToken } from '../contracts/tokens.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import type { Allowed } from './allowance.js'
import { countOf, countOfAll } from './counted.js'
import {
  exchanged,
  type Flow,
  flow,
  giftFacts,
  netFacts,
  netOf,
  passedOn,
  promisedBy,
  received,
  restsOnWord,
  sending,
  sent,
} from './flow.js'
import { judgeLeft } from './left.js'
import { parties, quiet } from './test/quiet.js'
import { me } from './test/stage.js'

// What calls come to, rule by rule, each where it holds and where it stops.

const { ann, usd, weth, router, stranger, own, nft } = parties
const bob = own
const coin = coinOf(quiet)
const token = (address: ReadToken['address'], symbol: string, more: Partial<ReadToken> = {}): ReadToken => ({
  ...{ address, symbol, decimals: 0, isListed: true, isNamesake: false, isNft: false },
  ...more,
})
const dollar = token(usd, 'USD')
/** The same, as another says its address. */
const sameDollar = token(`0x${usd.slice(2).toLowerCase()}`, 'USD')
const wrapped = token(weth, 'WETH')
const foreign = token(stranger, 'FAKE', { isListed: false })
const ape = token(nft, 'APE', { isNft: true, decimals: undefined })

const looked: Allowed['looked'] = { before: undefined, balance: undefined, isContract: true }
const allowed = (amount: bigint, more: Partial<Allowed> = {}): Flow =>
  flow({ allows: [{ token: dollar, spender: router, amount, looked, ...more }] })
const takes = (amount: bigint, of = dollar, takenBy = router): Flow => flow({ gives: [{ token: of, amount, takenBy }] })

/** In English, a line each. */
const lines = (facts: readonly Fact[]): string => {
  const title = { name: 'request.batch', values: {} } as const
  const spoken = spokenRequest({ title, act: title, facts, warnings: [], isDeliberate: false }, sayRequestInEnglish)
  const all = spoken.facts.map(({ label, value }) => `${label}: ${value}`).join(' | ')
  return Object.entries(parties).reduce((text, [name, address]) => text.replaceAll(address, name), all)
}
const net = (flows: readonly Flow[], isOne = true, trusts?: (spender: string) => boolean): string =>
  lines(netFacts(netOf(flows, { isOne, ...(trusts && { trusts }) })))
const gives = (amount: bigint, of = dollar) => flow({ gives: [{ token: of, amount }] })
const gets = (amount: bigint, of = dollar) => flow({ gets: [{ token: of, amount }] })
const gift = (amount: bigint, to = ann, of = dollar, more: object = {}) =>
  flow({ gifts: [{ token: of, amount, to, how: 'sent', ...more }] })

describe('[F13] what is given and got', () => {
  test.each([
    ['less comes than goes', [gives(5n), gets(3n)], 'You give at most: 2 USD'],
    [
      'less comes than goes, just so much',
      [gives(5n), flow({ gets: [{ token: dollar, amount: 3n, bound: 'just' }] })],
      'You give: 2 USD',
    ],
    ['more comes than goes', [gives(3n), gets(5n)], 'You get at least: 2 USD'],
    ['as much comes as goes', [gives(5n), gets(5n)], ''],
    ['of one token, however its address is written', [gives(5n), gives(1n, sameDollar), gets(6n)], ''],
    ['of two tokens', [gives(5n), gets(3n, wrapped)], 'You give: 5 USD | You get at least: 3 WETH'],
    ['a gift beside what comes', [gift(5n), gets(5n)], 'You give: 5 USD | To: ann | You get at least: 5 USD'],
    ['one gift in two parts', [gift(5n), gift(2n)], 'You give: 7 USD | To: ann'],
    ['two gifts to two', [gift(5n), gift(2n, bob)], 'You give: 5 USD | To: ann | You give: 2 USD | To: own'],
    [
      'what is sent and what is taken',
      [gift(5n), gift(2n, ann, dollar, { how: 'taken' })],
      'You give: 5 USD | To: ann | You give: 2 USD | To: ann',
    ],
    ['two of a collection to one', [gift(7n, ann, ape), gift(8n, ann, ape)], 'You give: 2 × APE (#7, #8) | To: ann'],
    [
      'one each to two',
      [gift(7n, ann, ape), gift(8n, bob, ape)],
      'You give: APE #7 | To: ann | You give: APE #8 | To: own',
    ],
    ['one twice is one', [gift(7n, ann, ape), gift(7n, ann, ape)], 'You give: APE #7 | To: ann'],
    [
      'so many of one id, and more of it',
      [gift(7n, ann, ape, { count: 2n }), gift(7n, ann, ape, { count: 3n })],
      'You give: 5 × APE #7 | To: ann',
    ],
    [
      'one of an id, and more of it',
      [gift(7n, ann, ape), gift(7n, ann, ape, { count: 3n })],
      'You give: 4 × APE #7 | To: ann',
    ],
    [
      'ids of a collection are things of their own',
      [flow({ gives: [{ token: ape, amount: 7n }], gets: [{ token: ape, amount: 8n }] })],
      'You give: APE #7 | You get at least: APE #8',
    ],
    [
      'promises of two, each by itself',
      [
        flow({
          pledges: [
            { token: dollar, amount: 5n, by: ann },
            { token: dollar, amount: 1n, by: ann },
            { token: dollar, amount: 2n, by: bob },
          ],
        }),
      ],
      'You are promised: 6 USD, by a contract that isn’t known here | You are promised: 2 USD, by a contract that isn’t known here',
    ],
  ] as const)('where all is one: %s', (_, flows, said) => expect(net(flows)).toBe(said))

  test('where it isn’t, nothing is set off', () => {
    expect(net([gives(5n), gets(3n)], false)).toBe('You give: 5 USD | You get at least: 3 USD')
  })
})

describe('[F13] what may be taken', () => {
  const left = (flows: readonly Flow[], trusts?: (spender: string) => boolean) =>
    net([...flows], true, trusts).replace(/^You give: [^|]* \| /, '')
  test.each([
    [
      'is what was set last, and in all what was set',
      [allowed(5n), allowed(3n)],
      'May take in all: 8 USD | May take afterwards: 3 USD | Spender: router',
    ],
    [
      'counts on top of what was set first: that may be used by then',
      [allowed(3n), allowed(5n)],
      'May take in all: 8 USD | May take afterwards: 5 USD | Spender: router',
    ],
    ['is used up by what is taken', [allowed(5n), takes(2n)], 'May take afterwards: 3 USD | Spender: router'],
    ['is nothing where more is taken', [allowed(5n), takes(7n)], 'May take afterwards: 0 USD | Spender: router'],
    [
      'isn’t used up by another',
      [allowed(5n), takes(2n, dollar, stranger)],
      'May take afterwards: 5 USD | Spender: router',
    ],
    [
      'isn’t used up where it has no limit',
      [allowed(2n ** 200n), takes(2n)],
      'May take afterwards: Unlimited | Spender: router',
    ],
    [
      'is used up by a gift that is taken',
      [allowed(5n), gift(2n, ann, dollar, { takenBy: router })],
      'To: ann | May take afterwards: 3 USD | Spender: router',
    ],
    [
      'is added to what may be taken already',
      [allowed(5n, { change: 'added', looked: { ...looked, before: 10n } })],
      'May take afterwards: 15 USD | Spender: router',
    ],
    [
      'is added to nothing that is known',
      [allowed(5n, { change: 'added' })],
      'May take afterwards: 5 USD | Spender: router',
    ],
    [
      'is added to what was set before',
      [
        allowed(4n, { looked: { ...looked, before: 10n } }),
        allowed(5n, { change: 'added', looked: { ...looked, before: 10n } }),
      ],
      'May take afterwards: 9 USD | Spender: router',
    ],
    [
      'is taken back: what was known of it stands',
      [allowed(5n, { looked: { ...looked, balance: 5n } }), allowed(0n)],
      'May take in all: 5 USD | May take afterwards: 0 USD | You have now: 5 USD | Spender: router',
    ],
    ['is taken back, though it never was given', [allowed(0n)], 'May take afterwards: 0 USD | Spender: router'],
    [
      'is all there is, and that is said',
      [allowed(5n, { looked: { ...looked, balance: 5n } })],
      'May take afterwards: 5 USD | You have now: 5 USD | Spender: router',
    ],
    [
      'is some of what there is',
      [allowed(5n, { looked: { ...looked, balance: 50n } })],
      'May take afterwards: 5 USD | Spender: router',
    ],
    [
      'is unlimited for a while',
      [allowed(2n ** 200n), takes(2n), allowed(1n)],
      'May take in all: Unlimited | May take afterwards: 1 USD | Spender: router',
    ],
    [
      'of what was taken for its own is no more open',
      [allowed(5n), takes(5n), allowed(0n)],
      'May take afterwards: 0 USD | Spender: router',
    ],
    [
      'through another uses that up as well',
      [allowed(9n, { spender: stranger }), allowed(5n, { via: stranger }), takes(2n)],
      'May take afterwards: 7 USD | Spender: stranger | May take afterwards: 3 USD | Spender: router',
    ],
  ] as const)('%s', (_, flows, said) => expect(left(flows)).toBe(said))

  test('for a while isn’t said of whom no more is known to be taken by, nor judged', () => {
    const flows = [allowed(5n), allowed(3n)]
    expect(left(flows, (spender) => spender === router)).toBe('May take afterwards: 3 USD | Spender: router')
    const judged = (all: readonly Flow[]) =>
      judgeLeft(netOf(all, { isOne: true }), quiet).flatMap(({ warnings }) => warnings.map(({ name }) => name))
    expect(judged([allowed(5n), allowed(0n)])).toEqual(['request.warn.spenderSome'])
    expect(judged([allowed(0n)])).toEqual([])
  })
})

describe('[F13] by whose word something moves', () => {
  test('a known contract takes and gives; a stranger takes and promises', () => {
    const swap = {
      network: quiet,
      gives: [
        { token: coin, amount: 1n },
        { token: dollar, amount: 2n },
      ],
      gets: [{ token: wrapped, amount: 3n }],
    }
    const taken = swap.gives.map((each) => ({ ...each, takenBy: router }))
    expect(exchanged({ at: router, ...swap })).toEqual(flow({ gives: taken, gets: swap.gets }))
    const atMost = swap.gives.map((each) => ({ ...each, bound: 'most' as const }))
    expect(exchanged({ at: router, ...swap, gives: atMost })).toEqual(flow({ gives: atMost, gets: swap.gets }))
    expect(exchanged({ at: stranger, ...swap })).toEqual(
      flow({
        gifts: [
          { token: coin, amount: 1n, to: stranger, how: 'onWord' },
          { token: dollar, amount: 2n, to: stranger, how: 'taken' },
        ],
        pledges: [{ token: wrapped, amount: 3n, by: stranger }],
      }),
    )
  })

  test('a listed token gives by its rules, another by its word', () => {
    const of = (one: ReadToken) => ({ token: one, amount: 5n })
    expect(received([of(dollar), of(foreign)])).toEqual(
      flow({ gets: [{ ...of(dollar), source: 'others' }], pledges: [{ ...of(foreign), by: stranger }] }),
    )
  })

  test('what is sent to the account itself, or is nothing, moves nothing', () => {
    const own = (to: typeof ann, amount: bigint) => sent({ token: dollar, amount, from: me, to }).gifts.length
    expect([own(ann, 5n), own(ann, 0n), own(me, 5n), own(`0x${me.slice(2).toLowerCase()}`, 5n)]).toEqual([1, 0, 0, 0])
    expect(sending({ value: 0n, to: undefined, from: me, network: quiet })).toEqual(flow({}))
    // Without a recipient nobody has it then.
    expect(sending({ value: 5n, to: undefined, from: me, network: quiet }).gives).toMatchObject([{ amount: 5n }])
    expect(sending({ value: 5n, to: ann, from: me, network: quiet }).gifts).toMatchObject([
      { amount: 5n, to: ann, how: 'sent', owner: me },
    ])
  })

  test('what comes is passed on in half or more, by who is sent it', () => {
    const passed = (gift: Flow, got: Flow) => passedOn({ ...flow({}), gifts: gift.gifts, gets: got.gets }).length > 0
    expect(passed(gift(5n), gets(10n))).toBe(true)
    expect(passed(gift(4n), gets(10n))).toBe(false)
    expect(passed(gift(5n, ann, wrapped), gets(10n))).toBe(false)
    expect(passed(gift(5n, ann, dollar, { how: 'taken' }), gets(10n))).toBe(false)
    expect(passed(flow({}), gets(0n))).toBe(false)
    expect(passed(gift(7n, ann, ape), flow({ gets: [{ token: ape, amount: 7n }] }))).toBe(true)
    expect(passed(gift(7n, ann, ape), flow({ gets: [{ token: ape, amount: 8n }] }))).toBe(false)
  })

  test('a token of their own making is bait among several', () => {
    const pledges = [
      { token: dollar, amount: 1n, by: stranger },
      { token: foreign, amount: 1n, by: stranger },
    ]
    const gifts = [{ token: coin, amount: 1n, to: stranger, how: 'onWord' as const }]
    expect(restsOnWord({ gifts, pledges })).toBe('always')
    expect(restsOnWord({ gifts: [{ token: foreign, amount: 1n, to: ann, how: 'sent' }], pledges })).toBe('no')
    expect(
      restsOnWord({ gifts: [{ token: { ...ape, isListed: false }, amount: 1n, to: ann, how: 'sent' }], pledges }),
    ).toBe('always')
    expect(restsOnWord({ gifts: [], pledges: [{ token: dollar, amount: 1n, by: stranger }] })).toBe('no')
  })

  test('what a simulation is compared with: sums by contract, allowances that the token keeps, and whose word it is', () => {
    const promised = promisedBy({
      gifts: [{ token: coin, amount: 1n, to: ann, how: 'onWord' }],
      gives: [
        { token: dollar, amount: 2n },
        { token: dollar, amount: 3n },
        { token: ape, amount: 7n },
        { token: ape, amount: 8n, count: 4n },
      ],
      gets: [{ token: dollar, amount: 9n }],
      pledges: [{ token: wrapped, amount: 6n, by: stranger }],
      allows: [...allowed(5n).allows, ...allowed(5n, { spender: stranger, via: router }).allows],
    })
    expect(promised).toEqual({
      moves: [
        { contract: undefined, leaves: 1n, comes: 0n },
        { contract: usd, leaves: 5n, comes: 9n },
        { contract: nft, leaves: 5n, comes: 0n },
        { contract: weth, leaves: 0n, comes: 6n },
      ],
      allows: [{ contract: usd, spender: router, amount: 5n }],
      isOnWord: true,
    })
  })
})

test('of a collection, how many and which are said', () => {
  const said = (...all: readonly (readonly [bigint, bigint?])[]) =>
    lines([
      countOfAll(
        all.map(([amount, count]) => ({ token: ape, amount, ...(count && { count }) })),
        'request.give',
      ),
    ])
  expect(said([7n])).toBe('You give: APE #7')
  expect(said([7n, 3n])).toBe('You give: 3 × APE #7')
  expect(said([7n], [8n, 3n])).toBe('You give: 4 × APE (#7, 3 × #8)')
  const many = (length: number) => said(...Array.from({ length }, (_, index) => [BigInt(index)] as const))
  expect(many(10)).toMatch(/^You give: 10 × APE \(#0, .*#9\)$/)
  expect(many(11)).toMatch(/^You give: 11 × APE \(#0, .*#9, …\)$/)
  expect(lines([countOf({ token: { ...ape, symbol: undefined }, amount: 7n, count: 3n })])).toBe('Amount: 3 × #7')
  expect(lines([countOf({ token: dollar, amount: 7n })])).toBe('Amount: 7 USD')
  expect(lines([countOfAll([{ token: dollar, amount: 7n, count: 2n }], 'request.give')])).toBe('You give: 7 USD')
  expect(lines(giftFacts({ gifts: [] }))).toBe('')
})
