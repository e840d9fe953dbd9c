import { describe, expect, test } from 'vitest'
import { type ConnectorOrderType, defaultFeatures } from '../config/options.js'
import type { ConnectorEntry } from '../connector/connector.js'
import { connectMethods } from './connectMethods.js'
import { type ConnectRowsParameters, connectRows } from './connectRows.js'

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
}: {
  state?: Partial<ConnectRowsParameters['state']>
  options?: Partial<ConnectRowsParameters['options']>
}) =>
  connectRows({
    state: { connectors: [], connectorFilter: undefined, recents: [], features: defaultFeatures, ...state },
    options: { excludeWalletIds: [], customWallets: [], connectorImages: {}, enableWallets: true, ...options },
  })
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

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

describe('connectMethods', () => {
  test('[S2.19 S9.52] email, social, wallet', () => {
    expect(connectMethods({ connectors: [], features: defaultFeatures })).toEqual(['email', 'social', 'wallet'])
    const connectors = [entry('a', { type: 'EXTERNAL' })]
    expect(connectMethods({ connectors, features: defaultFeatures })).toEqual(['email', 'social', 'wallet'])
  })

  test.each(['INJECTED', 'ANNOUNCED'] as const)('[S2.20] the wallet first where one is %s', (type) => {
    const connectors = [entry('a', { type })]
    expect(connectMethods({ connectors, features: defaultFeatures })).toEqual(['wallet', 'email', 'social'])
  })

  test("the host's order stands", () => {
    const features = { ...defaultFeatures, connectMethodsOrder: ['social', 'wallet'] as const }
    expect(connectMethods({ connectors: [entry('a')], features })).toEqual(['social', 'wallet'])
  })
})
