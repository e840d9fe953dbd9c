import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountNameFault } from './names.js'

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
