import { describe, expect, test } from 'vitest'
import { type ConnectorOrderType, defaultFeatures } from '../config/options.js'
import type { ConnectorEntry } from '../connector/connector.js'
import { isInAppBrowser } from '../connector/listedWallet.js'
import { account } from '../connector/test/fakeConnector.js'
import { mainnet, solana } from '../networks/index.js'
import type { Connection, Pending } from '../state/connection.js'
import { noConnections } from '../state/state.js'
import {
  type AllWalletsRowParameters,
  allWalletsRow,
  type ConnectRowsParameters,
  comingRows,
  connectRows,
} from './connectRows.js'
import type { ConnectRow } from './directoryState.js'

const entry = (id: string, more: Partial<ConnectorEntry> = {}): ConnectorEntry => ({
  id,
  type: 'ANNOUNCED',
  name: `The ${id}`,
  families: ['eip155'],
  ...more,
})
const rows = ({
  state,
  options,
  ...more
}: {
  state?: Partial<ConnectRowsParameters['state']>
  options?: Partial<ConnectRowsParameters['options']>
} & Pick<ConnectRowsParameters, 'mobile' | 'directory'>) =>
  connectRows({
    ...more,
    state: {
      connectors: [],
      connectorFilter: undefined,
      networks: [],
      recents: [],
      features: defaultFeatures,
      connection: noConnections,
      ...state,
    },
    options: { excludeWalletIds: [], customWallets: [], connectorImages: {}, enableWallets: true, ...options },
  })
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

const connectionTo = (connector: ConnectorEntry): Connection => ({
  id: connector.id,
  connector,
  accounts: [account('0xA1')],
  addresses: {},
  networks: {},
})

test('a wallet that is waited for, as it shows no account, is said to be locked; one that is being asked is installed', () => {
  const state = { connectors: [entry('a'), entry('b')] }
  const tags = (pending: Pending) =>
    rows({ state: { ...state, connection: { ...noConnections, pending: { eip155: pending } } } }).map(({ tag }) => tag)
  expect(tags({ id: 1, connectorId: 'a' })).toEqual(['locked', 'installed'])
  expect(tags({ id: 1, kind: 'connect', connectorId: 'a' })).toEqual(['installed', 'installed'])
})

const some = [
  entry('legacy', { type: 'INJECTED' }),
  entry('announced', { rdns: 'org.announced' }),
  entry('brought', { type: 'EXTERNAL' }),
  entry('many', { type: 'MULTI_CHAIN', families: ['eip155', 'solana'] }),
]
const recents = [{ id: 'old', name: 'Old', families: ['eip155'] as const }]
const customWallets = [{ id: 'own', name: 'Own', image_url: 'own.png' }]

describe('connectRows', () => {
  test('[S3.3 S3.4] groups by the default order, and says of each row why it stands there', () => {
    const list = rows({ state: { connectors: some, recents }, options: { customWallets } })
    expect(list.map(({ id, group, tag }) => [id, group, tag])).toEqual([
      ['recent:old', 'recent', 'recent'],
      ['many', 'injected', 'multichain'],
      ['announced', 'injected', 'installed'],
      ['legacy', 'injected', 'installed'],
      ['custom:own', 'custom', undefined],
      ['brought', 'external', undefined],
    ])
  })

  test('[S3.4] one of the host’s own that was used before stands once, as recent, with the host’s links', () => {
    const own = { id: 'own', name: 'Own', rdns: 'org.own', webapp_link: 'https://own.example' }
    const as = (recent: Partial<(typeof recents)[0]> & { readonly rdns?: string }) =>
      rows({
        state: { recents: [{ ...recents[0], id: 'old', name: 'Old', families: ['eip155'], ...recent }] },
        options: { customWallets: [own] },
      })
    for (const recent of [{ id: 'own' }, { name: 'Own' }, { rdns: 'org.own' }])
      expect(as(recent)).toMatchObject([{ id: 'recent:own', group: 'recent', wallet: own }])
    expect(ids(as({}))).toEqual(['recent:old', 'custom:own'])
  })

  test("[S3.4] the host's groups come first, each once, the others in their usual order", () => {
    const connectorTypeOrder: ConnectorOrderType[] = ['external', 'custom', 'external']
    const features = { ...defaultFeatures, connectorTypeOrder }
    const list = rows({ state: { connectors: some, recents, features }, options: { customWallets } })
    expect(ids(list)).toEqual(['brought', 'custom:own', 'recent:old', 'many', 'announced', 'legacy'])
  })

  test('a lone legacy wallet is offered', () => {
    expect(ids(rows({ state: { connectors: [entry('legacy', { type: 'INJECTED' })] } }))).toEqual(['legacy'])
  })

  test.each(['announced', 'org.announced', 'The announced', 'the ANNOUNCED'])('[S6.8] excludes by %s', (excluded) => {
    const connectors = [entry('announced', { rdns: 'org.announced' }), entry('other')]
    expect(ids(rows({ state: { connectors }, options: { excludeWalletIds: [excluded] } }))).toEqual(['other'])
  })

  test('[S6.8] excludes recent wallets and those of the host too', () => {
    const options = { customWallets, excludeWalletIds: ['old', 'own'] }
    expect(rows({ state: { recents }, options })).toEqual([])
  })

  test('[S2.23] offers the wallets of one chain family', () => {
    const state = { connectors: some, recents, connectorFilter: 'solana' } as const
    expect(ids(rows({ state }))).toEqual(['many'])
    expect(ids(rows({ state: { ...state, connectorFilter: undefined } }))).toContain('announced')
  })

  test('[S3.3] a wallet of several families stands there once, as multichain, and asks for the chain', () => {
    const icon = 'data:image/png;base64,AA=='
    const connectors = [entry('a', { name: 'Maple' }), entry('b', { name: 'Maple', families: ['solana'], icon })]
    const state = { connectors, networks: [mainnet, solana] }
    expect(rows({ state })).toMatchObject([
      {
        id: 'a',
        tag: 'multichain',
        icon,
        asksChain: true,
      },
    ])
    expect(rows({ state: { ...state, networks: [solana] } })).toMatchObject([{ connectorId: 'b', tag: 'installed' }])
    expect(rows({ state: { ...state, connectorFilter: 'eip155' } })).toMatchObject([
      { connectorId: 'a', tag: 'installed' },
    ])
    expect(rows({ state, options: { connectorImages: { b: 'mine.png' } } })).toMatchObject([{ icon: 'mine.png' }])
  })

  test('a wallet stands there once, though it was used before and is on the own list', () => {
    const connectors = [entry('announced', { rdns: 'org.announced' })]
    const again = { id: 'x', name: 'X', rdns: 'org.announced', families: ['eip155'] as const }
    const state = { connectors, recents: [again, { ...again, id: 'announced' }] }
    expect(ids(rows({ state, options: { customWallets: [{ id: 'y', name: 'The announced' }] } }))).toEqual([
      'announced',
    ])
  })

  test("shows the host's pictures", () => {
    const connectors = [entry('announced', { icon: 'a.png' }), entry('other', { icon: 'b.png' })]
    const options = { customWallets, connectorImages: { announced: 'mine.png', old: 'old.png', own: 'theirs.png' } }
    const icons = rows({ state: { connectors, recents }, options }).map(({ id, icon }) => [id, icon])
    expect(Object.fromEntries(icons)).toEqual({
      announced: 'mine.png',
      other: 'b.png',
      'recent:old': 'old.png',
      'custom:own': 'theirs.png',
    })
  })

  test('offers none where the host wants none', () => {
    expect(rows({ state: { connectors: some }, options: { enableWallets: false } })).toEqual([])
  })
})

describe('connectRows, with a way to pair and a directory', () => {
  const pairing = entry('walletConnect', { type: 'WALLET_CONNECT', name: 'WalletConnect' })
  const connectors = [...some, pairing]
  const listed = (group: 'featured' | 'recommended'): ConnectRow => ({
    kind: 'wallet',
    id: `${group}:listed`,
    group,
    name: 'Listed',
    icon: undefined,
    tag: undefined,
    wallet: { id: 'listed', name: 'Listed' },
  })
  const directory = {
    rows: [listed('featured'), listed('recommended')],
    excluded: [] as string[],
  }
  const all = { state: { connectors, recents }, options: { customWallets }, directory }

  test('[S3.4] all seven groups by the default order', () => {
    expect([...new Set(rows(all).map(({ group }) => group))]).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
    expect(rows(all)[0]).toMatchObject({ kind: 'connector', connectorId: 'walletConnect', tag: 'qrcode' })
  })

  test("[S3.4] the host's order moves any of them", () => {
    const features = { ...defaultFeatures, connectorTypeOrder: ['recommended', 'featured'] as const }
    const groups = rows({ ...all, state: { ...all.state, features } }).map(({ group }) => group)
    expect(groups.slice(0, 3)).toEqual(['recommended', 'featured', 'walletConnect'])
  })

  const paired = {
    ...noConnections,
    connections: { a: { ...connectionTo(pairing), id: 'a' } },
  }
  test.each([
    ['on a phone', { mobile: true }],
    ['where the host wants none', { options: { customWallets, enableWalletConnect: false } }],
    ['where one is paired already', { state: { ...all.state, connection: paired } }],
    ['without a connector for it', { state: { connectors: some, recents } }],
    ['for another family', { state: { ...all.state, connectorFilter: 'solana' as const } }],
  ])('no row of the code %s', (_, given) => {
    expect(rows({ ...all, ...given }).some(({ group }) => group === 'walletConnect')).toBe(false)
  })

  test('a connection that wasn’t paired leaves the code', () => {
    const connection = { ...noConnections, connections: { a: { ...connectionTo(entry('announced')), id: 'a' } } }
    expect(rows({ ...all, state: { ...all.state, connection } })[0]?.group).toBe('walletConnect')
  })

  test("in a wallet's own browser that wallet stands first, and no code", () => {
    const groups = rows({ ...all, mobile: true }).map(({ group }) => group)
    expect(groups[0]).toBe('injected')
    expect(groups).not.toContain('walletConnect')
  })

  test('on a phone without a wallet in the page the order stays', () => {
    const state = { connectors: [pairing], recents }
    expect(rows({ ...all, state, mobile: true }).map(({ group }) => group)[0]).toBe('recent')
  })

  test('[S6.8] what the directory calls an excluded wallet hides the one in the page', () => {
    const state = { connectors: [entry('first', { rdns: 'org.first' }), entry('second', { name: 'Second' })] }
    expect(ids(rows({ state, directory: { ...directory, excluded: ['org.first', 'second'] } }))).toEqual([
      'featured:listed',
      'recommended:listed',
    ])
  })
})

test.each([
  ['a phone with a wallet in the page', true, 'ANNOUNCED', true],
  ['a phone with one of old', true, 'INJECTED', true],
  ['a phone that pairs', true, 'WALLET_CONNECT', false],
  ['a desktop', false, 'ANNOUNCED', false],
] as const)("a wallet's own browser is %s: %s %s", (_, mobile, type, expected) => {
  expect(isInAppBrowser({ connectors: [entry('a', { type })] }, mobile)).toBe(expected)
})

const pairing: ConnectorEntry = { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'W', families: ['eip155'] }
const row = ({
  count = 0,
  mobile = false,
  connectors = [pairing],
  status = 'ready',
  allWallets,
  enableWallets = true,
}: Partial<AllWalletsRowParameters['directory']> &
  Partial<AllWalletsRowParameters['options']> & { mobile?: boolean; connectors?: ConnectorEntry[] }) =>
  allWalletsRow({ state: { connectors }, options: { allWallets, enableWallets }, directory: { status, count }, mobile })

test.each([
  [0, undefined],
  [1, '1'],
  [9, '9'],
  [10, '10'],
  [11, '10+'],
  [499, '490+'],
  [500, '500'],
])('%d wallets: %s', (count, shown) => {
  expect(row({ count })).toEqual({ count: shown, loading: false })
})

test('says that it waits for the directory', () => {
  expect(row({ status: 'loading' })).toEqual({ count: undefined, loading: true })
})

test.each([
  ['SHOW', false, true],
  ['SHOW', true, true],
  ['HIDE', true, false],
  ['ONLY_MOBILE', false, false],
  ['ONLY_MOBILE', true, true],
  [undefined, false, true],
] as const)('%s, on a phone %s: %s', (allWallets, mobile, shown) => {
  expect(row({ allWallets, mobile }) !== undefined).toBe(shown)
})

test('where the host wants no wallets there is no way to all of them', () => {
  expect(row({ enableWallets: false, allWallets: 'SHOW' })).toBeUndefined()
})

test('without a way to pair there is nothing to do with them', () => {
  expect(row({ connectors: [] })).toBeUndefined()
})

const connector = (type: ConnectorEntry['type'], name = type.toLowerCase()): ConnectorEntry => ({
  id: name,
  type,
  name,
  families: ['eip155'],
})
const recent = (id: string) => ({ id, name: id, families: ['eip155'] as const })
const elsewhere = connector('WALLET_CONNECT')

const kept = (
  state: Partial<Parameters<typeof comingRows>[0]['state']>,
  options: Partial<Parameters<typeof comingRows>[0]['options']> = {},
) => {
  const rows = comingRows({
    state: { connectors: [elsewhere], recents: [], ...state },
    options: { customWallets: [], ...options },
  })
  return ['featured', 'recommended'].map((wanted) => rows.filter(({ group }) => group === wanted).length)
}

test('a place is kept for each of the host’s first choice, but for those that stand there as recent', () => {
  expect(kept({}, { featuredWalletIds: ['a', 'b'] })).toEqual([2, 0])
  expect(kept({ recents: [recent('b')] }, { featuredWalletIds: ['a', 'b'] })).toEqual([1, 0])
  expect(
    comingRows({ state: { connectors: [], recents: [] }, options: { customWallets: [], featuredWalletIds: ['a'] } }),
  ).toEqual([{ kind: 'coming', id: 'coming:featured:0', group: 'featured', name: '', icon: undefined, tag: undefined }])
})

test('and for two recommended ones, less what is here or was used before', () => {
  expect(kept({})).toEqual([0, 2])
  expect(kept({ connectors: [elsewhere, connector('ANNOUNCED')] })).toEqual([0, 1])
  expect(kept({ connectors: [elsewhere, connector('ANNOUNCED')], recents: [recent('a'), recent('b')] })).toEqual([0, 0])
  expect(kept({ connectors: [elsewhere, connector('INJECTED', 'Browser Wallet')] })).toEqual([0, 2])
})

test('for none where none will be recommended', () => {
  expect(kept({ connectors: [] })).toEqual([0, 0])
  expect(kept({}, { customWallets: [{ id: 'own', name: 'Own' }] })).toEqual([0, 0])
})
