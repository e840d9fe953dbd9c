import { type AbiParameter, encodeAbiParameters, type Hex, parseAbiParameters, slice } from 'viem'
import { describe, expect, test } from 'vitest'
import { readsOnce } from './readsOnce.js'

const address = '0x1111111111111111111111111111111111111111'
const written = (words: readonly bigint[]): Hex =>
  `0x${words.map((each) => each.toString(16).padStart(64, '0')).join('')}`
const ofBytes = parseAbiParameters('bytes[]')

describe('values are read', () => {
  const cases: readonly (readonly [inputs: string, values: readonly unknown[]])[] = [
    ['uint256,address,bool', [1n, address, true]],
    ['bytes,string', ['0x', 'a'.repeat(100)]],
    ['bytes[],bytes32[],bytes[]', [['0x1234', '0x'], [], [`0x${'ab'.repeat(33)}`]]],
    [
      '(address,bool,bytes)[]',
      [
        [
          [address, true, '0x12'],
          [address, false, '0x'],
        ],
      ],
    ],
    [
      '(uint256,(string,uint8[2])[3],bytes)',
      [
        [
          1n,
          [
            ['a', [1, 2]],
            ['b', [3, 4]],
            ['', [5, 6]],
          ],
          '0x12',
        ],
      ],
    ],
    [
      'uint256[2][],string[2][]',
      [
        [
          [1n, 2n],
          [3n, 4n],
        ],
        [['a', 'b']],
      ],
    ],
    ['uint256[][2],(uint256,uint256)[]', [[[1n], []], [[1n, 2n]]]],
    ['', []],
  ]
  test.each(cases)('that are encoded as encoders do, with bytes behind them too: %s', (inputs, values) => {
    const parameters: readonly AbiParameter[] = inputs === '' ? [] : parseAbiParameters(inputs)
    const data = encodeAbiParameters(parameters, values)
    expect(readsOnce({ inputs: parameters, data })).toBe(true)
    expect(readsOnce({ inputs: parameters, data: `${data}${'00'.repeat(40)}` })).toBe(true)
    // What is cut off isn't there to be read.
    if (data.length > 66) expect(readsOnce({ inputs: parameters, data: slice(data, 0, 32) })).toBe(false)
  })

  test.each([
    ['one place from two', ofBytes, [32n, 2n, 64n, 64n, 64n, 1n, 2n]],
    ['a place that isn’t there', ofBytes, [2n ** 40n]],
    ['a length that isn’t there', ofBytes, [32n, 2n ** 31n]],
    ['many of nothing', parseAbiParameters('uint256[0][]'), [32n, 2n ** 31n]],
  ])('that are not so aren’t: %s', (_, inputs, words) => {
    expect(readsOnce({ inputs, data: written(words) })).toBe(false)
  })
})
