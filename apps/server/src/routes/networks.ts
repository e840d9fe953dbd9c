import { pageNetworksCall } from '@foyer/login/networkCalls'
import type { Chain } from '../chains/chains.js'
import type { Services } from '../services.js'
import { route } from './route.js'

/** The wallet's page takes no longer one. */
const longestName = 64

/** The networks, as the wallet's page gets them. @see S9.50 */
export const networks = [
  route(
    {
      ...pageNetworksCall,
      group: 'Networks',
      access: 'anyone',
      cost: 2,
      summary:
        'Describes the networks that this server reaches, as the wallet’s page has them, and says on which of them accounts carry out several steps at once.',
    },
    async ({ services }) => ({
      networks: await Promise.all(services.chains.all.map((chain) => described({ chain, services }))),
    }),
  ),
]

async function described({ chain, services }: { chain: Chain; services: Pick<Services, 'delegates'> }) {
  const { id, name, nativeCurrency, tokens, contracts = [] } = chain
  const { symbol, decimals } = nativeCurrency
  return {
    chainId: id,
    name: name.slice(0, longestName),
    currency: { symbol, decimals },
    tokens: tokens.map((token) => ({
      ...{ symbol: token.symbol, decimals: token.decimals, address: token.address },
      name: token.name.slice(0, longestName),
    })),
    contracts,
    hasDelegate: await services.delegates.isOn(chain),
  }
}
