import { bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOfForm } from './networks.js'
import { hasWrongChecksum, isOnNetwork, isSameAddress, parseAddress, readAddress } from './readAddress.js'

const main = 'bip122:000000000019d6689c085ae165831e93'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

test.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'p2wpkh', 'main'],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'p2wsh', 'test'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'p2tr', 'main'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'p2pkh', 'main'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'p2sh', 'main'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'p2pkh', 'test'],
  ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'p2sh', 'test'],
] as const)('reads %s', (text, type, form) => {
  expect(readAddress(text)).toMatchObject({ type, form })
})

test.each([
  // Version 0 with bech32m, version 1 with bech32, mixed case, a prefix of another chain, a version that nobody can spend by now: BIP-350's own.
  'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1sw50qgdz25j',
  'bc1qr508d6qejxtdg4y5r3zarvaryvqyzf3du',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  '',
])('%s is no address', (text) => expect(readAddress(text)).toBeUndefined())

test('an address is one of its network alone; base58 can’t tell test networks apart', () => {
  const on = (text: string) =>
    [main, testnet, regtest].map((id) => parseAddress(text, `bip122:${id.slice(7)}`) !== undefined)
  expect(on('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toEqual([true, false, false])
  expect(on('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toEqual([false, true, false])
  expect(on('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toEqual([false, true, true])
  expect(on('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual([true, false, false])
  expect(networkOfForm('regtest')).toBe(regtest)
})

test('capitals name the same address in bech32, and another one or none in base58', () => {
  expect(
    isSameAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
  ).toBe(true)
  expect(isSameAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1a1zp1ep5qgefi2dmptftl5slmv7divfna')).toBe(false)
  expect(isSameAddress('nobody', 'nobody')).toBe(false)
})

test('one wrong letter is a wrong checksum', () => {
  expect(hasWrongChecksum('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toBe(true)
  expect(hasWrongChecksum('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')).toBe(true)
  expect(hasWrongChecksum('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(false)
  expect(hasWrongChecksum('alice.eth')).toBe(false)
})

test('every program comes back as the address that it was written as', () => {
  const program = fc.oneof(
    fc.record({ version: fc.constant(0), bytes: fc.uint8Array({ minLength: 20, maxLength: 20 }) }),
    fc.record({ version: fc.constant(1), bytes: fc.uint8Array({ minLength: 32, maxLength: 32 }) }),
  )
  fc.assert(
    fc.property(program, fc.constantFrom('bc', 'tb', 'bcrt'), ({ version, bytes }, prefix) => {
      const coder = version === 0 ? bech32 : bech32m
      const address = coder.encode(prefix, [version, ...coder.toWords(bytes)])
      const read = readAddress(address.toUpperCase())
      expect(read?.address).toBe(address)
      expect(read?.script.subarray(2)).toEqual(bytes)
      expect(read && isOnNetwork(read, regtest)).toBe(prefix === 'bcrt')
    }),
  )
})

test('no text throws', () => {
  fc.assert(fc.property(fc.string({ maxLength: 120 }), (text) => void readAddress(text)))
})
