import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, isHex, parseAbi, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { decodeText, decodeUint, encodeCall } from './abi.js'

const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const hex = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`)
const nfts = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
])

test('calls are encoded as viem encodes them', () => {
  fc.assert(
    fc.property(hex, hex, uint, uint, (from, to, id, amount) => {
      const encode = (functionName: 'transfer', args: readonly [`0x${string}`, bigint]) =>
        encodeFunctionData({ abi: erc20Abi, functionName, args })
      expect(encodeCall({ call: 'transfer', words: [to, amount] })).toBe(encode('transfer', [to, amount]))
      expect(encodeCall({ call: 'balanceOf', words: [to] })).toBe(
        encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [to] }),
      )
      expect(encodeCall({ call: 'safeTransferFrom721', words: [from, to, id] })).toBe(
        encodeFunctionData({ abi: nfts, functionName: 'safeTransferFrom', args: [from, to, id] }),
      )
      expect(encodeCall({ call: 'safeTransferFrom1155', words: [from, to, id, amount], endsWithBytes: true })).toBe(
        encodeFunctionData({ abi: nfts, functionName: 'safeTransferFrom', args: [from, to, id, amount, '0x'] }),
      )
    }),
  )
  for (const functionName of ['decimals', 'symbol', 'name'] as const)
    expect(encodeCall({ call: functionName })).toBe(encodeFunctionData({ abi: erc20Abi, functionName }))
})

test('a string, and the 32 bytes of the oldest tokens, are read', () => {
  expect(decodeText(encodeAbiParameters([{ type: 'string' }], ['Tether ₮']))).toBe('Tether ₮')
  expect(decodeText(stringToHex('MKR', { size: 32 }))).toBe('MKR')
  expect(decodeText(encodeAbiParameters([{ type: 'string' }], [`A\u202e\u0000B${'x'.repeat(200)}`]))).toBe(
    `AB${'x'.repeat(62)}`,
  )
})

test('whatever a contract answers, nothing is thrown', () => {
  const answer = fc.oneof(
    fc.anything(),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  )
  fc.assert(
    fc.property(answer, (value) => {
      const [number, text] = [decodeUint(value), decodeText(value)]
      expect(number === undefined || (isHex(value) && number >= 0n)).toBe(true)
      expect(text === undefined || text.length <= 64).toBe(true)
    }),
  )
})
