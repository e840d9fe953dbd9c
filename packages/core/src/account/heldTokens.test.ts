import { expect, test } from 'vitest'
import type { TokenBalance } from '../connector/family.js'
import { displayWorth, heldTokens, totalUsd } from './heldTokens.js'

const locale = 'en'

const coin: TokenBalance = { value: 0n, decimals: 18, symbol: 'ETH', name: 'Ether', price: 3000 }
const token = (name: string, more: Partial<TokenBalance> = {}): TokenBalance => ({
  address: `0x${name}`,
  value: 10n ** 6n,
  decimals: 6,
  symbol: name.toUpperCase(),
  name,
  price: 1,
  ...more,
})

test('the coin comes first though it is worth least, then tokens by worth, then those without a price by name', () => {
  const tokens = [
    token('zinc', { price: undefined }),
    token('amber', { price: 0 }),
    token('one'),
    coin,
    token('ten', { price: 10 }),
  ]
  expect(heldTokens(tokens).map(({ name }) => name)).toEqual(['Ether', 'ten', 'one', 'amber', 'zinc'])
})

test.each([
  [
    'by worth, the more first',
    [
      ['one', 1],
      ['two', 2],
    ],
    ['two', 'one'],
  ],
  [
    'by worth where it is less than nothing known',
    [
      ['none', undefined],
      ['dust', 0.000001],
    ],
    ['dust', 'none'],
  ],
  [
    'by name where they are worth the same',
    [
      ['b', 5],
      ['a', 5],
      ['c', 5],
    ],
    ['a', 'b', 'c'],
  ],
  [
    'as they were where they are called the same',
    [
      ['a', 5],
      ['a', 5],
    ],
    ['a', 'a'],
  ],
] as const)('tokens stand %s', (_, tokens, names) => {
  const listed = tokens.map(([name, price], index) => token(name, { price, address: `0x${index}` }))
  expect(heldTokens(listed).map(({ name }) => name)).toEqual(names)
  expect(heldTokens([...listed].reverse()).map(({ name }) => name)).toEqual(names)
})

test('each has a key of its own, the coin one that is no address', () => {
  expect(heldTokens([token('a'), coin]).map(({ key }) => key)).toEqual(['coin', '0xa'])
})

const units = 10n ** 18n
test.each<readonly [string, Partial<TokenBalance>, bigint | undefined]>([
  ['its price', { price: 3 }, 3n * units],
  ['what the server says, where that is less', { price: 3, worth: 2 }, 2n * units],
  ['its price, where the server says as much', { price: 3, worth: 3 }, 3n * units],
  ['its price, where the server says more', { price: 3, worth: 4 }, 3n * units],
  ['nothing, where the server says so', { price: 3, worth: 0 }, 0n],
  ['something, where that can’t be counted', { price: 0.000001, value: 1n, decimals: 18 }, 1n],
  ['nothing, where nothing is held', { price: 3, value: 0n, address: undefined }, 0n],
  ['not known without a price', { price: undefined, worth: 4 }, undefined],
])('[F27] a token is worth %s', (_, more, value) => {
  expect(heldTokens([token('a', more)])[0]?.usd).toEqual(value === undefined ? undefined : { value, decimals: 18 })
})

test('what has no price adds nothing to what has one', () => {
  expect(totalUsd({ tokens: heldTokens([token('a', { price: 2 }), token('b', { price: 0 })]) })?.value).toBe(2n * units)
  expect(totalUsd({ tokens: heldTokens([token('a', { price: 2 })]), testnet: true })).toBeUndefined()
})

test('[S5.15] what can’t be divided is left out, and so is a token of which nothing is held', () => {
  const tokens = [coin, token('whole', { decimals: 0, value: 7n }), token('none', { value: 0n }), token('held')]
  expect(heldTokens(tokens).map(({ name }) => name)).toEqual(['Ether', 'held'])
})

test('a price of 0 is one that the server doesn’t know: the token has no worth, rather than none', () => {
  expect(heldTokens([token('amber', { price: 0 })])).toMatchObject([{ usd: undefined }])
})

test('a token that could never be sold for its price is worth what the server says', () => {
  const [paper] = heldTokens([token('paper', { value: 10n ** 15n, price: 1000, worth: 12.5 })])
  expect(displayWorth({ usd: paper?.usd, locale })).toBe('$12.50')
  const [sold] = heldTokens([token('sold', { value: 2_000_000n, price: 3, worth: 6.5 })])
  expect(displayWorth({ usd: sold?.usd, locale })).toBe('$6.00')
  const [dust] = heldTokens([token('dust', { value: 1n, decimals: 18, price: 0.5 })])
  expect(displayWorth({ usd: dust?.usd, locale })).toBe('<$0.01')
})

test('[F27] worths add up exactly', () => {
  const tokens = heldTokens([
    { ...coin, value: 123_456_789_012_345_678n, price: 3000.5 },
    token('third', { value: 1n, decimals: 18, price: 1 }),
    token('amber', { price: 0 }),
  ])
  // 0.123456789012345678 × 3000.5, and one unit of the eighteenth decimal.
  expect(totalUsd({ tokens })).toEqual({ value: 370_432_095_431_543_206_839n + 1n, decimals: 18 })
  expect(displayWorth({ usd: totalUsd({ tokens }), locale })).toBe('$370.43')
})

test('[S9.45] on a test network, and where no price is known, the worth shown is 0.00', () => {
  const tokens = heldTokens([{ ...coin, value: 10n ** 18n }])
  expect(totalUsd({ tokens, testnet: true })).toBeUndefined()
  expect(totalUsd({ tokens: heldTokens([token('amber', { price: 0 })]) })).toBeUndefined()
  expect(displayWorth({ usd: undefined, locale })).toBe('$0.00')
})
