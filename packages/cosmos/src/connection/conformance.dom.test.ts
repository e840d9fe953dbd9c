import type { Connector } from '@foyer/core'
import { connectorConformance, createTestCosmosWallet, createTestHost } from '@foyer/testing'
import { bech32 } from '@scure/base'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cosmos } from '../cosmos.js'
import { freshKey, localChains, networkAt } from '../test/stage.js'
import { accountOn, createKeplr } from './keplr.js'

const here = networkAt({ url: 'http://127.0.0.1:1' })
const there = networkAt({ url: 'http://127.0.0.1:1', chainId: 'foyer-2' })

test.each(['ethsecp256k1', 'eth_secp256k1', '/injective.crypto.v1beta1.ethsecp256k1.PubKey'])(
  'an account whose key is %s connects',
  async (algo) => {
    const bech32Address = bech32.encode('cosmos', bech32.toWords(new Uint8Array(20).fill(7)))
    const answer = { algo, bech32Address, pubKey: new Uint8Array(33).fill(2), isNanoLedger: true }
    const keplr = createKeplr(() => ({ getKey: async () => answer }), createTestHost({ networks: [here] }))
    const chain = { prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' }
    const shown = await accountOn({ keplr, networkId: here.caipNetworkId, chain })
    expect(shown.account).toMatchObject({ address: bech32Address, publicKey: undefined })
  },
)

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
