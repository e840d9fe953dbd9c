import fc from 'fast-check'
import { encodeFunctionResult, type Hex, isHex, multicall3Abi, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { resultsIn } from './multicallResults.js'

const encoded = (result: readonly { readonly success: boolean; readonly returnData: Hex }[]): Hex =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: [...result] })

const bytesOf = fc
  .uint8Array({ maxLength: 100 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  .filter((text) => isHex(text))

test('what Multicall3 writes is read as it was given', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ success: fc.boolean(), returnData: bytesOf })), (all) => {
      const expected = all.map(({ success, returnData }) => (success ? returnData : null))
      expect(resultsIn({ bytes: encoded(all), count: all.length })).toEqual(expected)
      expect(resultsIn({ bytes: encoded(all), count: all.length + 1 })).toBeNull()
    }),
  )
})

const whole = encoded([{ success: true, returnData: '0x1234' }])
test.each<[string, Hex | null]>([
  ['no bytes', null],
  ['nothing', '0x'],
  ['half of a word', '0x00'],
  ['a list that is cut off', `0x${whole.slice(2, -64)}`],
  ['a place beyond all bytes', `0x${'ff'.repeat(32)}${whole.slice(66)}`],
  [
    'a word that is neither yes nor no',
    `0x${whole.slice(2, 2 + 3 * 64)}${numberToHex(2, { size: 32 }).slice(2)}${whole.slice(2 + 4 * 64)}`,
  ],
])('%s is no list of results', (_, bytes) => {
  expect(resultsIn({ bytes, count: 1 })).toBeNull()
})

test('300 results that point at one and the same 300 kB are read at once', () => {
  const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)
  const result = word(1) + word(64) + word(300_000) + '11'.repeat(300_000)
  const bytes: Hex = `0x${word(32)}${word(300)}${word(300 * 32).repeat(300)}${result}`
  const before = performance.now()
  expect(resultsIn({ bytes, count: 300 })?.length).toBe(300)
  expect(performance.now() - before).toBeLessThan(500)
})
