import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  merged,
  parseTracked,
  statusOf,
  type TrackedTransaction,
  trackedLimit,
  writeTracked,
} from './trackedTransaction.js'

const tracked = (hash: string, more: Partial<TrackedTransaction> = {}): TrackedTransaction => ({
  hash,
  networkId: 'eip155:1',
  address: '0xA1',
  type: 'send',
  sentAt: 1,
  status: 'pending',
  replacements: [],
  ...more,
})

test('[F27] what is kept is read back to the last unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat({ max: 36 }), (amount, decimals) => {
      const item = tracked('0x1', {
        transfer: { to: '0xB', asset: { type: 'token', address: '0xC' }, amount, symbol: 'DUSD', decimals },
        swap: { sold: { amount, decimals, symbol: 'ETH' }, bought: { amount, decimals, symbol: '' } },
        nonce: 7,
        replacements: [{ hash: '0x2', kind: 'cancel' }],
        fee: amount,
        blockNumber: amount,
      })
      expect(parseTracked(writeTracked([item]))).toEqual([item])
    }),
    { numRuns: 1_000 },
  )
})

test('[F20] corrupt records are left out, and none throws', () => {
  const good = JSON.stringify(tracked('0x1'))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
      expect(parseTracked(text).every(({ hash }) => typeof hash === 'string')).toBe(true)
    }),
    { numRuns: 5_000 },
  )
  fc.assert(
    fc.property(fc.json({ maxDepth: 2 }), (bad) => {
      expect(parseTracked(`{"version":1,"items":[${bad},${good}]}`)).toHaveLength(1)
    }),
    { numRuns: 1_000 },
  )
  expect(parseTracked(`{"version":2,"items":[${good}]}`)).toEqual([])
})

describe('at most 99 are kept', () => {
  test('[S9.24] the oldest ended ones go first', () => {
    const ended = Array.from({ length: 40 }, (_, at) => tracked(`0xe${at}`, { status: 'mined', sentAt: 1_000 + at }))
    const pending = Array.from({ length: 70 }, (_, at) => tracked(`0xp${at}`, { sentAt: at }))
    const kept = merged([...ended, ...pending], [])
    expect(kept).toHaveLength(trackedLimit)
    expect(kept.filter(({ status }) => status === 'pending')).toHaveLength(70)
    expect(kept.some(({ hash }) => hash === '0xe10')).toBe(false)
    expect(kept.some(({ hash }) => hash === '0xe11')).toBe(true)
  })

  test('[S9.24] then the oldest pending ones', () => {
    const pending = Array.from({ length: 120 }, (_, at) => tracked(`0xp${at}`, { sentAt: at }))
    const kept = merged(pending, [])
    expect([kept.length, kept[0]?.hash, kept.at(-1)?.hash]).toEqual([99, '0xp119', '0xp21'])
  })
})

test('[F20] of two tabs’ records the one that has ended holds', () => {
  const pending = tracked('0x1')
  const mined = tracked('0x1', { status: 'mined' })
  expect(merged([pending], [mined])).toEqual([mined])
  expect(merged([mined], [pending])).toEqual([mined])
  expect(merged([pending], [tracked('0x2')])).toHaveLength(2)
})

const item = { hash: '0x1', replacements: [{ hash: '0x2', kind: 'speedUp' }] } as const
const cancelled = { hash: '0x1', replacements: [...item.replacements, { hash: '0x3', kind: 'cancel' }] } as const
test.each([
  ['itself', item, { hash: '0x1', status: 'success' }, 'mined'],
  ['itself, reverted', item, { hash: '0x1', status: 'reverted' }, 'reverted'],
  ['what sped it up', item, { hash: '0x2', status: 'success' }, 'mined'],
  ['what cancelled it', cancelled, { hash: '0x3', status: 'success' }, 'cancelled'],
  [
    'what sped it up before the cancellation',
    cancelled,
    { hash: '0x2', status: 'success', replacement: 'replaced' },
    'mined',
  ],
  [
    'the wallet’s own speeding up of the cancellation',
    cancelled,
    { hash: '0x4', status: 'success', replacement: 'repriced' },
    'cancelled',
  ],
  [
    'the wallet’s own speeding up',
    { hash: '0x1', replacements: [] },
    { hash: '0x4', status: 'success', replacement: 'repriced' },
    'mined',
  ],
  ['the wallet’s own cancellation', item, { hash: '0x4', status: 'success', replacement: 'cancelled' }, 'cancelled'],
  ['something else', item, { hash: '0x4', status: 'success', replacement: 'replaced' }, 'replaced'],
] as const)('what is in a block is %s', (_, sent, mined, status) => {
  expect(statusOf({ item: sent, mined })).toBe(status)
})
