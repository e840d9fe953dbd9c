import { listen } from '@foyer/page'
import { type NearGift, NearLedger } from './ledger.js'
import { createNearApi } from './nearApi.js'

export interface StartNearParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** As the network calls itself; `localnet` unless said. */
  chainId?: string | undefined
}

/** The local network of NEAR that answers, and the way to end it. */
export interface StartedNear {
  /** CAIP-2 */
  readonly caipNetworkId: `near:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Where NEAR's JSON-RPC answers. */
  readonly url: string
  /** Gives an account coins, which then exists; and keys, and bytes that it stores. */
  fund(gift: NearGift): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a stand-in for a node of NEAR, as no chain of the family can be had here. It keeps accounts, their keys and their coins in memory, and takes transfers
 * alone: each is read by the standard's words, and its signature checked by the platform's own Ed25519; nonces, keys' permissions, recent blocks, fees and the
 * deposit for what is stored are checked as nodes do. There is no consensus, and there are no contracts.
 * @example
 * const near = await startNear()
 * await near.fund({ accountId: 'alice.near', amount: 10n ** 24n, publicKey: 'ed25519:…' })
 * await near.stop()
 */
export async function startNear({ port = 0, chainId = 'localnet' }: StartNearParameters = {}): Promise<StartedNear> {
  const ledger = new NearLedger()
  const { url, stop } = await listen({ fetch: createNearApi({ ledger, chainId }).fetch, port })
  return {
    caipNetworkId: `near:${chainId}`,
    name: 'Foyer NEAR',
    nativeCurrency: { name: 'NEAR', symbol: 'NEAR', decimals: 24 },
    ...{ url, stop },
    fund: async (gift) => ledger.give(gift),
  }
}
