import * as v from 'valibot'
import { expect, test } from 'vitest'
import { solanaMethods } from './methods.js'

const { solana_signTransaction: signTransaction, solana_getAccounts: getAccounts } = solanaMethods

test.each([
  ['is missing', {}],
  ['is null', { transaction: null }],
  ['is empty', { transaction: '' }],
  ['is odd', { transaction: 7 }],
])('a signature counts where the transaction beside it %s', (_, more) => {
  expect(v.parse(signTransaction.result, { signature: 'a', ...more })).toEqual({
    signature: 'a',
    transaction: undefined,
  })
  expect(v.is(signTransaction.result, { signature: null, ...more })).toBe(false)
})

test('an account that can’t be read costs itself', () => {
  expect(v.parse(getAccounts.result, [null, { pubkey: 'a' }, {}])).toEqual([{ pubkey: 'a' }])
  expect(v.parse(getAccounts.result, null)).toEqual([])
  expect(v.is(getAccounts.result, [null])).toBe(false)
})

test('a wallet reads null as what isn’t asked', () => {
  const params = { transaction: 'a', pubkey: 'b', feePayer: null, recentBlockhash: null, instructions: null }
  expect(v.parse(signTransaction.params, params)).toEqual({ transaction: 'a', pubkey: 'b' })
})
