import type { AdapterHost, Connector, Network } from '@foyer/core'
import { solana as mainnet, solanaDevnet } from '@foyer/core/networks'
import { connectorConformance, createTestClock, createTestSolanaWallet } from '@foyer/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { solana } from './solana.js'
import { keys } from './test/keys.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const host: AdapterHost = {
  rpc: {},
  clock: createTestClock(),
  report: (error) => {
    throw error
  },
  announced: true,
  injected: true,
}

async function found(order: 'wallet first' | 'page first') {
  const wallet = createTestSolanaWallet({
    name: 'Maple',
    keys,
    chains: [
      { chain: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' },
      { chain: 'solana:devnet', rpcUrl: 'http://127.0.0.1:1' },
    ],
  })
  const connectors: Connector[] = []
  const discover = () => {
    const stop = solana().discover?.({ host, register: (connector) => connectors.push(connector) })
    if (stop) stops.push(stop)
  }
  if (order === 'page first') discover()
  stops.push(wallet.appearIn(window))
  if (order === 'wallet first') {
    // It is in the page once it has told its pages so.
    await new Promise<void>((resolve) =>
      window.addEventListener('wallet-standard:register-wallet', () => resolve(), { once: true }),
    )
    discover()
  }
  const connector = await vi.waitFor(() => connectors[0] ?? Promise.reject(new Error('No wallet was found.')))
  const [here, there]: readonly [Network, Network] = [mainnet, solanaDevnet]
  return { wallet, connector, here, there }
}

describe('a wallet that is in the page already', () => {
  connectorConformance({ describe, test, expect, make: () => found('wallet first') })
})

test('a wallet that comes after the page has looked for it is found', async () => {
  expect((await found('page first')).connector.name).toBe('Maple')
})
