import { expect, test } from 'vitest'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { fakeKit } from '../test/fakeKit.js'
import { accountTab } from './accountFeatures.js'

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
