import { createHash } from 'node:crypto'
import { formatFungible, parseAmount } from '@foyer/core/chain'
import {
  coinbaseNetworks,
  nativeTokens,
  type PaymentCurrency,
  type PurchaseCurrency,
  paymentMethodLimits,
} from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'
import { normalAsset } from './normalAsset.js'
import type { OnrampConfig } from './onrampConfig.js'
import type { OnrampProvider } from './provider.js'
import { moneyDecimals, rateDecimals } from './quoteOf.js'

/** A coin on one network: what is priced and delivered. */
export interface Purchasable {
  readonly chain: Chain
  /** null for the network's own coin */
  readonly token: string | null
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** CAIP-19 */
  readonly asset: string
}

/** Money that is taken, with what it is worth and how much of it, in cents. */
export interface Payable {
  readonly id: string
  /** one of it in US dollars, times 10^18 */
  readonly usd: bigint
  readonly least: bigint
  readonly most: bigint
}

/** What is for sale. */
export interface Catalogue {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** @param request.network - by name or CAIP-2 id; the coin's first one where it is neither */
  purchasable(request: { symbol: string; network: string }): Purchasable | undefined
  payable(id: string): Payable | undefined
}

export interface CatalogueParameters {
  config: OnrampConfig
  providers: readonly OnrampProvider[]
  chains: readonly Chain[]
}

export function createCatalogue({ config, providers, chains }: CatalogueParameters): Catalogue {
  const wanted = config.assets && new Set(config.assets.map(normalAsset))
  const all = chains.flatMap(assetsOf).filter(({ asset }) => wanted?.has(normalAsset(asset)) ?? true)
  const bySymbol = group(all)
  const methods = new Set(providers.flatMap((provider) => provider.methods))
  const limits = paymentMethodLimits.filter(({ id }) => methods.has(id))
  const inCents = (text: string) => parseAmount({ text, decimals: moneyDecimals }).value
  return {
    purchaseCurrencies: [...bySymbol.values()].map(toCurrency),
    paymentCurrencies: config.currencies.map(({ id }) => ({ id, payment_method_limits: limits })),
    purchasable({ symbol, network }) {
      const places = bySymbol.get(symbol) ?? []
      return places.find(({ chain }) => chain.id === network || networkName(chain) === network) ?? places[0]
    },
    payable(id) {
      const currency = config.currencies.find((each) => each.id === id)
      return (
        currency && {
          id,
          usd: parseAmount({ text: currency.usd, decimals: rateDecimals }).value,
          least: ascending(limits.map(({ min }) => inCents(min)))[0] ?? 0n,
          most: ascending(limits.map(({ max }) => inCents(max))).at(-1) ?? 0n,
        }
      )
    },
  }
}

const ascending = (values: bigint[]) => values.sort((a, b) => (a < b ? -1 : 1))

/** What a network has that can be bought: its coin, then the tokens that the operator named. */
function assetsOf(chain: Chain): readonly Purchasable[] {
  if (!chain.id.startsWith('eip155:')) return []
  const coin = { ...chain.nativeCurrency, chain, token: null }
  const tokens = chain.tokens.map(({ address, name, symbol, decimals }) => {
    return { chain, token: address, name, symbol, decimals }
  })
  return [coin, ...tokens].map((each) => {
    return { ...each, asset: formatFungible({ networkId: chain.id, token: each.token }) }
  })
}

function group(all: readonly Purchasable[]): ReadonlyMap<string, readonly [Purchasable, ...Purchasable[]]> {
  const groups = new Map<string, [Purchasable, ...Purchasable[]]>()
  for (const each of all) {
    const there = groups.get(each.symbol)
    if (there === undefined) groups.set(each.symbol, [each])
    // Two tokens of one symbol on one network can't be distinguished by symbol: the first that the operator named counts.
    else if (!there.some(({ chain }) => chain.id === each.chain.id)) there.push(each)
  }
  return groups
}

function toCurrency(places: readonly [Purchasable, ...Purchasable[]]): PurchaseCurrency {
  const [{ name, symbol }] = places
  return {
    id: idOf(symbol),
    name,
    symbol,
    networks: places.map(({ chain, token }) => ({
      name: networkName(chain),
      display_name: chain.name,
      chain_id: chain.id.slice('eip155:'.length),
      contract_address: token ?? nativeTokens.eip155,
    })),
  }
}

/** Coinbase's name where there is one, since kits send that; else the network's name in small letters. */
function networkName({ id, name }: Chain): string {
  return coinbaseNetworks[id] ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

/** The same UUID for a symbol on every node. @see RFC 9562, version 8 */
function idOf(symbol: string): string {
  const hash = createHash('sha256').update(`onramp ${symbol}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
