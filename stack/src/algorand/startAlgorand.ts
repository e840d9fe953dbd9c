import { listen } from '@foyer/page'
import type { AlgorandGift, AssetGift } from './ledger.js'

export interface StartAlgorandParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
}

/** The local network of Algorand's that answers, and the way to end it. */
export interface StartedAlgorand {
  /** CAIP-2 */
  readonly caipNetworkId: `algorand:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Where algod's paths are. */
  readonly url: string
  /** base64 */
  readonly genesisHash: string
  /** Gives an account coins; it may be rekeyed to another by it. */
  fund(gift: AlgorandGift): Promise<void>
  /** Opts an account in to an asset (31 is the one that there is), and gives it some. */
  fundAsset(gift: AssetGift): Promise<void>
  /** Ends so many rounds in which nothing happens. */
  pass(rounds: number): void
  stop(): Promise<void>
}

/**
 * Starts a stand-in for a node of Algorand's, as no network of the family can be had here. It keeps accounts, their coins and one asset in memory and takes
 * transfers alone: each is read by the official library (algosdk), which also says what is signed and whether it is written as the chain has it; Node checks the
 * signature. Rounds, fees, minimum balances, opt-ins and rekeyed accounts are checked as nodes do. There is no program that is executed.
 * @example
 * const algorand = await startAlgorand()
 * await algorand.fund({ address: 'GD64…', amount: 10n ** 7n })
 * await algorand.stop()
 */
export async function startAlgorand({ port = 0 }: StartAlgorandParameters = {}): Promise<StartedAlgorand> {
  // The library is large: who starts no such network doesn't load it.
  const { createNode } = await import('./createNode.js')
  const { genesisHash, fetch, give, giveAsset, pass } = createNode()
  const { url, stop } = await listen({ fetch, port })
  return {
    caipNetworkId: `algorand:${genesisHash.slice(0, 32).replaceAll('+', '-').replaceAll('/', '_')}`,
    name: 'Foyer Algorand',
    nativeCurrency: { name: 'Algorand', symbol: 'ALGO', decimals: 6 },
    ...{ url, genesisHash, stop, pass },
    fund: async (gift) => give(gift),
    fundAsset: async (gift) => giveAsset(gift),
  }
}
