import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FamilyActions } from '../connector/family.js'
import { FoyerError } from '../errors/FoyerError.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import { mainnet } from '../networks/known.js'
import { fakeAdapter } from '../test/fakeKit.js'
import { followTransaction, statusOf } from './followTransaction.js'
import {
  hasHash,
  latestHash,
  merged,
  parseTracked,
  type TrackedTransaction,
  trackedLimit,
  writeTracked,
} from './trackedTransaction.js'

/** A planted bug shows with the first few. */
const manyRuns = (count: number) => (process.env.FOYER_MUTATION ? count / 100 : count)

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
    { numRuns: manyRuns(1_000) },
  )
})

test('[F20] corrupt records are left out, and none throws', () => {
  const good = JSON.stringify(tracked('0x1'))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
      expect(parseTracked(text).every(({ hash }) => typeof hash === 'string')).toBe(true)
    }),
    { numRuns: manyRuns(5_000) },
  )
  fc.assert(
    fc.property(fc.json({ maxDepth: 2 }), (bad) => {
      expect(parseTracked(`{"version":1,"items":[${bad},${good}]}`)).toHaveLength(1)
    }),
    { numRuns: manyRuns(1_000) },
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

  test('[S9.24] an ended one counts once, however old it is', () => {
    const pending = Array.from({ length: 100 }, (_, at) => tracked(`0xp${at}`, { sentAt: 10 + at }))
    const kept = merged([tracked('0xe', { status: 'mined', sentAt: 1 }), ...pending], [])
    expect([kept.length, kept.at(-1)?.hash]).toEqual([99, '0xp1'])
  })

  test('[S9.24] while there are fewer, none goes', () => {
    const pending = Array.from({ length: 60 }, (_, at) => tracked(`0xp${at}`, { sentAt: at }))
    expect(merged(pending, [])).toHaveLength(60)
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
  [
    'the wallet’s own speeding up of the only cancellation',
    { hash: '0x1', replacements: [{ hash: '0x3', kind: 'cancel' }] },
    { hash: '0x4', status: 'success', replacement: 'repriced' },
    'cancelled',
  ],
  ['the wallet’s own cancellation', item, { hash: '0x4', status: 'success', replacement: 'cancelled' }, 'cancelled'],
  ['something else', item, { hash: '0x4', status: 'success', replacement: 'replaced' }, 'replaced'],
] as const)('what is in a block is %s', (_, sent, mined, status) => {
  expect(statusOf({ item: sent, mined })).toBe(status)
})

const transfer = { to: '0xB', asset: { type: 'coin' }, amount: '5', symbol: 'ETH', decimals: 18 }
const swap = { sold: { amount: '1', decimals: 0, symbol: '' }, bought: { amount: '1', decimals: 255, symbol: 'B' } }
const bare = tracked('0x1')
const long = (length: number) => 'x'.repeat(length)

test.each<[string, object, readonly unknown[], readonly unknown[]]>([
  ['hash', {}, ['1', long(8_194)], ['', long(8_195), 7, null]],
  ['networkId', {}, ['eip155:1', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'], ['eip155', 1, '', null]],
  ['address', {}, ['1', long(128)], ['', long(129)]],
  ['type', {}, ['send', 'approve', 'trade'], ['', 'theft']],
  ['sentAt', {}, [0, 1], [-1, 0.5, 2 ** 53, '1']],
  [
    'status',
    {},
    ['pending', 'held', 'mined', 'reverted', 'replaced', 'cancelled', 'dropped', 'partial', 'failed', 'unknown'],
    ['', 'lost'],
  ],
  ['nonce', {}, [undefined, 0, 7], [-1, 0.5, 2 ** 53, '7']],
  ['minedHash', {}, [undefined, '0x2', long(128)], ['', long(129)]],
  ['reason', {}, [undefined, '', long(200)], [long(201), 1]],
  ['blockNumber', {}, [undefined, '0', '9'.repeat(80)], ['', '9'.repeat(81), '-1', '1.5', ' 1', '1 ', 1]],
  ['fee', {}, [undefined, '0'], ['', '0x1', '1e3']],
  [
    'replacements',
    {},
    [[{ hash: '0x2', kind: 'speedUp' }]],
    [undefined, {}, [{ hash: '', kind: 'cancel' }], [{ hash: '1', kind: 'x' }]],
  ],
  ['transfer', {}, [undefined, transfer], [{}, null]],
  ['to', transfer, ['1', long(128)], ['', long(129), undefined]],
  ['amount', transfer, ['0', '9'.repeat(80)], ['', '-1', '9'.repeat(81), '0x1', 5, undefined]],
  ['symbol', transfer, [undefined, 'E', long(128)], ['', long(129)]],
  ['decimals', transfer, [undefined, 0, 255], [-1, 0.5, 256, '18']],
  [
    'asset',
    transfer,
    [
      { type: 'token', address: '1' },
      { type: 'nft', address: long(128), tokenId: long(128) },
      { type: 'nft', address: '1', tokenId: '1', standard: 'erc1155' },
    ],
    [
      undefined,
      {},
      { type: 'gold' },
      { type: 'token' },
      { type: 'token', address: '' },
      { type: 'nft', address: '1' },
      { type: 'nft', address: '1', tokenId: '1', standard: '' },
      { type: 'nft', address: '1', tokenId: long(129) },
    ],
  ],
  [
    'swap',
    {},
    [undefined, swap],
    [
      {},
      { sold: swap.sold },
      { ...swap, bought: { ...swap.sold, decimals: 256 } },
      { ...swap, sold: { ...swap.sold, symbol: long(129) } },
    ],
  ],
  [
    'calls',
    {},
    [undefined, { id: long(8_194), count: 1 }, { id: '0x1', count: 3, number: 2 }],
    [
      {},
      { id: '', count: 1 },
      { id: long(8_195), count: 1 },
      { id: '0x1', count: 0 },
      { id: '0x1', count: 1, number: 0 },
    ],
  ],
])(
  '[F20] of what was kept %s is read up to its bounds, and what is beyond isn’t read at all',
  (field, within, good, bad) => {
    const kept = (value: unknown) => {
      const item =
        within === transfer ? { ...bare, transfer: { ...transfer, [field]: value } } : { ...bare, [field]: value }
      return JSON.stringify({ version: 1, items: [item] })
    }
    for (const value of good)
      expect(JSON.parse(writeTracked(parseTracked(kept(value))) ?? '')).toEqual(JSON.parse(kept(value)))
    for (const value of bad) expect([value, parseTracked(kept(value))]).toEqual([value, []])
  },
)

test('nothing to keep is kept as nothing; no more than 99 are read', () => {
  expect(writeTracked([])).toBeUndefined()
  const items = Array.from({ length: 120 }, (_, at) => tracked(`0x${at}`, { sentAt: 120 - at }))
  expect(parseTracked(writeTracked(items))).toEqual(items.slice(0, 99))
  const full = items.slice(0, 99)
  expect(merged(full, [])).toEqual(full)
})

test('of two tabs’ records one’s own holds unless the other’s has ended; the newest is first', () => {
  const own = tracked('0x1', { nonce: 1 })
  const other = tracked('0x1', { nonce: 2 })
  expect(merged([own], [other])).toEqual([own])
  const [mined, reverted] = [tracked('0x1', { status: 'mined' }), tracked('0x1', { status: 'reverted' })]
  expect(merged([mined], [reverted])).toEqual([mined])
  const elsewhere = tracked('0x1', { networkId: 'eip155:10', sentAt: 2 })
  expect(merged([own], [elsewhere])).toEqual([elsewhere, own])
})

test('a transaction goes by its own hash, by those in its place, and by the one in a block', () => {
  const sent = tracked('0x1', {
    replacements: [
      { hash: '0x2', kind: 'speedUp' },
      { hash: '0x3', kind: 'cancel' },
    ],
  })
  expect([latestHash(tracked('0x1')), latestHash(sent)]).toEqual(['0x1', '0x3'])
  const mined = { ...sent, minedHash: '0x4' }
  expect(['0x1', '0x2', '0x3', '0x4', '0x5'].map((hash) => hasHash(mined, hash))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
})

class Coded extends FoyerError {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

describe('a wait', () => {
  const follow = (actions: Partial<FamilyActions> | undefined, item = tracked('0x1')) => {
    const adapter = fakeAdapter('eip155', { actions: async () => ({ nativeBalance: async () => 1n, ...actions }) })
    return followTransaction({
      context: Object.assign(Object.create(null), {
        ...{ adapters: new Map(actions ? [['eip155', adapter]] : []), adapterHost: Object.create(null) },
      }),
      ...{ item, network: mainnet, change: () => {}, signal: new AbortController().signal },
    })
  }
  const reverted = { waitForTransaction: async () => ({ hash: '0x2', status: 'reverted' as const }) }

  test('is for what is in its place, by its number, an hour long', async () => {
    const asked: object[] = []
    const actions: Partial<FamilyActions> = {
      waitForTransaction: async ({ hash, numbered, timeoutMs }) => {
        asked.push({ hash, numbered, timeoutMs })
        return { hash, status: 'success', blockNumber: 5n, fee: 6n }
      },
      failureReason: async () => 'never asked for',
    }
    const replaced = tracked('0x1', { nonce: 0, replacements: [{ hash: '0x2', kind: 'cancel' }] })
    const end = { reason: undefined, blockNumber: 5n, fee: 6n }
    expect(await follow(actions)).toEqual({ status: 'mined', minedHash: '0x1', ...end })
    expect(await follow(actions, replaced)).toEqual({ status: 'cancelled', minedHash: '0x2', ...end })
    expect(asked).toEqual([
      { hash: '0x1', numbered: undefined, timeoutMs: 3_600_000 },
      { hash: '0x2', numbered: { address: '0xA1', nonce: 0 }, timeoutMs: 3_600_000 },
    ])
  })

  test('of a reverted one asks why, of the one in the block; that a node can’t say leaves it reverted', async () => {
    const failureReason = async ({ hash }: { readonly hash: string }) => `Why ${hash}`
    expect(await follow({ ...reverted, failureReason })).toMatchObject({ status: 'reverted', reason: 'Why 0x2' })
    const end = { status: 'reverted', minedHash: '0x2', reason: undefined }
    expect(await follow(reverted)).toMatchObject(end)
    expect(await follow({ ...reverted, failureReason: () => Promise.reject(new Coded('json_rpc')) })).toMatchObject(end)
    for (const error of [new Coded('aborted'), new Error('broken')])
      await expect(follow({ ...reverted, failureReason: () => Promise.reject(error) })).rejects.toBe(error)
  })

  test.each([
    ['dropped', new Coded('transaction_dropped'), { status: 'dropped' }],
    ['not known yet', new RequestTimeoutError(), undefined],
  ])('may end with one that is %s', async (_, error, end) => {
    expect(await follow({ waitForTransaction: () => Promise.reject(error) })).toEqual(end)
  })

  test('fails with the chain, and isn’t begun where nothing follows', async () => {
    for (const error of [new Coded('json_rpc'), new Error('broken')])
      await expect(follow({ waitForTransaction: () => Promise.reject(error) })).rejects.toBe(error)
    expect(await follow({})).toBeUndefined()
    expect(await follow(undefined)).toBeUndefined()
  })
})
