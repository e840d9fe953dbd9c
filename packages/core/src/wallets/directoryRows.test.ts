import { describe, expect, test } from 'vitest'
import type { FoyerOptions } from '../config/options.js'
import type { ConnectorEntry } from '../connector/connector.js'
import type { FoyerState } from '../state/state.js'
import { fakeKit } from '../test/fakeKit.js'
import { walletButtonIds } from '../wire/wallet.js'
import { directoryRows } from './connectRows.js'
import { walletOf } from './test/localDirectory.js'

const pairing: ConnectorEntry = { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'W', families: ['eip155'] }
const present = (name: string, more: Partial<ConnectorEntry> = {}): ConnectorEntry => ({
  id: name,
  type: 'ANNOUNCED',
  name,
  families: ['eip155'],
  ...more,
})
const recent = (id: string, rdns?: string) => ({ id, name: id, rdns, families: ['eip155'] as const })
const list = [walletOf(1, { rdns: 'org.one' }), walletOf(2), walletOf(3, { id: walletButtonIds.metamask }), walletOf(4)]

interface Given extends Partial<Pick<FoyerState, 'connectors' | 'recents'>> {
  readonly options?: Partial<FoyerOptions> | undefined
  readonly mobile?: boolean | undefined
}

function rows({ connectors = [pairing], recents = [], options = {}, mobile = false }: Given) {
  const { foyer } = fakeKit({ api: 'https://foyer.example', ...options })
  foyer.store.setState({ connectors, recents })
  const made = directoryRows({ foyer, featured: list, recommended: list, mobile })
  const of = (wanted: string) => made.filter(({ group }) => group === wanted).map(({ name }) => Number(name.slice(7)))
  return { featured: of('featured'), recommended: of('recommended') }
}

describe('recommended', () => {
  test.each<[string, Given, number]>([
    ['two', {}, 2],
    ['one beside a wallet of the page', { connectors: [pairing, present('A')] }, 1],
    ['one beside a recent one', { recents: [recent('a')] }, 1],
    ['none beside two', { connectors: [pairing, present('A')], recents: [recent('a')] }, 0],
    ['none beside three', { connectors: [pairing, present('A'), present('B'), present('C')] }, 0],
    ['none without a way to pair', { connectors: [] }, 0],
    ['none where wallets are featured', { options: { featuredWalletIds: ['a'] } }, 0],
    ['none beside the host’s own', { options: { customWallets: [{ id: 'a', name: 'A' }] } }, 0],
    ['two beside the nameless wallet', { connectors: [pairing, present('Browser Wallet', { type: 'INJECTED' })] }, 2],
    ['two beside one that code brought', { connectors: [pairing, present('A', { type: 'EXTERNAL' })] }, 2],
  ])('%s', (_, given, count) => {
    expect(rows(given).recommended).toHaveLength(count)
  })
})

describe('no wallet stands there twice', () => {
  test.each<[string, Given, readonly number[]]>([
    ['one by its rdns', { connectors: [present('A', { rdns: 'org.one' })] }, [2, 3, 4]],
    ['one by its name in the directory', { connectors: [present('MetaMask')] }, [1, 2, 4]],
    ['a recent one by its rdns', { recents: [recent('a', 'org.one')] }, [2, 3, 4]],
    ['a recent one by its id', { recents: [recent(walletButtonIds.metamask)] }, [1, 2, 4]],
    [
      'one by its rdns, though those don’t count',
      { connectors: [present('A', { rdns: 'org.one' })], options: { enableEIP6963: false } },
      [1, 2, 3, 4],
    ],
  ])('%s', (_, given, left) => {
    expect(rows(given).featured).toEqual(left)
  })

  test('on a phone an app and its extension are one', () => {
    const metamask = walletOf(5, { rdns: 'io.metamask' })
    const { foyer } = fakeKit()
    foyer.store.setState({ connectors: [present('A', { rdns: 'io.metamask.mobile' })] })
    const featured = (mobile: boolean) => directoryRows({ foyer, featured: [metamask], recommended: [], mobile }).length
    expect([featured(true), featured(false)]).toEqual([0, 1])
  })
})
