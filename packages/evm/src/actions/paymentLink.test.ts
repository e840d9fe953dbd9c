import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { expect, test } from 'vitest'
import { parsePaymentLink } from './paymentLink.js'

const to = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  [`ethereum:${to}`, { to, asset: { type: 'coin' } }],
  [`ethereum:pay-${to}@8453`, { to, asset: { type: 'coin' }, networkId: 'eip155:8453' }],
  [`ETHEREUM:${to}?value=2.014e18`, { to, asset: { type: 'coin' }, amount: 2_014_000_000_000_000_000n }],
  [
    `ethereum:${token}@1/transfer?address=${to}&uint256=1e6`,
    { to, asset: { type: 'token', address: token }, networkId: 'eip155:1', amount: 1_000_000n },
  ],
])('%s is read', (link, request) => {
  expect(parsePaymentLink(link)).toEqual(request)
})

test.each([
  to,
  'bitcoin:bc1q',
  'ethereum:vitalik.eth',
  `ethereum:${to}?value=-1`,
  `ethereum:${to}?value=0.5`,
  `ethereum:${to}?value=1e78`,
  `ethereum:${token}/transfer?uint256=1`,
  `ethereum:${token}/approve?address=${to}&uint256=1`,
])('%s is no payment that a form can show', (link) => {
  expect(parsePaymentLink(link)).toBe(undefined)
})

test('[F27] every amount that a contract holds is read to the last unit', () => {
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(bytes, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (address, amount) => {
      const receiver = bytesToHex(address)
      expect(parsePaymentLink(`ethereum:${receiver}?value=${amount}`)).toMatchObject({ to: receiver, amount })
    }),
  )
})

test('no text makes it throw', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `ethereum:${to}${rest}`),
  )
  fc.assert(fc.property(text, (each) => void parsePaymentLink(each)))
})
