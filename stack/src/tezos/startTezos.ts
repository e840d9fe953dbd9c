import { listen } from '@foyer/page'
import type { TezosGift } from './createNode.js'

export interface StartTezosParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
}

/** The local network of Tezos that answers, and the way to end it. */
export interface StartedTezos {
  /** CAIP-2 */
  readonly caipNetworkId: `tezos:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Where the paths of octez are. */
  readonly url: string
  /** Gives an account coins: its key isn't revealed by that. */
  fund(gift: TezosGift): Promise<void>
  /** Ends so many blocks in which nothing happens. */
  pass(blocks: number): void
  stop(): Promise<void>
}

/**
 * Starts a stand-in for a node of Tezos, as no network of the family can be had here. It keeps accounts with their coins and keys in memory and takes transfers and
 * reveals alone: each is read by the official library (taquito), which also says whether it is written as the chain has it, and checks its signature. Branches,
 * counters, fees, limits, revealed keys and what a new account costs are checked as nodes do. There is no contract, and no delegate.
 * @example
 * const tezos = await startTezos()
 * await tezos.fund({ address: 'tz1…', amount: 10n ** 7n })
 * await tezos.stop()
 */
export async function startTezos({ port = 0 }: StartTezosParameters = {}): Promise<StartedTezos> {
  // The library is large: who starts no such network doesn't load it.
  const { createNode } = await import('./createNode.js')
  const { chainId, fetch, give, pass } = createNode()
  const { url, stop } = await listen({ fetch, port })
  return {
    caipNetworkId: `tezos:${chainId}`,
    name: 'Foyer Tezos',
    nativeCurrency: { name: 'Tez', symbol: 'XTZ', decimals: 6 },
    ...{ url, stop, pass },
    fund: async (gift) => give(gift),
  }
}
