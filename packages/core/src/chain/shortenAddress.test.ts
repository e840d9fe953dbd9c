import { expect, test } from 'vitest'
import { shortenAddress } from './display.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('[S9.43] an address is shortened to its first 4 and last 6 characters', () => {
  expect(shortenAddress({ address })).toBe('0xd8…A96045')
  expect(shortenAddress({ address, charsStart: 4, charsEnd: 4 })).toBe('0xd8…6045')
  expect(shortenAddress({ address, charsStart: 6, charsEnd: 0 })).toBe('0xd8dA…')
})

test('what shortening would not shorten stays whole', () => {
  expect(shortenAddress({ address: 'ada.foyer' })).toBe('ada.foyer')
  expect(shortenAddress({ address: '12345678901' })).toBe('12345678901')
  expect(shortenAddress({ address: '123456789012' })).toBe('1234…789012')
})
