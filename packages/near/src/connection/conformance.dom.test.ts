import type { Connector } from '@foyer/core'
import { connectorConformance, createTestHost, createTestNearWallet } from '@foyer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { near } from '../near.js'
import { nearTestnet } from '../networks.js'
import { freshKey, networkAt } from '../test/stage.js'

const here = networkAt({ url: 'http://127.0.0.1:1' })
const there = networkAt({ url: 'http://127.0.0.1:1', chainId: 'other' })

describe.each(['connect', 'window'] as const)('a wallet of the kind %s', (kind) => {
  connectorConformance({
    describe,
    test,
    expect,
    async make() {
      const wallet = createTestNearWallet({
        name: 'Willow',
        kind,
        accounts: [{ key: freshKey() }, { key: freshKey() }],
      })
      const found: Connector[] = []
      const leave = wallet.appearIn(window)
      const host = createTestHost({ networks: [here, there] })
      const stop = near().discover?.({ host, register: (connector) => found.push(connector) })
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

test('a wallet that says it isn’t for a network is not asked to go there', async () => {
  const wallet = createTestNearWallet({ name: 'Willow', accounts: [{ key: freshKey() }] })
  const found: Connector[] = []
  onTestFinished(wallet.appearIn(window))
  const host = createTestHost({ networks: [nearTestnet] })
  const stop = near().discover?.({ host, register: (connector) => found.push(connector) })
  onTestFinished(() => stop?.())
  const request = {
    ...{ host, network: nearTestnet, signal: new AbortController().signal, step: () => {} },
    ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
  }
  await expect(found[0]?.connect(request)).rejects.toMatchObject({ code: 'chain_not_supported' })
  expect(wallet.promptCount).toBe(0)
})
