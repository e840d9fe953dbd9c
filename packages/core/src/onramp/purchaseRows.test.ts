import { expect, test } from 'vitest'
import type { Transaction, TransactionStatus } from '../wire/transaction.js'
import { purchaseRow } from './purchase.js'

const bought = (id: string, status: TransactionStatus, minedAt: string): Transaction => ({
  id,
  metadata: {
    operationType: 'buy',
    hash: '',
    chain: 'eip155:1',
    minedAt,
    sentFrom: '',
    sentTo: '0x1',
    status,
    nonce: 0,
  },
  transfers: [{ direction: 'in', quantity: { numeric: '99.5' }, fungible_info: { symbol: 'USDC' } }],
})

test('a purchase is in progress, bought or failed, and says what was bought', () => {
  const statuses = (['IN_PROGRESS', 'SUCCESS', 'FAILED'] as const).map(
    (status) => purchaseRow(bought('a', `ONRAMP_TRANSACTION_STATUS_${status}`, '2026-11-02T10:00:00Z')).status,
  )
  expect(statuses).toEqual(['inProgress', 'bought', 'failed'])
  expect(purchaseRow(bought('a', 'confirmed', '2026-11-02T10:00:00Z'))).toMatchObject({
    amount: '99.5',
    symbol: 'USDC',
    networkId: 'eip155:1',
  })
})

test('a purchase names its transaction once there is one', () => {
  const row = bought('a', 'confirmed', '2026-11-02T10:00:00Z')
  expect(purchaseRow(row).hash).toBeUndefined()
  expect(purchaseRow({ ...row, metadata: { ...row.metadata, hash: '0xab' } }).hash).toBe('0xab')
})
