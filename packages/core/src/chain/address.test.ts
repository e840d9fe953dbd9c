import { expect, test } from 'vitest'
import { isAddress } from './asset.js'

const hex = 'd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

test.each([
  [`0x${hex}`, true],
  [hex, true],
  [`0X${hex}`, false],
  [`0x${hex.slice(1)}`, false],
  [`0x${hex}0`, false],
  [`0x${hex.slice(1)}g`, false],
  [` 0x${hex}`, false],
  [`0x${hex}\n`, false],
  ['', false],
])('[S5.18] eip155: %j is an address: %s', (address, expected) => {
  expect(isAddress({ family: 'eip155', address })).toBe(expected)
})

test.each([
  [solana, true],
  ['1'.repeat(32), true],
  ['1'.repeat(31), false],
  ['z'.repeat(45), false],
  [solana.replace('4', '0'), false],
  [solana.replace('4', 'O'), false],
  [solana.replace('4', 'I'), false],
  [solana.replace('4', 'l'), false],
])('[S5.19] solana: %j is an address: %s', (address, expected) => {
  expect(isAddress({ family: 'solana', address })).toBe(expected)
})

test('of other families takes what CAIP-10 allows', () => {
  expect(isAddress({ family: 'bip122', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' })).toBe(true)
  expect(isAddress({ family: 'near', address: 'ada.near' })).toBe(true)
  expect(isAddress({ family: 'near', address: 'ada near' })).toBe(false)
  expect(isAddress({ family: 'cosmos', address: 'a'.repeat(129) })).toBe(false)
})
