import type { Connector } from '@foyer/core'
import { connectorConformance, createTestCosmosWallet, createTestHost } from '@foyer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cosmos } from '../cosmos.js'
import { freshKey, localChains, networkAt } from '../test/stage.js'

const here = networkAt({ url: 'http://127.0.0.1:1' })
const there = networkAt({ url: 'http://127.0.0.1:1', chainId: 'foyer-2' })

describe.each([
  ['keplr', 'keplr_keystorechange'],
  ['cosmostation.providers.keplr', 'cosmostation_keystorechange'],
])('a wallet at window.%s', (path, event) => {
  connectorConformance({
    describe,
    test,
    expect,
    async make() {
      const chains = { 'foyer-1': 'cosmos', 'foyer-2': 'osmo' }
      const wallet = createTestCosmosWallet({ name: 'Willow', path, event, keys: [freshKey(), freshKey()], chains })
      const found: Connector[] = []
      const leave = wallet.appearIn(window)
      const host = createTestHost({ networks: [here, there] })
      const stop = cosmos({ chains: localChains }).discover?.({ host, register: (connector) => found.push(connector) })
      onTestFinished(() => {
        stop?.()
        leave()
      })
      await vi.waitFor(() => expect(found).toHaveLength(1))
      const [connector] = found
      if (!connector) throw new Error('No wallet was found.')
      return { connector, host, here, there, wallet }
    },
  })
})
