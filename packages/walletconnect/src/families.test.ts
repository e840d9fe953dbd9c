import type { RequestChannel } from '@foyer/core'
import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { askWallet, type SessionMethods, sessionMethods } from './families.js'
import { defaultMethods } from './protocol/index.js'

const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const answering = (answer: unknown): RequestChannel => ({ takes: () => true, request: async () => answer })

test('names every method that is asked for of Solana', () => {
  const asked = defaultMethods('solana')
  expect(Object.keys(sessionMethods).sort()).toEqual([...asked].sort())
})

test('[S7.36] what is asked arrives as it is, and the answer comes back read', async () => {
  const asked: unknown[] = []
  const channel: RequestChannel = {
    takes: () => true,
    async request(request) {
      asked.push(request)
      return { signature: '5h…', beside: 'nothing' }
    },
  }
  const params = { message: '37u9…', pubkey: 'HAg…' }
  const signed = await askWallet({ channel, networkId, method: 'solana_signMessage', params })
  expectTypeOf(signed).toEqualTypeOf<SessionMethods['solana_signMessage']['result']>()
  expect(signed).toEqual({ signature: '5h…' })
  expect(asked).toEqual([{ networkId, method: 'solana_signMessage', params, signal: undefined }])
})

test.each([
  ['solana_signTransaction', { transaction: 'AQ==' }, { signature: 7 }],
  ['solana_signTransaction', { signature: '5h…' }, {}],
  ['solana_signAllTransactions', { transactions: ['AQ=='] }, { transactions: 'AQ==' }],
  ['solana_signAndSendTransaction', { signature: '5h…' }, null],
] as const)('%s: an answer is what the method returns, or an error', async (method, right, wrong) => {
  const schema: v.GenericSchema = sessionMethods[method].result
  expect(v.parse(schema, right)).toEqual(right)
  expect(v.safeParse(schema, wrong).success).toBe(false)
})

test('an answer that is none is an error, which does not repeat it', async () => {
  const params = { transaction: 'AQ==', pubkey: 'HAg…' }
  const method = 'solana_signAndSendTransaction'
  const failed = askWallet({ channel: answering({ secret: 'x' }), networkId, method, params })
  await expect(failed).rejects.toMatchObject({ code: 'wallet_answer', facts: { method } })
})
