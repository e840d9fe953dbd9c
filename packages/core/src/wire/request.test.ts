import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { balanceCall, identityCall, pricesCall } from './account.js'
import type { Call } from './call.js'
import { rpcOutcome } from './postRpc.js'
import { replyOf } from './reply.js'
import { requestOf } from './request.js'

const project = { projectId: 'shop' }

describe('what a call is asked by', () => {
  test('names its project in the query, before what it asks, and leaves out what isn’t said', () => {
    const input = { params: { address: '0xab' }, query: { currency: 'usd', chainId: undefined }, project } as const
    expect(requestOf(balanceCall, input)).toEqual({
      url: '/v1/account/0xab/balance?projectId=shop&currency=usd',
      method: 'GET',
      body: null,
    })
  })

  test('has the project elsewhere where its call says so, and a body that is said', () => {
    const body = { currency: 'usd', projectId: 'shop', addresses: [] } as const
    expect(requestOf(pricesCall, { body, project })).toEqual({
      url: pricesCall.path,
      method: 'POST',
      body: JSON.stringify(body),
    })
  })

  test('sends an empty object where a call that isn’t read has no body', () => {
    const call = { id: 'leave', method: 'delete', path: '/v1/here', projectIn: 'nowhere' } as const satisfies Call
    expect(requestOf(call, { project })).toEqual({ url: '/v1/here', method: 'DELETE', body: '{}' })
  })

  test.each(['', '.', '..'])('is none with a path parameter that would climb: %j', (address) => {
    expect(() => requestOf(identityCall, { params: { address }, query: {} })).toThrow(RangeError)
  })
})

test('a reply is read by its call’s schema; what isn’t JSON, or doesn’t fit, says so', () => {
  const call = { reply: v.object({ ok: v.boolean() }) }
  expect(replyOf(call, '{"ok":true,"more":1}')).toMatchObject({ success: true, output: { ok: true } })
  expect([replyOf(call, '<html>').success, replyOf(call, '{"ok":1}').success]).toEqual([false, false])
  expect(replyOf({}, '')).toEqual({ success: true, output: undefined })
})

test('a node’s answer is a refusal, a result, or neither', () => {
  const error = { code: -32_000, message: 'no' }
  expect([{ error }, { result: '0x', error: null }, 'no', { error: 'no' }].map(rpcOutcome)).toEqual([
    { error },
    { result: '0x', error: null },
    {},
    {},
  ])
})
