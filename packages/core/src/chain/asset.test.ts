import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FoyerError } from '../errors/FoyerError.js'
import { formatFungible, InvalidAssetIdError, parseFungible, UnsupportedAssetFamilyError } from './asset.js'
import { families } from './ids.js'
import { isAddress } from './writtenAddress.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test('coins and tokens of eip155 and Solana are read, letters kept', () => {
  expect(parseFungible('eip155:1/slip44:60')).toEqual({ networkId: 'eip155:1', family: 'eip155', token: null })
  expect(parseFungible(`eip155:137/erc20:${token}`)).toMatchObject({ networkId: 'eip155:137', token })
  expect(parseFungible('solana:main/slip44:501')).toMatchObject({ family: 'solana', token: null })
  expect(parseFungible(`solana:main/token:${mint}`)).toMatchObject({ family: 'solana', token: mint })
})

test.each([
  'eip155:1/slip44:501',
  'eip155:1/slip44:0',
  'solana:main/slip44:60',
  `eip155:1/token:${token}`,
  `solana:main/erc20:${mint}`,
  `eip155:1/erc20:${token.slice(0, -1)}`,
  `eip155:1/erc20:${token.slice(2)}`,
  `eip155:1/erc721:${token}`,
  `eip155:1/erc20:${token}/1`,
  'eip155:1/slip44:60/1',
  'eip155:1',
])('%s is none', (text) => {
  expect(() => parseFungible(text)).toThrow(InvalidAssetIdError)
})

test('other families have none', () => {
  expect(() => parseFungible('bip122:000000000019d6689c085ae165831e93/slip44:0')).toThrow(UnsupportedAssetFamilyError)
  expect(() => formatFungible({ networkId: 'cosmos:hub', token: null })).toThrow(UnsupportedAssetFamilyError)
})

test('what is written is read back', () => {
  const reference = fc.stringMatching(/^[-_a-zA-Z0-9]{1,32}$/)
  const evmToken = fc.stringMatching(/^0x[0-9a-fA-F]{40}$/)
  const solanaToken = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const fungible = fc.oneof(
    fc.record({ family: fc.constant('eip155' as const), reference, token: fc.option(evmToken) }),
    fc.record({ family: fc.constant('solana' as const), reference, token: fc.option(solanaToken) }),
  )
  fc.assert(
    fc.property(fungible, ({ family, reference: chain, token: address }) => {
      const networkId = `${family}:${chain}` as const
      expect(parseFungible(formatFungible({ networkId, token: address }))).toEqual({
        networkId,
        family,
        token: address,
      })
    }),
  )
})

test('no text makes it throw anything but our errors', () => {
  const asset = fc
    .tuple(fc.constantFrom(...families, ''), fc.string(), fc.constantFrom('slip44', 'erc20', 'token', ''), fc.string())
    .map(([family, reference, namespace, rest]) => `${family}:${reference}/${namespace}:${rest}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), asset), (text) => {
      try {
        expect(formatFungible(parseFungible(text))).toBe(text)
      } catch (error) {
        if (!(error instanceof FoyerError)) throw error
      }
    }),
  )
})

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
