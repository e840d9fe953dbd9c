import { listen } from '@foyer/page'
import { createCosmosApi } from './cosmosApi.js'
import { type CosmosChainFacts, CosmosLedger } from './ledger.js'

export interface StartCosmosParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** As the chain calls itself; `foyer-1` unless said. */
  chainId?: string | undefined
  /** Of its addresses; `cosmos` unless said. */
  prefix?: string | undefined
}

/** The local chain of Cosmos that answers, and the way to end it. */
export interface StartedCosmos {
  /** CAIP-2 */
  readonly caipNetworkId: `cosmos:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly prefix: string
  readonly denom: string
  /** Of its coin's smallest unit, for one of gas. */
  readonly gasPrice: string
  /** Where CometBFT's JSON-RPC answers. */
  readonly url: string
  /** Gives an account coins; of the chain's own unless said. */
  fund(request: { address: string; amount: bigint; denom?: string | undefined }): Promise<void>
  stop(): Promise<void>
}

const priced = { denom: 'uatom', milliPrice: 25n } as const satisfies Partial<CosmosChainFacts>

/**
 * Starts a stand-in for a node of Cosmos, as no chain of the family can be had here. It keeps accounts and their coins in memory, and takes payments alone
 * (`MsgSend`): the official library (cosmjs) reads each, has to write it with the very same bytes, and checks its signature; sequences, gas, fees and amounts
 * are checked as the SDK's nodes do. There is no consensus and no other module.
 * @example
 * const cosmos = await startCosmos()
 * await cosmos.fund({ address: 'cosmos1…', amount: 1_000_000n })
 * await cosmos.stop()
 */
export async function startCosmos({
  port = 0,
  chainId = 'foyer-1',
  prefix = 'cosmos',
}: StartCosmosParameters = {}): Promise<StartedCosmos> {
  const ledger = new CosmosLedger({ chainId, prefix, ...priced })
  const { url, stop } = await listen({ fetch: createCosmosApi(ledger).fetch, port })
  return {
    caipNetworkId: `cosmos:${chainId}`,
    name: 'Foyer Cosmos',
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    ...{ prefix, denom: priced.denom, gasPrice: '0.025', url, stop },
    async fund({ address, amount, denom = priced.denom }) {
      ledger.give({ address, denom, amount })
    },
  }
}
