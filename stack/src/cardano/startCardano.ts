import { listen } from '@foyer/page'
import type { CardanoGift } from './createNode.js'

export interface StartCardanoParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
}

/** The local network of Cardano's that answers, and the way to end it. */
export interface StartedCardano {
  /** CAIP-2 */
  readonly caipNetworkId: `cip34:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Where Koios's paths are. */
  readonly url: string
  /** Gives an address an output of its own. */
  fund(gift: CardanoGift): Promise<void>
  /** Ends so many slots in which nothing happens. */
  pass(slots: number): void
  stop(): Promise<void>
}

/**
 * Starts a local ledger of Cardano: the emulator of Blaze, which carries transactions out by the chain's own rules (signatures, fees, the least that outputs hold,
 * tokens, slots), behind the paths of Koios. There is no consensus: each transaction has a block of its own.
 * @example
 * const cardano = await startCardano()
 * await cardano.fund({ address: 'addr_test1…', amount: 10n ** 7n })
 * await cardano.stop()
 */
export async function startCardano({ port = 0 }: StartCardanoParameters = {}): Promise<StartedCardano> {
  // The library is large: who starts no such network doesn't load it.
  const [{ createNode }, { networkMagic }] = await Promise.all([import('./createNode.js'), import('./koiosApi.js')])
  const { fetch, give, pass } = createNode()
  const { url, stop } = await listen({ fetch, port })
  return {
    caipNetworkId: `cip34:0-${networkMagic}`,
    name: 'Foyer Cardano',
    nativeCurrency: { name: 'Cardano', symbol: 'tADA', decimals: 6 },
    ...{ url, stop, pass },
    fund: async (gift) => give(gift),
  }
}
