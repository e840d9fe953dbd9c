import type { Chain, Chains } from '../../chains/chains.js'
import type { SafeFetch } from '../../safeFetch/safeFetch.js'
import { createEtherscanSource } from './etherscanSource.js'
import type { HistorySource } from './historySource.js'
import { createLogsSource } from './logsSource.js'

export interface CreateHistorySources {
  chains: Pick<Chains, 'all'>
  /** makes what fetches from an origin that the operator named */
  fetcherFor: (origin: string) => SafeFetch
}

/** What the networks' configuration names, by network; a network without a source has no older history. */
export function createHistorySources({ chains, fetcherFor }: CreateHistorySources): ReadonlyMap<string, HistorySource> {
  return new Map(chains.all.flatMap((chain) => sourceOf({ chain, fetcherFor }).map((source) => [chain.id, source])))
}

function sourceOf({
  chain,
  fetcherFor,
}: { chain: Chain } & Pick<CreateHistorySources, 'fetcherFor'>): readonly HistorySource[] {
  const { follow, older, fromBlock = 0 } = chain.index ?? {}
  if (older === undefined || follow !== 'asked') return []
  if (older.kind === 'logs') return [createLogsSource({ fromBlock })]
  const { url, apiKey } = older
  return [createEtherscanSource({ url, apiKey, safeFetch: fetcherFor(new URL(url).origin) })]
}
