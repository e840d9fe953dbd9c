import type { Chains } from '../../chains/chains.js'
import type { EngineOf, EngineSources, HistoryEngine } from './engine.js'

export interface CreateEngines extends Omit<EngineSources, 'chain' | 'at'> {
  chains: Pick<Chains, 'all'>
  readersOf: (chainId: string) => { readonly history?: EngineOf | undefined }
}

/** Of public services that say nothing of it: few enough that no one is disturbed. */
const publicBudget = { perSecond: 4, perDay: 100_000 }

/** The engines that configuration and keys make, by network. A network that is indexed has none. */
export function createEngines({ chains, readersOf, ...sources }: CreateEngines): ReadonlyMap<string, HistoryEngine> {
  const at = (url: string) => sources.provider({ name: new URL(url).host, budget: publicBudget })
  return new Map(
    chains.all.flatMap((chain) => {
      if (chain.index !== undefined || chain.history?.kind === 'none') return []
      const engine = readersOf(chain.id).history?.({ ...sources, at, chain }) ?? null
      return engine === null ? [] : [[chain.id, engine] as const]
    }),
  )
}
