import { expect, test } from 'vitest'
import type { ActivityItem } from '../transactions/activityItem.js'
import type { TrackedTransaction } from '../transactions/trackedTransaction.js'
import { trackedItem, withTracked } from './activity.js'

const locale = 'en'

const item = (hash: string, at: number): ActivityItem => ({
  key: hash,
  hash,
  type: 'send',
  status: 'confirmed',
  at,
  transfers: [],
  counterparty: undefined,
})
const tracked = (hash: string, more: Partial<TrackedTransaction> = {}): TrackedTransaction => ({
  hash,
  networkId: 'eip155:1',
  address: '0xA1',
  type: 'send',
  transfer: { to: '0xB', asset: { type: 'coin' }, amount: 1_500_000n, symbol: 'ETH', decimals: 6 },
  sentAt: 50,
  status: 'mined',
  replacements: [],
  ...more,
})

test('pending ones stand apart until the server has them, by whichever hash', () => {
  const waiting = tracked('0x1', { status: 'pending', replacements: [{ hash: '0x2', kind: 'speedUp' }] })
  expect(withTracked({ locale, items: [item('0x9', 1)], tracked: [waiting], hasMore: false }).pending).toMatchObject([
    { tracked: waiting, latestHash: '0x2', status: 'pending' },
  ])
  expect(withTracked({ locale, items: [item('0x2', 1)], tracked: [waiting], hasMore: false }).pending).toEqual([])
})

test('what has ended and the server lacks stands in its place, unless an older page may have it', () => {
  const items = [item('0x9', 100), item('0x8', 10)]
  const keys = (more: TrackedTransaction, hasMore: boolean) =>
    withTracked({ locale, items, tracked: [more], hasMore }).items.map(({ hash }) => hash)
  expect(keys(tracked('0x1'), true)).toEqual(['0x9', '0x1', '0x8'])
  expect(keys(tracked('0x1', { sentAt: 5 }), true)).toEqual(['0x9', '0x8'])
  expect(keys(tracked('0x1', { sentAt: 5 }), false)).toEqual(['0x9', '0x8', '0x1'])
  expect(withTracked({ locale, items: [], tracked: [tracked('0x1')], hasMore: false }).items).toHaveLength(1)
})

test('the tray adds the recipient and the reason to what the server has', () => {
  const { items } = withTracked({
    locale,
    items: [item('0x1', 1)],
    tracked: [tracked('0x1', { status: 'reverted', reason: 'No more tickets' })],
    hasMore: false,
  })
  expect(items).toMatchObject([{ counterparty: '0xB', reason: 'No more tickets' }])
})

test('[S9.40] a line of the tray has its amount with three decimals; a cancelled one moves nothing', () => {
  expect(trackedItem({ tracked: tracked('0x1'), locale })).toMatchObject({
    type: 'send',
    status: 'confirmed',
    transfers: [{ amount: '−1.500 ETH' }],
  })
  expect(trackedItem({ tracked: tracked('0x1', { status: 'cancelled', minedHash: '0x2' }), locale })).toMatchObject({
    type: 'cancel',
    hash: '0x2',
    transfers: [],
    counterparty: undefined,
  })
  const token = { to: '0xB', asset: { type: 'token', address: '0xC' }, amount: 1n } as const
  expect(trackedItem({ tracked: tracked('0x1', { transfer: token }), locale }).transfers).toMatchObject([
    { amount: undefined },
  ])
})
