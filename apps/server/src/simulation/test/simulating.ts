import type { Simulation, SimulationReply } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import { handClock } from '@foyer/service-testing/handClock'
import type { Market, StartedChain } from '@foyer/stack'
import type { Address, Hex } from 'viem'
import { expect } from 'vitest'
import { createChains } from '../../chains/createChains.js'
import { type Answer, json, passOn } from '../../chains/test/fakeNode.js'
import { readersOf } from '../../readers/readers.js'
import { createTokens } from '../../tokens/tokens.js'
import { createSimulation } from '../simulation.js'

export interface Call {
  readonly to: Address
  readonly data?: Hex | undefined
  readonly value?: bigint | undefined
}

interface Simulating {
  readonly orm: Orm
  readonly chain: StartedChain
  readonly account: Address
  /** The operator's list. */
  readonly tokens?: Market['tokens'] | undefined
  /** The chain's own, or what stands before it. */
  readonly url?: string | undefined
  readonly clock?: Clock | undefined
}

/** Has calls of an account simulated by a node. */
export function simulating({
  orm,
  chain,
  account,
  tokens = [],
  url = chain.url,
  clock = handClock(Date.now()),
}: Simulating) {
  const config = {
    ...{ id: chain.caipNetworkId, name: 'Local', iconUrl: '', upstreams: [url] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: tokens.map(({ address, symbol, name, decimals }) => ({ address, symbol, name, decimals, iconUrl: '' })),
  }
  const chains = createChains({ chains: [config], timeoutMs: 5_000, clock, random: () => 0.5 })
  const simulation = createSimulation({ chains, tokens: createTokens({ orm, readersOf, clock }), readersOf, clock })
  const { signal } = new AbortController()
  return (calls: readonly Call[], { atomic = false } = {}): Promise<SimulationReply> => {
    const body = calls.map(({ to, data = '0x', value = 0n }) => ({ to, data, value: `${value}` }))
    return simulation.of({
      address: account,
      body: { chainId: chain.caipNetworkId, calls: body, atomic },
      client: 'client',
      signal,
    })
  }
}

export const known = (reply: SimulationReply): Simulation =>
  reply.status === 'known' ? reply : expect.fail(JSON.stringify(reply))

/** A node without a method. */
export const lacking =
  (chain: () => StartedChain, method: string): Answer =>
  (request) => {
    const { method: asked, id } = Object(request.body)
    const error = { code: -32_601, message: 'the method does not exist' }
    if (asked === method) return json({ body: { jsonrpc: '2.0', id, error } })(request)
    passOn(() => chain().url)(request)
  }
