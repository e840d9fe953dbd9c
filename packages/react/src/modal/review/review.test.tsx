import type { Foyer } from '@foyer/core'
import type { TrackedStatus, TrackedTransaction } from '@foyer/core/transactions'
import { reset } from '@foyer/core/view'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/plainKit.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, addresses, connected, modalKit, type ShownModal, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const [own, other] = addresses
const hash = `0x${'5f'.repeat(32)}`

/** Returns a transaction of an earlier visit, as the kit keeps it. */
const sent = (change: Partial<TrackedTransaction>): TrackedTransaction => ({
  hash,
  networkId: 'eip155:1',
  address: own,
  type: 'send',
  sentAt: Date.UTC(2026, 10, 22, 12, 52),
  status: 'mined',
  replacements: [],
  transfer: { to: other, asset: { type: 'coin' }, amount: 1_234_567_890_000_000_000n, symbol: 'ETH', decimals: 18 },
  blockNumber: 1204n,
  fee: 28_000_000_000_000n,
  ...change,
})

interface Shown extends ShownModal {
  readonly foyer: Foyer
  /** The rows by their terms. */
  readonly rows: () => Record<string, string | null | undefined>
}

/** Shows the receipt of a transaction. */
async function receiptOf(
  change: Partial<TrackedTransaction>,
  own: { readonly kind?: 'send' | 'swap' | 'revoke'; readonly name?: string } = {},
): Promise<Shown> {
  const storage = memoryStorage()
  const items = JSON.stringify({ version: 1, items: [sent(change)] }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  storage.setItem('@foyer/1/test/transactions', items)
  const kit = modalKit({ storage })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Receipt', networkId: 'eip155:1', hash, kind: 'send', ...own }))
  const rows = () =>
    Object.fromEntries(
      modal.parts('detail').map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    )
  // When it was sent is known once it is found among what is kept.
  await waitFor(() => expect(rows().Time).toBeDefined())
  return { ...modal, foyer: kit.foyer, rows }
}

test('a receipt says what went, to whom, in which block, for which fee, when, and where it can be looked up', async () => {
  const { part, rows } = await receiptOf({}, { name: 'ada.foyer.id' })
  expect(part('receipt').dataset.state).toBe('done')
  expect(part('receipt-title').textContent).toBe('Sent')
  expect(part('sum').textContent).toBe('−1.23456789 ETH')
  // What is less than a hundredth stands apart.
  expect(part('sum-rest').textContent).toBe('456789')
  expect(part('sum-note').textContent).toBe('to ada.foyer.id · 0x70…dc79C8')
  expect(rows()).toMatchObject({
    To: other,
    Status: 'Confirmed, block 1,204',
    'Network fee': '0.000028 ETH',
    Transaction: '0x5f…5f5f5f',
  })
  expect(rows().Time).toMatch(/^Nov 22, /)
  expect(part('explorer').getAttribute('href')).toContain(hash)
})

test('Done leads back to where it was sent', async () => {
  const { press, arrived, foyer } = await receiptOf({})
  await acting(() => reset(foyer, { view: 'Account' }, { view: 'Receipt', networkId: 'eip155:1', hash, kind: 'send' }))
  await arrived('Receipt')
  await press('done')
  await arrived('Account')
})

const ended: readonly (readonly [TrackedStatus, string, string, string])[] = [
  ['mined', 'done', 'Sent', 'Confirmed, block 1,204'],
  ['held', 'held', 'In your wallet', 'Waiting in your wallet. Others may have to sign there.'],
  ['reverted', 'failed', 'Transaction failed', 'Transaction error'],
  ['cancelled', 'failed', 'Transaction failed', 'Transaction cancelled'],
  ['replaced', 'failed', 'Transaction failed', 'Another transaction took its place'],
  ['dropped', 'failed', 'Transaction failed', 'Another transaction took its place'],
]

test.each(ended)('what is %s is %s: “%s”, %s', async (status, state, title, words) => {
  const { part, rows } = await receiptOf({ status })
  expect(part('receipt').dataset.state).toBe(state)
  expect(part('receipt-title').textContent).toBe(title)
  expect(part('receipt-title').getAttribute('role')).toBe(state === 'failed' ? 'alert' : 'status')
  expect(rows().Status).toContain(words)
})

test('until it is mined nothing is claimed of its fee, for which a place is kept', async () => {
  const { part, parts, rows } = await receiptOf({ status: 'pending', fee: undefined, blockNumber: undefined })
  expect(part('receipt').dataset.state).toBe('pending')
  expect(part('receipt-title').textContent).toBe('Transaction started')
  expect(rows().Status).toBe('Waiting for the network')
  expect(parts('skeleton')).toHaveLength(1)
})

test('of a transaction that took its place the receipt names that, and leads there', async () => {
  const minedHash = `0x${'7a'.repeat(32)}`
  const { part, rows } = await receiptOf({ minedHash })
  expect(rows().Transaction).toBe('0x7a…7a7a7a')
  expect(part('explorer').getAttribute('href')).toContain(minedHash)
})

test('a reverted one has its reason in the contract’s words, from which nothing is turned around', async () => {
  const { part } = await receiptOf({ status: 'reverted', reason: 'Too\u202e late' })
  expect(part('receipt-details').textContent).toContain('Too late')
})

test('a swap says what it sold, and the least that it bought, with six decimals at most', async () => {
  const swap = {
    sold: { amount: 1_500_000n, decimals: 6, symbol: 'USD' },
    bought: { amount: 717_632_123_456_789_012n, decimals: 18, symbol: 'ETH' },
  }
  const { part } = await receiptOf({ swap, transfer: undefined }, { kind: 'swap' })
  expect(part('receipt-title').textContent).toBe('Swapped')
  expect(part('sum').textContent).toBe('−1.5 USD')
  expect(part('sum-note').textContent).toBe('for at least 0.717632 ETH')
})

test('a swap that is in a block says what came', async () => {
  const swap = {
    sold: { amount: 1_500_000n, decimals: 6, symbol: 'USD' },
    bought: { amount: 717n, decimals: 3, symbol: 'WETH', address: other },
  }
  const { part } = await receiptOf({ swap, transfer: undefined, received: 1_721n }, { kind: 'swap' })
  expect(part('sum-note').textContent).toBe('for 1.721 WETH')
})

test('a revocation has no amount but the name of what can’t be taken any more', async () => {
  const { part, parts } = await receiptOf({ transfer: undefined, type: 'approve' }, { kind: 'revoke', name: 'DUSD' })
  expect(part('receipt-title').textContent).toBe('Approval revoked')
  expect(part('sum').textContent).toBe('DUSD')
  expect(parts('sum-note')).toHaveLength(0)
})

test('an NFT that went is its number', async () => {
  const asset = { type: 'nft', address: other, tokenId: '42' } as const
  const { part } = await receiptOf({ transfer: { to: other, asset, amount: 1n } })
  expect(part('sum').textContent).toBe('#42')
})

test('the longer an amount is, the smaller it is written, and no digit of it is left out', async () => {
  const amountOf = async (amount: bigint) => {
    const { part } = await receiptOf({
      transfer: { to: other, asset: { type: 'coin' }, amount, symbol: 'ETH', decimals: 18 },
    })
    const { width } = part('sum').dataset
    const { textContent } = part('sum')
    cleanup()
    return { width, textContent }
  }
  expect(await amountOf(10n ** 18n)).toEqual({ width: 'usual', textContent: '−1 ETH' })
  expect(await amountOf(1_234_567_890n * 10n ** 18n)).toMatchObject({ width: 'long' })
  expect(await amountOf(1_234_567_890_123_456_789_012_345_678n)).toEqual({
    width: 'longer',
    textContent: '−1,234,567,890.123456789012345678 ETH',
  })
})
