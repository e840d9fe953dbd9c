import { expect, test } from 'vitest'
import type { ConnectorEntry } from '../connector/connector.js'
import { allWalletsRow } from './connectRows.js'

const pairing: ConnectorEntry = { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'W', families: ['eip155'] }
const row = ({
  count = 0,
  mobile = false,
  connectors = [pairing],
  status = 'ready',
  allWallets,
  enableWallets = true,
}: Partial<Parameters<typeof allWalletsRow>[0]['directory']> &
  Partial<Parameters<typeof allWalletsRow>[0]['options']> & { mobile?: boolean; connectors?: ConnectorEntry[] }) =>
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
