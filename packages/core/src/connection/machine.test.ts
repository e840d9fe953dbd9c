import { expect, test, vi } from 'vitest'
import { type FakeConnectorParameters, fakeConnector } from '../connector/test/fakeConnector.js'
import { type FakeKitParameters, fakeKit } from '../test/fakeKit.js'

/** The kit as its connector sees it. */
async function hostIn(options: FakeKitParameters, connector: FakeConnectorParameters = {}) {
  const wallet = fakeConnector(connector)
  const connect = vi.spyOn(wallet, 'connect')
  const { foyer } = fakeKit({ ...options, connectors: [wallet] })
  foyer.start()
  await foyer.connect({ connectorId: wallet.id })
  foyer.stop()
  return connect.mock.lastCall?.[0].host
}

test.each<[string, FakeKitParameters, string | undefined]>([
  ['stands before the server’s host', { api: 'https://foyer.example/' }, 'https://secure.foyer.example'],
  ['keeps the server’s port', { api: 'http://localhost:4100' }, 'http://secure.localhost:4100'],
  [
    'is the host’s own',
    { api: 'https://foyer.example', secureOrigin: 'https://wallet.example' },
    'https://wallet.example',
  ],
  ['is none where none can be known', {}, undefined],
])('[S2.27] the secure site %s', async (_, options, secureOrigin) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await hostIn(options)).toMatchObject({ secureOrigin, api: options.api?.replace(/\/$/, '') })
})
