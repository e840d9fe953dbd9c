import { coreBuildExcludes, limits, type Wallet, WalletsQuery, walletEntries, walletsCall } from '@foyer/core/wire'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createWalletIndex, withOwnChains } from './walletIndex.js'

const idOf = (number: number) => number.toString(16).padStart(64, '0')
const wallet = (number: number, more: Partial<Wallet> = {}): Wallet => ({
  id: idOf(number),
  name: `Wallet ${number}`,
  ...more,
})
const ask = (query: Record<string, string>) => v.parse(WalletsQuery, query)
const names = (wallets: readonly Wallet[], query: Record<string, string>) =>
  createWalletIndex(wallets)
    .list(ask(query))
    .data.map(({ name }) => name)

const some = [
  wallet(1, {
    name: 'Meta Mask',
    order: 20,
    chains: ['eip155:1', 'eip155:10'],
    rdns: 'io.mask',
    badge_type: 'certified',
  }),
  wallet(2, { name: 'Mask', order: 30, chains: ['eip155:1'] }),
  wallet(3, { name: 'Unmasked', order: 10, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }),
  wallet(4, { name: 'Ébène', homepage: 'https://www.mask.example/wallet', badge_type: 'certified' }),
  wallet(5, { name: 'Alpha', badge_type: 'none' }),
]

describe('[S7.23] a listing', () => {
  test('stands by order, then by name', () => {
    expect(names(some, {})).toEqual(['Unmasked', 'Meta Mask', 'Mask', 'Alpha', 'Ébène'])
  })

  test('[S7.24] has a page, and counts what matches on all pages', () => {
    const index = createWalletIndex(some)
    const second = index.list(ask({ page: '2', entries: '2' }))
    expect([second.data.map(({ name }) => name), second.count]).toEqual([['Mask', 'Alpha'], 5])
    expect(index.list(ask({ page: '4', entries: '2' }))).toEqual({ data: [], count: 5 })
  })

  test('has those included, without those excluded, whatever the case of the ids', () => {
    expect(names(some, { include: `${idOf(3)},${idOf(2)}` })).toEqual(['Unmasked', 'Mask'])
    expect(names(some, { include: `${idOf(3)},${idOf(2)}`, exclude: idOf(3) })).toEqual(['Mask'])
    expect(names([wallet(0xab)], { include: idOf(0xab).toUpperCase() })).toEqual(['Wallet 171'])
    expect(names([wallet(0xab)], { exclude: idOf(0xab).toUpperCase() })).toEqual([])
  })

  test('an unknown id includes nothing; an empty list is none', () => {
    expect(names(some, { include: 'io.metamask' })).toEqual([])
    expect(names(some, { include: '', exclude: ' , ', chains: '', search: '  ' })).toHaveLength(5)
  })

  test('has the wallets that share a network', () => {
    expect(names(some, { chains: 'eip155:10,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })).toEqual([
      'Unmasked',
      'Meta Mask',
    ])
    expect(names(some, { chains: 'eip155:99' })).toEqual([])
    expect(names(some, { chains: 'eip155' })).toEqual([])
  })

  test("a network of the operator's own is on every wallet of its family", () => {
    const wallets = withOwnChains({ wallets: some, chains: ['eip155:31337', 'eip155:1', 'near:own'] })
    expect(names(wallets, { chains: 'eip155:31337' })).toEqual(['Meta Mask', 'Mask'])
    expect(names(wallets, { chains: 'eip155:10' })).toEqual(['Meta Mask'])
    expect(names(wallets, { chains: 'near:own' })).toEqual([])
    expect(wallets[0]?.chains).toEqual(['eip155:1', 'eip155:10', 'eip155:31337'])
  })

  test('a search finds the beginning of a name first, then of a word, then within, then elsewhere', () => {
    expect(names(some, { search: ' mask ' })).toEqual(['Mask', 'Meta Mask', 'Unmasked', 'Ébène'])
    expect(names(some, { search: 'io.mask' })).toEqual(['Meta Mask'])
    expect(names(some, { search: 'https' })).toEqual([])
  })

  test.each(['ébène', 'EBENE', 'ｅｂｅｎｅ', 'e\u0301bene'])(
    'a search finds %j, whatever its case and accents',
    (search) => {
      expect(names(some, { search })).toEqual(['Ébène'])
    },
  )

  test('has the certified ones', () => {
    expect(names(some, { badge_type: 'certified' })).toEqual(['Meta Mask', 'Ébène'])
    expect(names(some, { badge_type: 'none' })).toEqual(['Unmasked', 'Mask', 'Alpha'])
  })

  test('a build without adapters is not offered what it cannot reach', () => {
    const [first, second] = coreBuildExcludes
    const wallets = [...some, { ...wallet(6), id: first }, { ...wallet(7), id: second }]
    const count = (sv: string) => createWalletIndex(wallets).list(ask({ sv })).count
    expect([count('html-core-1.7.6'), count('react-wagmi-1.7.6'), count('html-wagmi-1.7.6')]).toEqual([5, 7, 7])
    expect(createWalletIndex(wallets).list(ask({ sv: 'html-core-1.7.6', include: first })).count).toBe(0)
  })

  const anything = fc.record({
    order: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    name: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'B', 'é', ' ', 'x') }),
    chains: fc.subarray(['eip155:1', 'eip155:10', 'solana:x']),
    badge_type: fc.constantFrom('none' as const, 'certified' as const, undefined),
  })
  const many = fc.array(anything, { maxLength: 60 }).map((list) => list.map((more, index) => wallet(index, more)))
  const someIds = fc.option(
    fc.array(fc.nat({ max: 70 }).map(idOf), { maxLength: 30 }).map((ids) => ids.join(',')),
    { nil: '' },
  )

  test('its pages together are the whole list, each wallet once, for any question', () => {
    fc.assert(
      fc.property(
        many,
        fc.record({
          include: someIds,
          exclude: someIds,
          chains: fc.constantFrom('', 'eip155:1', 'eip155:10,solana:x'),
          search: fc.constantFrom('', 'a', 'É', 'bx', ' '),
          badge_type: fc.constantFrom('none', 'certified'),
        }),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        (wallets, { badge_type, ...rest }, badged, entries) => {
          const query = badged ? { ...rest, badge_type } : rest
          const index = createWalletIndex(wallets)
          const whole = index.list(ask({ ...query, entries: '100' }))
          const pages = Array.from({ length: Math.ceil(whole.count / entries) + 1 }, (_, page) =>
            index.list(ask({ ...query, entries: String(entries), page: String(page + 1) })),
          )
          const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
          expect(ids).toEqual(whole.data.map(({ id }) => id))
          expect(new Set(ids).size).toBe(whole.count)
          expect(pages.every(({ count }) => count === whole.count)).toBe(true)
        },
      ),
    )
  })

  test('[S9.3 S9.5] a page has 40 wallets unless said, a search 100 at most', () => {
    const index = createWalletIndex(Array.from({ length: 150 }, (_, number) => wallet(number)))
    expect(index.list(ask({})).data).toHaveLength(40)
    expect(index.list(ask({ search: 'wallet', entries: '100' })).data).toHaveLength(100)
    expect(v.is(WalletsQuery, { search: 'wallet', entries: '101' })).toBe(false)
  })

  test('what kits ask for: pages of 40, 4 recommended, 100 found, 20 images at first', () => {
    expect(walletEntries).toEqual({ page: 40, recommended: 4, search: 100, imagesFirst: 20 })
    expect(walletsCall.path).toBe('/getWallets')
  })

  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '1e3'],
    ['page', '99999999999999999999'],
    ['entries', '0'],
    ['entries', String(limits.walletEntries + 1)],
    ['entries', 'all'],
    ['badge_type', 'best'],
    ['search', 'x'.repeat(limits.walletName + 1)],
    ['include', 'x,'.repeat(limits.walletEntries + 1)],
    ['exclude', 'x'.repeat(limits.walletId + 1)],
    ['chains', 'x,'.repeat(limits.walletChains + 1)],
  ])('%s is no %s', (name, value) => {
    const parsed = v.safeParse(WalletsQuery, { [name]: value })
    expect(parsed.issues?.map((issue) => v.getDotPath(issue))).toEqual([name])
  })
})
