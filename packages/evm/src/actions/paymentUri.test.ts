import { mainnet } from '@foyer/core/networks'
import { expect, test } from 'vitest'
import { paymentUri } from './paymentLink.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const of = { address, network: mainnet } as const

test('a payment is written as EIP-681 says: the coin, and a token', () => {
  expect(paymentUri({ ...of, asset: { type: 'coin' } })).toBe(`ethereum:${address}@1`)
  expect(paymentUri({ ...of, asset: { type: 'coin' }, amount: 1_500_000_000_000_000_000n })).toBe(
    `ethereum:${address}@1?value=1500000000000000000`,
  )
  expect(paymentUri({ ...of, asset: { type: 'token', address: token } })).toBe(
    `ethereum:${token}@1/transfer?address=${address}`,
  )
  expect(paymentUri({ ...of, asset: { type: 'token', address: token }, amount: 12_500_000n })).toBe(
    `ethereum:${token}@1/transfer?address=${address}&uint256=12500000`,
  )
})

test('[F27] an amount of any size is written whole', () => {
  const most = 2n ** 256n - 1n
  expect(paymentUri({ ...of, asset: { type: 'coin' }, amount: most })).toBe(`ethereum:${address}@1?value=${most}`)
  for (const amount of [-1n, most + 1n]) expect(paymentUri({ ...of, asset: { type: 'coin' }, amount })).toBeUndefined()
})

test('what is no address, no token, or an NFT can’t be asked for', () => {
  expect(paymentUri({ ...of, address: 'vitalik.eth', asset: { type: 'coin' } })).toBeUndefined()
  expect(paymentUri({ ...of, asset: { type: 'token', address: 'x&address=0x1' } })).toBeUndefined()
  expect(paymentUri({ ...of, asset: { type: 'nft', address: token, tokenId: '1' } })).toBeUndefined()
})
