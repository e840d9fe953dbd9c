import { coinbaseNetworks } from '@foyer/core/wire'
import * as v from 'valibot'
import { askCoinbase } from './askCoinbase.js'
import type { CoinbaseConfig } from './onrampConfig.js'
import type { OnrampProvider, Order } from './provider.js'
import { NotForSaleError } from './refusals.js'

export interface CoinbaseProviderParameters {
  config: CoinbaseConfig
  now: () => number
  nonce: () => string
}

const SessionToken = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(2048)) })

/** Coinbase's name of a network, by that name or by its CAIP-2 id. */
const known = new Set(Object.values(coinbaseNetworks))
const toCoinbase = (network: string) => coinbaseNetworks[network] ?? (known.has(network) ? network : undefined)

/**
 * Coinbase's page is opened by a token of one use, which holds the wallets: they are in no address.
 * @see https://docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/generating-onramp-url
 */
export function coinbaseProvider({ config, now, nonce }: CoinbaseProviderParameters): OnrampProvider {
  return {
    id: 'coinbase',
    name: 'Coinbase',
    families: ['eip155', 'solana'],
    methods: ['card', 'ach_bank_account'],
    tracked: true,
    feeBasisPoints: config.feeBasisPoints,
    async urlFor({ order, signal }) {
      const asked = {
        method: 'POST',
        path: '/onramp/v1/token',
        body: tokenRequest(order),
        schema: SessionToken,
      } as const
      const { token: sessionToken } = await askCoinbase({ ...asked, config, now, nonce, signal })
      return pageUrl({ payUrl: config.payUrl, order, sessionToken })
    },
  }
}

/** @throws {@link NotForSaleError} where none of the wallets' networks is one of Coinbase's */
function tokenRequest({ wallets, clientIp }: Order) {
  const addresses = wallets.flatMap(({ address, networks }) => {
    const blockchains = networks.flatMap((network) => toCoinbase(network) ?? [])
    return blockchains.length === 0 ? [] : [{ address, blockchains }]
  })
  if (addresses.length === 0) throw new NotForSaleError({ field: 'destinationWallets' })
  const assets = [...new Set(wallets.flatMap((wallet) => wallet.assets))]
  return { addresses, clientIp, ...(assets.length > 0 && { assets }) }
}

/** How long a reference of a user may be at Coinbase. */
const longestReference = 49

function pageUrl({ payUrl, order, sessionToken }: { payUrl: string; order: Order; sessionToken: string }): string {
  const url = new URL('/buy/select-asset', payUrl)
  const parameters = {
    sessionToken,
    defaultNetwork: order.defaultNetwork && toCoinbase(order.defaultNetwork),
    defaultExperience: 'buy',
    partnerUserRef: order.partnerUserId.slice(0, longestReference),
    presetCryptoAmount: order.purchaseAmount,
    presetFiatAmount: order.paymentAmount,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url.href
}
