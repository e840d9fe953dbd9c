import { expect, test } from 'vitest'
import { defineNetwork } from '../networks/defineNetwork.js'
import { mainnet } from '../networks/known.js'
import { isSent, sentReceipt } from './sentReceipt.js'
import type { TrackedStatus, TrackedTransaction } from './trackedTransaction.js'

const sent = `0x${'1'.repeat(64)}`
const minedHash = `0x${'2'.repeat(64)}`
const network = defineNetwork(mainnet)
const tracked: TrackedTransaction = {
  hash: sent,
  networkId: 'eip155:1',
  address: '0xA1',
  type: 'send',
  status: 'pending',
  replacements: [],
  sentAt: Date.UTC(2026, 2, 4, 12),
}
const receiptOf = (more: Partial<TrackedTransaction> | undefined) =>
  sentReceipt({ sent, tracked: more && { ...tracked, ...more }, network, price: 3000, locale: 'en' })

test('one that isn’t followed yet is pending, under the number that it was sent by', () => {
  expect(receiptOf(undefined)).toMatchObject({ state: 'pending', hash: sent, fee: undefined, when: undefined })
})

test('one in a block has its block, its fee, and its page at the explorer', () => {
  const receipt = receiptOf({ status: 'mined', minedHash, blockNumber: 1204n, fee: 28n * 10n ** 12n })
  expect(receipt).toMatchObject({
    state: 'done',
    hash: minedHash,
    block: '1,204',
    fee: { amount: '0.000028 ETH', worth: '$0.08' },
  })
  expect(receipt.explorerUrl).toContain(minedHash)
})

test.each<[TrackedStatus, string | undefined]>([
  ['cancelled', 'account.transactionCancelled'],
  ['reverted', 'account.transactionReverted'],
  ['dropped', 'account.transactionReplaced'],
  ['unknown', 'error.callsUnknown'],
])('one that is %s has failed, and says %s', (status, notice) =>
  expect(receiptOf({ status })).toMatchObject({ state: 'failed', notice }),
)

test('one that its account holds says so, and leads to no explorer', () =>
  expect(receiptOf({ status: 'held', minedHash: undefined })).toMatchObject({
    ...{ state: 'held', notice: 'account.transactionHeld', explorerUrl: undefined },
  }))

test('[F14] a reason is shown without what would turn its line around', () =>
  expect(receiptOf({ status: 'reverted', reason: 'no\u202e' }).reason).toBe('no'))

test('it is found by its number, and by that of the one which took its place; never by none', () => {
  const mined = { ...tracked, minedHash }
  const at = (hash: string | undefined) => ({ networkId: 'eip155:1', hash }) as const
  expect([isSent(mined, at(sent)), isSent(mined, at(minedHash)), isSent(mined, at('0x3'))]).toEqual([true, true, false])
  expect(isSent(tracked, at(undefined))).toBe(false)
  expect(isSent(tracked, { ...at(sent), networkId: 'eip155:10' })).toBe(false)
})
