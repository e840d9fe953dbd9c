import * as v from 'valibot'
import { expect, test } from 'vitest'
import { bitcoinMethods } from './methods.js'

test('[S7.36] names every method that a session is asked for', () => {
  expect(Object.keys(bitcoinMethods).sort()).toEqual(['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'])
})

test.each([
  ['signMessage', { address: 'bc1q', signature: '00', messageHash: '11' }, { signature: '00' }],
  ['sendTransfer', { txid: 'ff' }, { txid: '' }],
  ['signPsbt', { psbt: 'cHNidP8=' }, 'cHNidP8='],
  ['getAccountAddresses', [{ address: 'bc1q', publicKey: '02', path: "m/84'/0'/0'/0/0", intention: 'payment' }], [{}]],
] as const)('%s: an answer is what the method returns, or none', (method, right, wrong) => {
  const schema: v.GenericSchema = bitcoinMethods[method].result
  expect(v.parse(schema, right)).toEqual(right)
  expect(v.safeParse(schema, wrong).success).toBe(false)
})

test.each([
  [
    'sendTransfer',
    { account: 'bc1q', recipientAddress: 'bc1p', amount: '123' },
    { account: 'bc1q', recipientAddress: 'bc1p', amount: '0' },
  ],
  ['signMessage', { account: 'bc1q', message: '' }, { account: 'bc1q', message: '', protocol: 'schnorr' }],
  [
    'signPsbt',
    { account: 'bc1q', psbt: 'cA==', signInputs: [] },
    { account: 'bc1q', psbt: 'cA==', signInputs: [{ address: 'bc1q', index: -1 }] },
  ],
] as const)('%s: a wallet reads what is asked of it, and nothing else', (method, right, wrong) => {
  const schema: v.GenericSchema = bitcoinMethods[method].params
  expect(v.safeParse(schema, right).success).toBe(true)
  expect(v.safeParse(schema, wrong).success).toBe(false)
})

test('older wallets list plain addresses', () => {
  expect(v.parse(bitcoinMethods.getAccountAddresses.result, ['bc1q'])).toEqual([{ address: 'bc1q' }])
})
