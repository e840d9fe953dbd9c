import type { Chain, Chains } from '../../chains/chains.js'
import type { Clock } from '../../clock.js'
import type { CreateProvider } from '../../provider/createProviders.js'
import type { OnUnread } from '../../provider/provider.js'
import type { SharedAnswers } from '../../provider/sharedAnswers.js'
import { createBlockscout } from './blockscout.js'
import type { HistoryEngine } from './engine.js'
import { createEsploraHistory } from './esplora.js'
import { createEtherscan } from './etherscan.js'
import { createSolanaHistory } from './solana.js'

export interface CreateEngines {
  chains: Pick<Chains, 'all'>
  etherscan: EtherscanKey | undefined
  provider: CreateProvider
  answers: SharedAnswers
  onUnread?: OnUnread | undefined
  clock: Pick<Clock, 'now'>
}

/** A key of Etherscan's, and where it is asked. */
export interface EtherscanKey {
  readonly key: string
  /** its own address if left out */
  readonly url?: string | undefined
}

const etherscanUrl = 'https://api.etherscan.io/v2/api'

/** The networks that a key of Etherscan's opens, by their numbers. @see https://docs.etherscan.io/supported-chains */
const ofEtherscan = new Set(
  [
    1, 10, 56, 97, 100, 130, 137, 146, 252, 324, 480, 1284, 1285, 1301, 1329, 2741, 5000, 5003, 8453, 33139, 42161,
    42220, 43113, 43114, 59144, 80002, 80094, 81457, 84532, 421614, 534352, 11155111, 11155420,
  ].map((id) => `eip155:${id}`),
)

/** Of public services that say nothing of it: few enough that no one is disturbed. */
const publicBudget = { perSecond: 4, perDay: 100_000 }

/** The engines that configuration and keys make, by network. A network that is indexed has none. */
export function createEngines(parameters: CreateEngines): ReadonlyMap<string, HistoryEngine> {
  return new Map(
    parameters.chains.all.flatMap((chain) => {
      const engine = engineOf({ ...parameters, chain })
      return engine === null ? [] : [[chain.id, engine] as const]
    }),
  )
}

function engineOf(request: CreateEngines & { chain: Chain }): HistoryEngine | null {
  const { chain, provider, answers, etherscan, onUnread, clock } = request
  const { id: chainId, history, index, esplora } = chain
  if (index !== undefined || history?.kind === 'none') return null
  if (chainId.startsWith('solana:')) return createSolanaHistory({ chain, answers, onUnread })
  if (chainId.startsWith('bip122:')) {
    if (esplora === undefined) return null
    const at = provider({ name: nameOf(esplora), budget: publicBudget })
    return createEsploraHistory({ chainId, url: esplora, provider: at, now: clock.now })
  }
  if (!chainId.startsWith('eip155:')) return null
  if (history?.kind === 'blockscout') {
    return createBlockscout({
      ...history,
      chainId,
      provider: provider({ name: nameOf(history.url), budget: publicBudget }),
    })
  }
  if (history?.url !== undefined) {
    const { url, apiKey } = history
    return createEtherscan({ chainId, url, apiKey, provider: provider({ name: nameOf(url), budget: publicBudget }) })
  }
  const apiKey = history?.apiKey ?? etherscan?.key
  if (apiKey === undefined || (history === undefined && !ofEtherscan.has(chainId))) return null
  const url = etherscan?.url ?? etherscanUrl
  return createEtherscan({ chainId, url, apiKey, provider: provider({ name: 'Etherscan' }) })
}

const nameOf = (url: string) => new URL(url).host
