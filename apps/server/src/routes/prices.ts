import { formatAmount, isAccountId, parseAccountId } from '@foyer/core/chain'
import { type Fungible, pricesCall } from '@foyer/core/wire'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import { orUnavailable } from '../chains/orUnavailable.js'
import { PricesUnavailableError } from '../prices/PricesUnavailableError.js'
import { priceDecimals } from '../prices/priceSource.js'
import type { Services } from '../services.js'
import { tokenKey } from '../tokens/tokenKey.js'
import { route } from './route.js'

/** Prices of tokens. @see S7.8 */
export const prices = [
  route(
    {
      ...pricesCall,
      cost: 5,
      group: 'Tokens',
      summary: 'What tokens cost in US dollars; a token that nothing prices is left out.',
      access: 'project',
      limitBytes: 32 * 1024,
    },
    async ({ services, body: { addresses }, signal }) => ({
      fungibles: await fungiblesOf({ services, addresses, signal }),
    }),
  ),
]

interface FungiblesOf {
  services: Pick<Services, 'chains' | 'tokens' | 'prices'>
  addresses: readonly string[]
  signal: AbortSignal
}

async function fungiblesOf({ services, addresses, signal }: FungiblesOf): Promise<readonly Fungible[]> {
  const bad = addresses.findIndex((address) => !isAccountId(address))
  if (bad >= 0) throw new InvalidInputError({ name: `addresses.${bad}`, description: "Isn't a CAIP-10 address." })
  const asked = [...new Set(addresses)].map((id) => ({ id, ...parseAccountId(id) }))
  const known = services.chains.all.filter(({ id }) => asked.some(({ networkId }) => networkId === id))
  // Of a network that isn't offered, nothing is known.
  const lists = await Promise.all(
    known.map((chain) => {
      const own = asked.filter(({ networkId }) => networkId === chain.id)
      return onChain({ services, chain, asked: own, signal })
    }),
  )
  const byId = new Map(lists.flat().map((fungible) => [fungible.address, fungible]))
  return asked.flatMap(({ id }) => byId.get(id) ?? [])
}

interface OnChain {
  services: Pick<Services, 'tokens' | 'prices'>
  chain: Services['chains']['all'][number]
  asked: readonly { readonly id: string; readonly address: string }[]
  signal: AbortSignal
}

async function onChain({ services, chain, asked, signal }: OnChain): Promise<readonly Fungible[]> {
  const addresses = asked.map(({ address }) => address)
  const tokens = await orUnavailable(chain.id, services.tokens.of({ chain, addresses, signal }))
  const found = await services.prices.of({ chain, tokens: [...tokens.values()], signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new PricesUnavailableError({ chainId: chain.id, cause })
  })
  return asked.flatMap(({ id, address }) => {
    const token = tokens.get(tokenKey({ chain, address }))
    const price = found.get(tokenKey({ chain, address }))
    if (token === undefined || price === undefined) return []
    const { name, symbol, iconUrl } = token
    // The wire has a number here: for showing, never for reckoning.
    return [
      { name, symbol, iconUrl, price: Number(formatAmount({ value: price, decimals: priceDecimals })), address: id },
    ]
  })
}
