import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountNameFault, chainIdOf, coinTypeOf } from './names.js'

describe("an account's name", () => {
  test.each(['', 'a', 'abc', '---'])('[S5.8] has at least 4 characters, so not %j', (name) => {
    expect(accountNameFault(name)).toBe('short')
  })

  test.each(['abc!', 'al ice', 'alice.eth', 'älice', 'аlice', 'alice\n', 'a_lice', 'ali\u200bce', '😀😀😀😀'])(
    '[S5.9] has letters, digits and hyphens only, so not %j',
    (name) => {
      expect(accountNameFault(name)).toBe('characters')
    },
  )

  test('[S5.8 S5.9] of such characters, from 4 on, is well written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9-]{4,80}$/), (name) => {
        expect(accountNameFault(name)).toBeNull()
      }),
    )
  })
})

describe('a coin type', () => {
  test.each([
    [1, 2147483649],
    [8453, 2147492101],
    [0x7fffffff, 0xffffffff],
  ])('[S9.21] of chain %d is %d: never a negative number', (chainId, coinType) => {
    expect(coinTypeOf(chainId)).toBe(coinType)
    expect(chainIdOf(coinType)).toBe(chainId)
  })

  test.each([2147483648, 4294967297, -1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "[S5.10] of chain %d there is none: 'Invalid chainId'",
    (chainId) => {
      expect(() => coinTypeOf(chainId)).toThrow('Invalid chainId')
    },
  )

  test.each([60, 0, 2147483648, -1, 4294967296, 2147483649.5])('%d is no EVM chain of its own', (coinType) => {
    expect(chainIdOf(coinType)).toBeNull()
  })

  test('[S9.21] and a chain id give each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2147483647 }), (chainId) => {
        expect(chainIdOf(coinTypeOf(chainId))).toBe(chainId)
        expect(BigInt(coinTypeOf(chainId))).toBe(2147483648n | BigInt(chainId))
      }),
    )
  })
})
