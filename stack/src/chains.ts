/** The ids of the local chains. */
export type LocalChainId = 31337 | 31338

/** What is fixed about a local chain, running or not. */
export interface LocalChain {
  readonly id: LocalChainId
  /** CAIP-2 */
  readonly caipNetworkId: `eip155:${LocalChainId}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** A local chain that answers. */
export interface RunningChain extends LocalChain {
  /** Where its JSON-RPC answers by HTTP; the same address with `ws:` takes subscriptions. */
  readonly url: string
  readonly port: number
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

/** The two local chains: two, so that switching networks is a real switch. */
export const localChains: readonly [LocalChain, LocalChain] = [
  { id: 31337, caipNetworkId: 'eip155:31337', name: 'Foyer Local', nativeCurrency: ether },
  { id: 31338, caipNetworkId: 'eip155:31338', name: 'Foyer Local Two', nativeCurrency: ether },
]

export function localChain(id: LocalChainId): LocalChain {
  const [first, second] = localChains
  return id === first.id ? first : second
}
