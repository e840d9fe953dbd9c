import { expect, test } from 'vitest'
import type { Family } from '../chain/ids.js'
import { defaultFeatures, type Features } from '../config/options.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { fakeKit } from '../test/fakeKit.js'
import { accountTab, walletFeatures } from './accountFeatures.js'

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

const offered = (more: Partial<Features> = {}, family: Family = 'eip155') =>
  walletFeatures({ features: { ...defaultFeatures, ...more }, family })

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
