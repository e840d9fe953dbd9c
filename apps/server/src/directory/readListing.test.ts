import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ListingError } from './ListingError.js'
import { readListing } from './readListing.js'

const id = (digit: string) => digit.repeat(64)
const read = (value: unknown) => readListing(JSON.stringify(value))
const data = (...entries: object[]) => read({ data: entries, count: entries.length })

const explorer = {
  id: id('a'),
  name: 'Example Wallet',
  slug: 'example-wallet',
  description: 'Not kept.',
  homepage: 'https://wallet.example/',
  chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'multiversx:1'],
  versions: ['2'],
  sdks: ['sign_v2'],
  app_type: 'wallet',
  image_id: '5195e9db-94d8-4579-6f11-ef553be95100',
  image_url: {
    sm: 'https://pictures.example/sm/1',
    md: 'https://pictures.example/md/1',
    lg: 'https://pictures.example/lg/1',
  },
  app: {
    browser: null,
    ios: 'https://apps.apple.com/app/id1',
    android: 'http://play.google.com/store/apps/details?id=example',
    mac: null,
    windows: '',
    linux: null,
    chrome: '-',
    firefox: null,
    safari: null,
    edge: null,
    opera: null,
  },
  injected: [{ injected_id: 'isExample', namespace: 'eip155' }],
  rdns: 'example.wallet',
  mobile: { native: 'example:', universal: 'https://wallet.example/open' },
  desktop: { native: '', universal: null },
  metadata: { shortName: 'Example', colors: { primary: '#fff', secondary: null } },
  updatedAt: '2024-01-01T00:00:00.000Z',
}

describe('a list', () => {
  test("[S3.1] of the public explorer is brought to the listing's fields", () => {
    const { wallets, pictures, bad } = read({ listings: { [id('a')]: explorer }, count: 1, total: 1 })
    expect(bad).toEqual([])
    expect(wallets).toEqual([
      {
        id: id('a'),
        name: 'Example Wallet',
        homepage: 'https://wallet.example/',
        chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'mvx:1'],
        image_id: '5195e9db-94d8-4579-6f11-ef553be95100',
        mobile_link: 'example:',
        link_mode: 'https://wallet.example/open',
        desktop_link: null,
        webapp_link: null,
        app_store: 'https://apps.apple.com/app/id1',
        play_store: 'https://play.google.com/store/apps/details?id=example',
        chrome_store: null,
        rdns: 'example.wallet',
        injected: [{ injected_id: 'isExample', namespace: 'eip155' }],
      },
    ])
    expect([...pictures]).toEqual([[id('a'), 'https://pictures.example/md/1']])
  })

  test('of this server, or one like it, is taken as it is', () => {
    const entry = {
      id: id('b'),
      name: 'Other',
      order: 10,
      badge_type: 'certified',
      mobile_link: 'other://',
      rdns: null,
    }
    const { wallets, pictures } = data({ ...entry, image_url: 'https://pictures.example/b.png' })
    expect(wallets).toEqual([entry])
    expect(pictures.get(id('b'))).toBe('https://pictures.example/b.png')
  })

  test.each([
    ['id', { id: 'not-hex' }],
    ['name', { name: undefined }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'Good\u202eteW' }],
    ['name', { name: 'zero\u200bwidth' }],
    ['name', { name: 'no\u0000thing' }],
    ['chains', { chains: 'eip155:1' }],
    ['chains.1', { chains: ['eip155:1', 'ethereum'] }],
    ['homepage', { homepage: 'ftp://wallet.example' }],
    ['homepage', { homepage: 'https://user:pass@wallet.example' }],
    ['homepage', { homepage: 'https://localhost' }],
    ['image_id', { image_id: '../secrets' }],
    ['rdns', { rdns: 'x'.repeat(256) }],
    ['order', { order: '1' }],
    ['badge_type', { badge_type: 'best' }],
    ['injected.0.namespace', { injected: [{ namespace: 'EIP 155' }] }],
    ['mobile_link', { mobile_link: 'javascript:alert(1)' }],
    ['mobile_link', { mobile_link: 'JavaScript://x' }],
    ['mobile_link', { mobile_link: 'data:text/html,x' }],
    ['mobile_link', { mobile_link: 'intent://x#Intent;scheme=https;end' }],
    ['mobile_link', { mobile_link: 'http://wallet.example' }],
    ['mobile_link', { mobile_link: 'wallet' }],
    ['mobile_link', { mobile_link: 'wal let://' }],
    ['desktop_link', { desktop_link: 'file:///etc/passwd' }],
    ['link_mode', { link_mode: 'wallet://' }],
    ['webapp_link', { webapp_link: 'javascript:alert(1)' }],
    ['chrome_store', { chrome_store: 7 }],
  ])('[F14 F29] reports a bad %s with its wallet, and leaves only that out: %j', (field, change) => {
    const { wallets, bad } = data({ id: id('a'), name: 'Bad', ...change }, { id: id('c'), name: 'Good' })
    expect(wallets.map(({ name }) => name)).toEqual(['Good'])
    const shown = 'id' in change ? change.id : id('a')
    expect(bad).toEqual([{ id: shown, field, problem: expect.stringMatching(/^[a-z]/) }])
    expect(JSON.stringify(bad)).not.toMatch(/alert|passwd|secrets|\u202e/)
  })

  test('a wallet that announces itself by an address, or a name, is listed by it', () => {
    const rdns = 'https://wallet.example/'
    const { wallets, bad } = data({ id: id('a'), name: 'One', rdns }, { id: id('c'), name: 'Two', rdns: 'Two' })
    expect(bad).toEqual([])
    expect(wallets.map((wallet) => wallet.rdns)).toEqual([rdns, 'Two'])
  })

  test('has a wallet once, and says where an entry without an id stands', () => {
    const { wallets, bad } = data({ id: id('a'), name: 'One' }, { id: id('A'), name: 'Two' }, { name: 'Three' })
    expect(wallets.map(({ name }) => name)).toEqual(['One'])
    expect(bad).toEqual([
      { id: id('a'), field: 'id', problem: 'stands in the list before' },
      { id: 'entry 3', field: 'id', problem: 'is missing' },
    ])
  })

  test.each(['', 'null', '[]', '{"listings":7}', '{"data":{}}', '{"wallets":[]}', '<html>'])('is not %j', (json) => {
    expect(() => readListing(json)).toThrow(ListingError)
  })

  test('is read, or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(fc.anything()).map((list) => safeJson({ data: list })),
        ),
        (json) => {
          try {
            const { wallets, bad } = readListing(json)
            expect(wallets.length + bad.length).toBeGreaterThanOrEqual(0)
          } catch (error) {
            expect(error).toBeInstanceOf(ListingError)
          }
        },
      ),
    )
  })
})

function safeJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}
