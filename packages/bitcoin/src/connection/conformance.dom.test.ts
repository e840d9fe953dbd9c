import type { Connector } from '@foyer/core'
import { connectorConformance, createTestBitcoinWallet, createTestHost } from '@foyer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bitcoin } from '../bitcoin.js'
import { freshKey, networkAt, testnet4 } from '../test/ledger.js'

const here = networkAt({ url: 'http://127.0.0.1:1' })
const there = networkAt({ url: 'http://127.0.0.1:1', id: testnet4 })

describe.each(['sats-connect', 'unisat'] as const)('a wallet of the page that speaks %s', (dialect) => {
  connectorConformance({
    describe,
    test,
    expect,
    async make() {
      const wallet = createTestBitcoinWallet({ name: 'Willow', dialect, keys: [freshKey(), freshKey()] })
      const found: Connector[] = []
      const leave = wallet.appearIn(window)
      const host = createTestHost({ networks: [here, there] })
      const stop = bitcoin().discover?.({ host, register: (connector) => found.push(connector) })
      onTestFinished(() => {
        stop?.()
        leave()
      })
      await vi.waitFor(() => expect(found).toHaveLength(1))
      const [connector] = found
      if (!connector) throw new Error('No wallet was found.')
      return {
        connector,
        host,
        here,
        there,
        wallet: Object.create(wallet, {
          // The suite names networks by number; the ids of these are none.
          switchChain: { value: () => wallet.switchNetwork(there.caipNetworkId) },
        }),
      }
    },
  })
})
