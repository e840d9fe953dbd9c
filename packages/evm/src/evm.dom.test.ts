import type { AdapterHost, Connector, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { connectorConformance, createTestClock, createTestWallet } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { evm } from './evm.js'

let chains: readonly StartedChain[]
let networks: readonly [Network, Network]

beforeAll(async () => {
  const [one, two] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
  chains = [one, two]
  networks = [networkOf(one), networkOf(two)]
})
afterAll(() => Promise.all(chains.map((chain) => chain.stop())))

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const networkOf = ({ id, name, nativeCurrency, url }: StartedChain): Network =>
  defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })

const chainOf = ({ id, rpcUrls }: Network) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0] ?? '' })

const host: AdapterHost = {
  rpc: {},
  clock: createTestClock(),
  report: (error) => {
    throw error
  },
  announced: true,
  injected: true,
}

const keys = [keyOf(0), keyOf(1)] as const

function keyOf(index: number): `0x${string}` {
  const account = devAccounts[index]
  if (!account) throw new Error('The development accounts are missing.')
  return account.privateKey
}

async function found({ announced }: { announced: boolean }) {
  const wallet = createTestWallet({
    name: 'Maple',
    keys,
    chains: [chainOf(networks[0]), chainOf(networks[1])],
    announced,
    ...(announced ? {} : { injectedAs: 'ethereum' }),
  })
  stops.push(wallet.appearIn(window))
  const connectors: Connector[] = []
  const stop = evm().discover?.({ host, register: (connector) => connectors.push(connector) })
  if (stop) stops.push(stop)
  const connector = await vi.waitFor(() => connectors[0] ?? Promise.reject(new Error('No wallet was found.')))
  const [here, there] = networks
  return { wallet, connector, here, there }
}

describe('an announced wallet', () => {
  connectorConformance({ describe, test, expect, make: () => found({ announced: true }) })
})

describe('a wallet of old', () => {
  connectorConformance({ describe, test, expect, make: () => found({ announced: false }) })
})
