import * as v from 'valibot'
import { expect, test } from 'vitest'
import { askObject } from './askObject.js'

test.each([
  ['signArbitrary is not supported', 'unsupported_method'],
  ['Method not found', 'unsupported_method'],
  ['signArbitrary: not implemented', 'unsupported_method'],
  ['The account is not supported', 'unknown_wallet'],
])('a wallet of any family that says “%s” fails with %s', async (words, code) => {
  const source = () => ({ signArbitrary: () => Promise.reject(new Error(words)) })
  const asked = { source, method: 'signArbitrary', args: [], schema: v.string(), expected: 'a signature' }
  await expect(askObject(asked)).rejects.toMatchObject({ code })
})
