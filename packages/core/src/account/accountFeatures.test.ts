import { expect, test } from 'vitest'
import type { Family } from '../chain/ids.js'
import { defaultFeatures, type Features } from '../config/options.js'
import { chooseAccount, switchFamily } from '../connection/index.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { type FakeKitParameters, fakeKit } from '../test/fakeKit.js'
import { accountTab, nameOwnerOf, walletFeatures } from './accountFeatures.js'

test('[S3.6] the tab is kept per kit, and forgotten with the connection and with the kit', async () => {
  const { foyer, until } = fakeKit({ connectors: [fakeConnector()] })
  const { foyer: other } = fakeKit()
  foyer.start()
  accountTab(foyer).set('activity')
  await foyer.connect({ connectorId: 'fake' })
  expect(accountTab(foyer).get()).toBe('activity')
  expect(accountTab(other).get()).toBe('tokens')
  await foyer.disconnect()
  await until(({ connection }) => connection.active.eip155 === undefined)
  expect(accountTab(foyer).get()).toBe('tokens')
  accountTab(foyer).set('nfts')
  foyer.stop()
  expect(accountTab(foyer).get()).toBe('tokens')
})

const offered = (more: Partial<Features> = {}, family: Family = 'eip155', host: FakeKitParameters = withServer) =>
  walletFeatures({ foyer: fakeKit(host).foyer, state: { features: { ...defaultFeatures, ...more }, family } })

const withServer = { api: 'https://server.test' }

test('[S1.8 S1.9] the default: buy, swap, receive, send', () => {
  expect(offered()).toEqual(['onramp', 'swaps', 'receive', 'send'])
})

test('[S1.9] the host’s order, each once; what it leaves out or switches off isn’t offered', () => {
  expect(offered({ walletFeaturesOrder: ['send', 'receive', 'send', 'swaps'], swaps: false })).toEqual([
    'send',
    'receive',
  ])
})

test('a feature is offered only in the families that it is made for', () => {
  expect(offered({}, 'solana')).toEqual(['onramp', 'receive', 'send'])
  expect(offered({}, 'bip122')).toEqual(['receive', 'send'])
})

test('what only the operator’s server offers is absent where the host named none, whatever is switched on', () => {
  expect(offered({ onramp: true, swaps: true }, 'eip155', {})).toEqual(['receive', 'send'])
})

test('[S3.6] the tab stays where another account of the same connection is chosen, and before the first', async () => {
  const wallet = fakeConnector({ accounts: [account('0xA1'), account('0xA2')] })
  const { foyer } = fakeKit({ connectors: [wallet] })
  foyer.start()
  await foyer.connect({ connectorId: 'fake' })
  accountTab(foyer).set('nfts')
  chooseAccount(foyer, { family: 'eip155', address: '0xA2' })
  expect(accountTab(foyer).get()).toBe('nfts')
  const seen: string[] = []
  const stop = accountTab(foyer).subscribe(() => seen.push(accountTab(foyer).get()))
  await foyer.disconnect()
  stop()
  expect(seen).toEqual(['tokens'])
})

test.each([
  ['AUTH', { family: 'eip155', address: '0xA1', networkId: 'eip155:1', connectorId: 'fake' }],
  ['ANNOUNCED', undefined],
  ['WALLET_CONNECT', undefined],
] as const)('[S6.7] of a wallet that is %s the account may have a name: %j', async (type, owner) => {
  const { foyer } = fakeKit({ connectors: [fakeConnector({ type, accounts: [account('0xA1')] })] })
  foyer.start()
  expect(nameOwnerOf(foyer.store.getState())).toBeUndefined()
  await foyer.connect({ connectorId: 'fake' })
  expect(nameOwnerOf(foyer.store.getState())).toEqual(owner)
})

test('[S6.7] an account of a family without names has none, whoever logged it in', async () => {
  const wallet = fakeConnector({
    ...{
      type: 'AUTH',
      families: ['solana'],
      accounts: [account('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'solana')],
    },
    networks: { solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  })
  const { foyer } = fakeKit({ connectors: [wallet] })
  foyer.start()
  await foyer.connect({ connectorId: 'fake' })
  switchFamily(foyer, 'solana')
  expect(foyer.account().status).toBe('connected')
  expect(nameOwnerOf(foyer.store.getState())).toBeUndefined()
})
