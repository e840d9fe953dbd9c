import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from '../chain/amount.js'
import type { Asset } from '../connector/family.js'
import { assetOf, type Holding, holdingOf, nextStep, readAmount, type SendAsset } from './form.js'

const token: Asset = { type: 'token', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
const holding = (decimals: number, value?: bigint, asset: Asset = token): Holding => ({
  asset,
  symbol: 'DUSD',
  name: 'Digital Dollar',
  decimals,
  value,
})

/** A planted bug shows with the first few. */
const manyRuns = (count: number) => (process.env.FOYER_MUTATION ? count / 100 : count)

/** Amounts of all sizes that a contract holds. */
const units = fc.oneof(
  fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 1n, max: 10n ** 40n }),
  fc.bigInt({ min: 1n, max: 10n ** 9n }),
)

test.each([6, 18, 36])(
  '[F27] what is typed of a token with %i decimals is sent to the last unit, 100,000 times',
  (decimals) => {
    fc.assert(
      fc.property(units, (value) => {
        const text = formatAmount({ value, decimals })
        const read = readAmount({ text, holding: holding(decimals, value) })
        expect(read).toEqual({ status: 'ready', value, exceeds: false })
      }),
      { numRuns: manyRuns(34_000) },
    )
  },
)

test('[F27] one unit more than there is exceeds it, whatever the decimals', () => {
  fc.assert(
    fc.property(units, fc.nat({ max: 36 }), (value, decimals) => {
      const text = formatAmount({ value, decimals })
      expect(readAmount({ text, holding: holding(decimals, value - 1n) })).toEqual({
        status: 'ready',
        value,
        exceeds: true,
      })
    }),
  )
})

test.each([
  ['', { status: 'empty' }],
  ['   ', { status: 'empty' }],
  ['0', { status: 'zero' }],
  ['0.000000', { status: 'zero' }],
  ['-1', { status: 'faulty', fault: 'notation' }],
  ['1e18', { status: 'faulty', fault: 'notation' }],
  ['ten', { status: 'faulty', fault: 'notation' }],
  ['0.0000001', { status: 'faulty', fault: 'precision' }],
  [`1${'0'.repeat(80)}`, { status: 'faulty', fault: 'notation' }],
  ['9'.repeat(1000), { status: 'faulty', fault: 'notation' }],
  ['1,5', { status: 'ready', value: 1_500_000n, exceeds: false }],
  ['1 234,5', { status: 'ready', value: 1_234_500_000n, exceeds: true }],
  ['1.234,5', { status: 'ready', value: 1_234_500_000n, exceeds: true }],
])('reads %j', (text, reading) => {
  expect(readAmount({ text, holding: holding(6, 100_000_000n) })).toEqual(reading)
})

test('a single NFT is one, whatever stands in the field; editions are counted', () => {
  const nft: Asset = { type: 'nft', address: token.address, tokenId: '1' }
  expect(readAmount({ text: '7', holding: holding(0, 1n, nft) })).toEqual({
    status: 'ready',
    value: 1n,
    exceeds: false,
  })
  const editions = { ...nft, standard: 'erc1155' }
  expect(readAmount({ text: '7', holding: holding(0, 5n, editions) })).toMatchObject({ value: 7n, exceeds: true })
  expect(readAmount({ text: '1.5', holding: holding(0, 5n, editions) })).toMatchObject({ fault: 'precision' })
})

test.each([
  ['preview', 'found', { status: 'ready', value: 1n, exceeds: false }],
  ['preview', 'reading', { status: 'ready', value: 1n, exceeds: false }],
  ['invalidAddress', 'unknown', { status: 'ready', value: 1n, exceeds: false }],
  ['addAddress', 'empty', { status: 'ready', value: 1n, exceeds: false }],
  ['insufficientFunds', 'empty', { status: 'ready', value: 1n, exceeds: true }],
  ['insufficientFunds', 'unknown', { status: 'ready', value: 1n, exceeds: true }],
  ['addAmount', 'empty', { status: 'empty' }],
  ['incorrectValue', 'empty', { status: 'zero' }],
  ['incorrectValue', 'found', { status: 'faulty', fault: 'precision' }],
  ['selectToken', 'unknown', undefined],
] as const)('[S5.11] the main button asks for %s, the rule that stands last', (step, status, amount) => {
  expect(nextStep({ amount, recipient: { status } })).toBe(step)
})

test('the coin is known by its network before its balance is; a token isn’t', () => {
  const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  expect(holdingOf({ asset: { type: 'coin' }, tokens: [], coin, isSame })).toMatchObject({ ...coin, value: undefined })
  expect(holdingOf({ asset: token, tokens: [], coin, isSame })).toBe(undefined)
  const listed = {
    address: token.address.toLowerCase(),
    value: 5n,
    decimals: 6,
    symbol: 'DUSD',
    name: 'Digital Dollar',
  }
  expect(holdingOf({ asset: token, tokens: [listed], coin, isSame })).toMatchObject({ value: 5n, decimals: 6 })
})

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

test('of a list the coin is the one without an address, and a token the one of its own', () => {
  const coin = { ...ether, value: 3n, price: 2000, iconUrl: 'https://pictures.example/eth' }
  const dollar = { address: token.address, symbol: 'DUSD', name: 'Digital Dollar', decimals: 6, value: 5n }
  const other = { ...dollar, address: '0xd0', value: 7n }
  const tokens = [other, dollar, coin]
  expect(assetOf(other)).toEqual({ type: 'token', address: '0xd0' })
  expect(assetOf({ address: undefined })).toEqual({ type: 'coin' })
  const ofCoin = holdingOf({ asset: { type: 'coin' }, tokens, coin: ether, isSame })
  expect(ofCoin).toEqual({ asset: { type: 'coin' }, ...coin })
  expect(holdingOf({ asset: token, tokens, coin: ether, isSame })).toMatchObject({ asset: token, value: 5n })
})

test.each<[bigint | undefined, Partial<SendAsset & { type: 'nft' }>]>([
  [1n, {}],
  [1n, { standard: 'erc721', balance: '9' }],
  [5n, { standard: 'erc1155', balance: '5' }],
  [undefined, { standard: 'erc1155' }],
  [undefined, { standard: 'erc1155', balance: '' }],
  [undefined, { standard: 'erc1155', balance: '0x5' }],
  [undefined, { standard: 'erc1155', balance: '5e3' }],
  [undefined, { standard: 'erc1155', balance: '-5' }],
  [10n ** 77n, { standard: 'erc1155', balance: `1${'0'.repeat(77)}` }],
  [undefined, { standard: 'erc1155', balance: '1'.repeat(79) }],
])('there are %s of an NFT of %j, which has no decimals', (value, more) => {
  const nft = { type: 'nft', address: token.address, tokenId: '7' } as const
  const shown = { name: 'Seven', imageUrl: 'https://pictures.example/7' }
  // The chain needs to know nothing of its picture.
  const { standard } = more
  expect(holdingOf({ asset: { ...nft, ...shown, ...more }, tokens: [], coin: ether, isSame })).toStrictEqual({
    asset: standard === undefined ? nft : { ...nft, standard },
    ...{ symbol: '', name: 'Seven', decimals: 0, value, iconUrl: shown.imageUrl },
  })
  expect(holdingOf({ asset: nft, tokens: [], coin: ether, isSame })?.name).toBe('')
})
