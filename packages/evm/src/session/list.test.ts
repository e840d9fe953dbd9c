import { SessionPermission } from '@foyer/core/wire'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { GrantedEvmPermission } from '../permission/model.js'
import { listed } from './list.js'
import type { SessionAbi } from './plan.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const abi: SessionAbi = [{ type: 'function', name: 'move', inputs: [{ type: 'uint8', name: 'square' }] }]
const calls = { type: 'call', target: token, selectors: ['0x12345678'], mostValue: 5n, count: 50 } as const
const daily = { type: 'periodic', amount: 100n, periodSeconds: 86_400 } as const

test.each<[string, GrantedEvmPermission['permission'], SessionAbi | undefined, object]>([
  [
    'coin a day',
    { type: 'spend', limit: daily, startsAt: 9 },
    undefined,
    { type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: 9, period: 86_400 } },
  ],
  [
    'a token a day',
    { type: 'spend', token, limit: daily, startsAt: 9 },
    undefined,
    { type: 'erc20-recurring-allowance', data: { token, allowance: '0x64', start: 9, period: 86_400 } },
  ],
  [
    'so many calls',
    calls,
    abi,
    {
      type: 'contract-call',
      data: { address: token, abi, functions: [{ functionName: 'move', valueLimit: '0x5' }], callLimit: 50 },
    },
  ],
])('the operator’s server lists %s', (_, permission, of, wanted) => {
  const written = listed({ permission }, of)
  expect(written).toEqual(wanted)
  expect(v.is(SessionPermission, written)).toBe(true)
})

test.each<[string, GrantedEvmPermission['permission'], SessionAbi | undefined]>([
  ['a stream', { type: 'spend', limit: { type: 'stream', perSecond: 1n } }, undefined],
  ['a sum that is spent once', { type: 'spend', limit: { type: 'once', amount: 1n } }, undefined],
  ['calls without their ABI', calls, undefined],
  ['what isn’t known', { type: 'other', name: 'token-approval-revocation', data: {} }, abi],
])('but not %s', (_, permission, of) => {
  expect(listed({ permission }, of)).toBeUndefined()
})
