import { concat, type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { enforcers } from '../../enforcers.js'
import { caveatsOf } from './caveats.js'
import type { Permission, Terms } from './permission.js'
import { fresh } from './test/onChain.js'

const [account, to, one, other, token] = Array.from({ length: 5 }, fresh)
const lower = (hex: string | undefined): Hex => `0x${hex?.slice(2).toLowerCase()}`

const caveatOf = (name: keyof typeof enforcers, terms: Terms, payees: Permission['payees']): readonly Hex[] =>
  caveatsOf({ account: lower(account), to: lower(to), redeemers: [lower(to)], payees, terms, expiry: 900n }, 0n)
    .filter(({ enforcer }) => enforcer === enforcers[name])
    .map((each) => each.terms)

const spending = { is: 'once', start: 1n, amount: 5n } as const

test('the coin goes to payees as what is called, and a token’s payee is the first argument of its transfer', () => {
  const coin: Terms = { ...spending, token: undefined }
  expect(caveatOf('allowedTargets', coin, [lower(one), lower(other)])).toEqual([concat([lower(one), lower(other)])])
  expect(caveatOf('allowedCalldata', coin, [lower(one)])).toEqual([])
  const ofToken: Terms = { ...spending, token: lower(token) }
  expect(caveatOf('allowedTargets', ofToken, [lower(one)])).toEqual([])
  expect(caveatOf('allowedCalldata', ofToken, [lower(one)])).toEqual([concat([pad('0x04'), pad(lower(one))])])
})

test('without a payee it is free to whom it goes: nothing stands there that would let nothing through', () => {
  for (const terms of [spending, { ...spending, token: lower(token) }]) {
    const free: Terms = { token: undefined, ...terms }
    expect([...caveatOf('allowedTargets', free, []), ...caveatOf('allowedCalldata', free, [])]).toEqual([])
  }
})
