import type { Chains } from '../../chains/chains.js'
import { familyOf } from '../../families/families.js'
import type { WithSources } from '../../families/family.js'
import type { HistoryEngine } from './engine.js'

export interface CreateEngines extends Omit<WithSources, 'chain' | 'at'> {
  chains: Pick<Chains, 'all'>
}

/** Of public services that say nothing of it: few enough that no one is disturbed. */
const publicBudget = { perSecond: 4, perDay: 100_000 }

/** The engines that configuration and keys make, by network. A network that is indexed has none. */
export function createEngines({ chains, ...sources }: CreateEngines): ReadonlyMap<string, HistoryEngine> {
  const at = (url: string) => sources.provider({ name: new URL(url).host, budget: publicBudget })
  return new Map(
    chains.all.flatMap((chain) => {
      if (chain.index !== undefined || chain.history?.kind === 'none') return []
      const engine = familyOf(chain.id).history?.({ ...sources, at, chain }) ?? null
      return engine === null ? [] : [[chain.id, engine] as const]
    }),
  )
}
