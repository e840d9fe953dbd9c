import type { Database } from '@foyer/service/db/database'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { openApi, openTestDatabase } from '../test/openApi.js'

let database: Database
let chains: readonly StartedChain[]
beforeAll(async () => {
  database = await openTestDatabase()
  chains = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
  const [{ url } = { url: '' }] = chains
  await deployDelegation({ url })
})
afterAll(async () => {
  for (const chain of chains ?? []) await chain.stop()
  await database?.close()
})

test('[S9.50] the networks are described as the wallet’s page has them, and on which of them accounts carry out several steps at once', async () => {
  const token = { address: `0x${'11'.repeat(20)}`, symbol: 'USDC', name: 'U'.repeat(80), decimals: 6, iconUrl: '' }
  const contracts = [{ address: `0x${'22'.repeat(20)}`, name: 'Market' }]
  const configured = chains.map(
    ({ caipNetworkId, name, nativeCurrency, url }, place): ChainConfig => ({
      ...{ id: caipNetworkId, name, nativeCurrency, iconUrl: '', upstreams: [url] },
      ...(place === 0 ? { tokens: [token], contracts } : { tokens: [] }),
    }),
  )
  const nativeCurrency = { name: 'Coin', symbol: 'C', decimals: 9 }
  const gone: ChainConfig = {
    ...{ id: 'eip155:5', name: 'Gone', nativeCurrency, iconUrl: '', tokens: [] },
    upstreams: ['http://127.0.0.1:9'],
  }
  const api = await openApi({
    database,
    chains: [...configured, gone],
    config: { upstreamTimeoutMs: 20_000 },
  })
  const answer = await api.get('/v1/networks')
  const currency = { symbol: 'ETH', decimals: 18 }
  const plain = { tokens: [], contracts: [], hasDelegate: false }
  const [{ iconUrl: _, ...usdc }] = [token]
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      networks: [
        {
          ...{ chainId: 'eip155:31337', name: 'Foyer Local', currency, contracts, hasDelegate: true },
          tokens: [{ ...usdc, name: 'U'.repeat(64) }],
        },
        { chainId: 'eip155:31338', name: 'Foyer Local Two', currency, ...plain },
        { chainId: 'eip155:5', name: 'Gone', currency: { symbol: 'C', decimals: 9 }, ...plain },
      ],
    },
  ])
})
