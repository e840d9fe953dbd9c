import type { RequestChannel } from '@foyer/core'
import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { askWallet, type SessionMethods, sessionMethods } from './families.js'
import { defaultMethods } from './protocol/index.js'

const networkId = 'bip122:000000000019d6689c085ae165831e93'
const answering = (answer: unknown): RequestChannel => ({ takes: () => true, request: async () => answer })

test('names every method that is asked for of Bitcoin', () => {
  const asked = defaultMethods('bip122')
  expect(Object.keys(sessionMethods).sort()).toEqual([...asked].sort())
})

test('[S7.36] what is asked arrives as it is, and the answer comes back read', async () => {
  const asked: unknown[] = []
  const channel: RequestChannel = {
    takes: () => true,
    async request(request) {
      asked.push(request)
      return { address: 'bc1q', signature: '00', beside: 'nothing' }
    },
  }
  const params = { account: 'bc1q', message: 'Hello' }
  const signed = await askWallet({ channel, networkId, method: 'signMessage', params })
  expectTypeOf(signed).toEqualTypeOf<SessionMethods['signMessage']['result']>()
  expect(signed).toEqual({ address: 'bc1q', signature: '00' })
  expect(asked).toEqual([{ networkId, method: 'signMessage', params, signal: undefined }])
})

test.each([
  ['signMessage', { address: 'bc1q', signature: '00', messageHash: '11' }, { signature: '00' }],
  ['sendTransfer', { txid: 'ff' }, { txid: '' }],
  ['signPsbt', { psbt: 'cHNidP8=' }, 'cHNidP8='],
] as const)('%s: an answer is what the method returns, or an error', async (method, right, wrong) => {
  const schema: v.GenericSchema = sessionMethods[method].result
  expect(v.parse(schema, right)).toEqual(right)
  expect(v.safeParse(schema, wrong).success).toBe(false)
})

test('an answer that is none is an error, which does not repeat it', async () => {
  const params = { account: 'bc1q', recipientAddress: 'bc1p', amount: '1' }
  const method = 'sendTransfer'
  const failed = askWallet({ channel: answering({ secret: 'x' }), networkId, method, params })
  await expect(failed).rejects.toMatchObject({ code: 'wallet_answer', facts: { method } })
})

test('getAccountAddresses: both of the forms that wallets answer in', async () => {
  const ask = (answer: unknown) =>
    askWallet({ channel: answering(answer), networkId, method: 'getAccountAddresses', params: {} })
  expect(await ask(['bc1q'])).toEqual([{ address: 'bc1q' }])
  const full = [{ address: 'bc1q', publicKey: '02', path: "m/84'/0'/0'/0/0", intention: 'payment' }]
  expect(await ask(full)).toEqual(full)
})
