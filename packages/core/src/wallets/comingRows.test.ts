import { expect, test } from 'vitest'
import type { ConnectorEntry } from '../connector/connector.js'
import { comingRows } from './connectRows.js'

const connector = (type: ConnectorEntry['type'], name = type.toLowerCase()): ConnectorEntry => ({
  id: name,
  type,
  name,
  families: ['eip155'],
})
const recent = (id: string) => ({ id, name: id, families: ['eip155'] as const })
const pairing = connector('WALLET_CONNECT')

const kept = (
  state: Partial<Parameters<typeof comingRows>[0]['state']>,
  options: Partial<Parameters<typeof comingRows>[0]['options']> = {},
) => {
  const rows = comingRows({
    state: { connectors: [pairing], recents: [], ...state },
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
  expect(kept({ connectors: [pairing, connector('ANNOUNCED')] })).toEqual([0, 1])
  expect(kept({ connectors: [pairing, connector('ANNOUNCED')], recents: [recent('a'), recent('b')] })).toEqual([0, 0])
  expect(kept({ connectors: [pairing, connector('INJECTED', 'Browser Wallet')] })).toEqual([0, 2])
})

test('for none where none will be recommended', () => {
  expect(kept({ connectors: [] })).toEqual([0, 0])
  expect(kept({}, { customWallets: [{ id: 'own', name: 'Own' }] })).toEqual([0, 0])
})
