import { solana } from '@foyer/core/networks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from '../test/keys.js'
import { parsePaymentLink, paymentUri } from './payment.js'

const [to] = addresses
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test.each([
  [`solana:${to}`, { to, asset: { type: 'coin' }, amount: undefined }],
  [`solana:${to}?amount=1.5&label=Shop`, { to, asset: { type: 'coin' }, amount: 1_500_000_000n }],
  [`solana:${to}?amount=0.000000001`, { to, asset: { type: 'coin' }, amount: 1n }],
  [`solana:${to}?amount=18446744073.709551615`, { to, asset: { type: 'coin' }, amount: 2n ** 64n - 1n }],
  [`solana:${to}?label=${'x'.repeat(2_048 - 14 - to.length)}`, { to, asset: { type: 'coin' }, amount: undefined }],
  [`solana:${to}?spl-token=${mint}`, { to, asset: { type: 'token', address: mint } }],
  // The mint alone knows what 1 of it is.
  [`solana:${to}?amount=0.01&spl-token=${mint}`, { to, asset: { type: 'token', address: mint } }],
])('reads the payment that %s asks for', (link, expected) => {
  expect(parsePaymentLink(link)).toEqual(expected)
})

test.each([
  to,
  `solana:${to}0`,
  `solana:${'1'.repeat(44)}`,
  `solana:${to}?amount=-1`,
  `solana:${to}?amount=1e9`,
  `solana:${to}?amount=.5`,
  `solana:${to}?amount=0.0000000001`,
  `solana:${to}?amount=99999999999999999999`,
  `solana:${to}?spl-token=USDC`,
  `solana:${to}?amount=1e9&spl-token=${mint}`,
  `solana:${to}?amount=18446744073.709551616`,
  `pay solana:${to}`,
  `solana:${to}?label=${'x'.repeat(2_049 - 14 - to.length)}`,
  'solana:https%3A%2F%2Fshop.example%2Fpay',
  'ethereum:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
])('%s asks for no payment', (link) => {
  expect(parsePaymentLink(link)).toBeUndefined()
})

test('[F27] a payment that is written is read back, to the last lamport', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (amount) => {
      const uri = paymentUri({ address: to, network: solana, asset: { type: 'coin' }, amount })
      expect(parsePaymentLink(uri ?? '')).toMatchObject({ to, amount })
    }),
  )
})

test('a token is asked for in whole ones, and only where its decimals are known', () => {
  const wanted = { address: to, network: solana, asset: { type: 'token', address: mint }, amount: 10_000n } as const
  expect(paymentUri({ ...wanted, decimals: 6 })).toBe(`solana:${to}?amount=0.01&spl-token=${mint}`)
  expect(paymentUri(wanted)).toBeUndefined()
  expect(paymentUri({ ...wanted, amount: undefined })).toBe(`solana:${to}?spl-token=${mint}`)
  expect(paymentUri({ ...wanted, asset: { type: 'nft', address: mint, tokenId: '1' } })).toBeUndefined()
})

test('the coin is asked for with or without an amount, and of nothing less than nothing', () => {
  const wanted = { address: to, network: solana, asset: { type: 'coin' } } as const
  expect(paymentUri(wanted)).toBe(`solana:${to}`)
  expect(paymentUri({ ...wanted, amount: 0n })).toBe(`solana:${to}?amount=0`)
  expect(paymentUri({ ...wanted, amount: 1_500_000_000n, decimals: 6 })).toBe(`solana:${to}?amount=1.5`)
  expect(paymentUri({ ...wanted, amount: -1n })).toBeUndefined()
  expect(paymentUri({ ...wanted, address: `${to}0` })).toBeUndefined()
  expect(paymentUri({ ...wanted, asset: { type: 'token', address: 'USDC' } })).toBeUndefined()
  expect(paymentUri({ ...wanted, asset: { type: 'nft', address: mint, tokenId: '1' } })).toBeUndefined()
})
