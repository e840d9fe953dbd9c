import { formatFungible, parseAmount, parseFungible, parseNetworkId } from '@foyer/core/chain'
import { coinbaseNetworks, type PurchaseCurrency } from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'
import { familyOf } from '../families/families.js'
import { nativeAddress } from '../tokens/tokenKey.js'
import { uuidOf } from '../webhooks/signature.js'
import { rateDecimals } from './amounts.js'
import type { OnrampConfig } from './onrampConfig.js'

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

/** Money that is taken, with what it is worth. */
export interface Payable {
  readonly id: string
  /** one of it in US dollars, times 10^18 */
  readonly usd: bigint
}

/** The coins and currencies for sale. */
export interface Catalogue {
  readonly coins: readonly Purchasable[]
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** at least one */
  readonly money: readonly Payable[]
  /** @param request.network - by name or CAIP-2 id; the coin's first one where it is neither */
  purchasable(request: { symbol: string; network: string | undefined }): Purchasable | undefined
}

export function createCatalogue({ config, chains }: { config: OnrampConfig; chains: readonly Chain[] }): Catalogue {
  const wanted = config.assets && new Set(config.assets.map(normalAsset))
  const coins = chains.flatMap(assetsOf).filter(({ asset }) => wanted?.has(normalAsset(asset)) ?? true)
  const bySymbol = group(coins)
  return {
    coins,
    purchaseCurrencies: [...bySymbol.values()].map(toCurrency),
    money: config.currencies.map(({ id, usd }) => ({
      id,
      usd: parseAmount({ text: usd, decimals: rateDecimals }).value,
    })),
    purchasable({ symbol, network }) {
      const places = bySymbol.get(symbol) ?? []
      return places.find(({ chain }) => chain.id === network || networkName(chain) === network) ?? places[0]
    },
  }
}

/**
 * Writes a CAIP-19 id so that equal assets are equal texts, in whichever spelling they come.
 * @throws InvalidAssetIdError · UnknownFamilyError · UnsupportedAssetFamilyError
 */
export function normalAsset(asset: string): string {
  const { networkId, token } = parseFungible(asset)
  return formatFungible({ networkId, token: token && familyOf(networkId).addresses.key(token) })
}

/** Lists a network's assets that can be bought: its coin, then the tokens that the operator named. */
function assetsOf(chain: Chain): readonly Purchasable[] {
  if (!familyOf(chain.id).rooms.has('purchases')) return []
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
    // The same on every node.
    id: uuidOf(`onramp ${symbol}`),
    name,
    symbol,
    networks: places.map(({ chain, token }) => ({
      name: networkName(chain),
      display_name: chain.name,
      chain_id: parseNetworkId(chain.id).reference,
      contract_address: token ?? nativeAddress(chain) ?? '',
    })),
  }
}

/** Coinbase's name where there is one, since kits send that; else the network's name in small letters. */
function networkName({ id, name }: Chain): string {
  return coinbaseNetworks[id] ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
