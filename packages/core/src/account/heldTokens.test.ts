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
