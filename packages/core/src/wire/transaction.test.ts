import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { HistoryReply, historyCall, Transaction, transactionStatuses } from './transaction.js'

const sent: Transaction = {
  id: 'eip155:1:0xab',
  metadata: {
    operationType: 'send',
    hash: '0xab',
    chain: 'eip155:1',
    minedAt: '2026-01-01T00:00:00.000Z',
    sentFrom: '0x1',
    sentTo: '',
    status: 'confirmed',
    nonce: 0,
  },
  transfers: [
    { fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1.5' }, value: 4500, price: 3000 },
    { nft_info: { name: 'A picture', flags: { is_spam: false } }, direction: 'in', quantity: { numeric: '1' } },
  ],
}

test('[S3.14] a transaction has its id, when and where it was, and what moved', () => {
  expect(v.parse(Transaction, { ...sent, application: {} })).toEqual(sent)
  for (const field of ['id', 'metadata', 'transfers']) {
    expect(v.is(Transaction, { ...sent, [field]: undefined })).toBe(false)
  }
  for (const field of Object.keys(sent.metadata)) {
    expect(v.is(Transaction, { ...sent, metadata: { ...sent.metadata, [field]: undefined } })).toBe(false)
  }
  for (const status of transactionStatuses) {
    expect(v.is(Transaction, { ...sent, metadata: { ...sent.metadata, status } })).toBe(true)
  }
  expect(v.is(Transaction, { ...sent, metadata: { ...sent.metadata, minedAt: 'yesterday' } })).toBe(false)
  expect(v.is(Transaction, { ...sent, transfers: [{ direction: 'up', quantity: { numeric: '1' } }] })).toBe(false)
  expect(v.is(Transaction, { ...sent, transfers: [{ direction: 'in', quantity: { numeric: '1e3' } }] })).toBe(false)
})

test('[S7.5] a page is asked for by cursor, onramp and chainId, and has data and next', () => {
  expect(v.parse(historyCall.query, { projectId: 'p' })).toEqual({})
  const query = { cursor: 'abc', onramp: 'coinbase', chainId: 'eip155:1' } as const
  expect(v.parse(historyCall.query, query)).toEqual(query)
  expect(v.is(historyCall.query, { onramp: 'other' })).toBe(false)
  expect(v.is(historyCall.query, { cursor: 'a'.repeat(513) })).toBe(false)
  expect(v.is(HistoryReply, { data: [sent], next: null })).toBe(true)
  expect(v.is(HistoryReply, { data: [sent] })).toBe(false)
})

test('no reply is thrown by, whatever comes', () => {
  fc.assert(
    fc.property(fc.anything(), (anything) => {
      expect(typeof v.safeParse(HistoryReply, anything).success).toBe('boolean')
    }),
  )
})
