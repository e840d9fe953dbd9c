import { listen } from '@foyer/page'
import type { PolkadotGift } from './createNode.js'

export interface StartPolkadotParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
}

/** The local chain of Polkadot's that answers, and the way to end it. */
export interface StartedPolkadot {
  /** CAIP-2 */
  readonly caipNetworkId: `polkadot:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Where Substrate's JSON-RPC answers. */
  readonly url: string
  readonly genesisHash: string
  /** Gives an account coins, and says how many of all of them may not be spent, and how many it has reserved. */
  fund(gift: PolkadotGift): Promise<void>
  /** Ends so many blocks in which nothing happens. */
  pass(blocks: number): void
  stop(): Promise<void>
}

/**
 * Starts a stand-in for a node of Polkadot's, as no chain of the family can be had here. It keeps accounts and their coins in memory and takes transfers alone:
 * each is read by the official library (polkadot.js) with the metadata of Polkadot's relay chain, which also says what is signed and checks the signature. Nonces,
 * eras, fees, frozen and reserved coins and the existential deposit are checked as nodes do; every block is final. There is no runtime that is executed.
 * @example
 * const polkadot = await startPolkadot()
 * await polkadot.fund({ address: '5Grw…', amount: 10n ** 12n })
 * await polkadot.stop()
 */
export async function startPolkadot({ port = 0 }: StartPolkadotParameters = {}): Promise<StartedPolkadot> {
  // The library is large: who starts no such chain doesn't load it.
  const { createNode } = await import('./createNode.js')
  const { genesisHash, fetch, give, pass } = await createNode()
  const { url, stop } = await listen({ fetch, port })
  return {
    caipNetworkId: `polkadot:${genesisHash.slice(2, 34)}`,
    name: 'Foyer Polkadot',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    ...{ url, genesisHash, stop, pass },
    fund: async (gift) => give(gift),
  }
}
