import { formatAmount } from '@foyer/core/chain'
import { paymentMethodLimits, type Transaction } from '@foyer/core/wire'
import { readUnits } from '../tokens/readUnits.js'
import { moneyDecimals } from './amounts.js'
import {
  type CoinbaseApi,
  type CoinbaseTransaction,
  fromCoinbase,
  longestReference,
  toCoinbase,
} from './coinbaseApi.js'
import type { CoinbaseConfig } from './onrampConfig.js'
import type { Place } from './place.js'
import { type OnrampProvider, type Order, refuse } from './provider.js'
import { NotForSaleError, ProviderUnavailableError } from './refusals.js'

const methods = ['card', 'ach_bank_account']

/**
 * Coinbase's page is opened by a token of one use, which holds the wallets: they are in no address. Prices and limits are
 * Coinbase's own, and so is what became of a purchase: it is asked by the reference that the page was opened with, the address.
 * @see https://docs.cdp.coinbase.com/onramp
 */
export function coinbaseProvider({ config, api }: { config: CoinbaseConfig; api: CoinbaseApi }): OnrampProvider {
  const { country, subdivision } = config
  const ofOperator: Place | undefined = country === undefined ? undefined : { country, subdivision }
  return {
    id: 'coinbase',
    name: 'Coinbase',
    families: ['eip155', 'solana'],
    methods,
    tracked: true,
    opensSessions: true,
    feeBasisPoints: config.feeBasisPoints,
    async limits({ currency, place = ofOperator, signal }) {
      if (place === undefined) return paymentMethodLimits.filter(({ id }) => methods.includes(id))
      const all = (await api.limits({ place, signal })).get(currency) ?? []
      return all.filter(({ id }) => methods.includes(id))
    },
    async quote({ coin, currency, total, place = ofOperator, signal }) {
      if (place === undefined) return null
      const network = toCoinbase(coin.chain.id)
      if (network === undefined) throw new NotForSaleError({ field: 'purchaseCurrency' })
      const amount = formatAmount({ value: total, decimals: moneyDecimals })
      const quote = await api.quote({ symbol: coin.symbol, network, amount, currency, place, signal }).catch(refuse)
      const cents = ({ value }: { value: string }) => readUnits({ text: value, decimals: moneyDecimals })
      const [paid, fee, sending] = [quote.payment_total, quote.coinbase_fee, quote.network_fee].map(cents)
      const purchase = readUnits({ text: quote.purchase_amount.value, decimals: coin.decimals })
      if (paid == null || fee == null || sending == null || purchase === null) {
        throw new ProviderUnavailableError({ cause: new Error('The quote has no amounts.') })
      }
      return { total: paid, fee, sending, purchase, id: quote.quote_id }
    },
    async urlFor({ order, signal }) {
      const { clientIp } = order
      const assets = [...new Set(order.wallets.flatMap((wallet) => wallet.assets))]
      const asked = { addresses: addressesOf(order), assets, clientIp, signal }
      return pageUrl({ payUrl: config.payUrl, order, sessionToken: await api.sessionToken(asked).catch(refuse) })
    },
    purchases: {
      async of({ address, chainId, signal }) {
        const all = await api.bought({ reference: address, signal })
        return all.flatMap((bought) => {
          const chain = fromCoinbase(bought.purchase_network)
          // Anyone may name a reference, but not a wallet.
          const isOwn = bought.wallet_address.toLowerCase() === address.toLowerCase()
          return !isOwn || chain === undefined || (chainId ?? chain) !== chain ? [] : [toTransaction({ bought, chain })]
        })
      },
    },
  }
}

/** @throws {@link NotForSaleError} where none of the wallets' networks is one of Coinbase's */
function addressesOf({ wallets }: Order) {
  const addresses = wallets.flatMap(({ address, networks }) => {
    const blockchains = networks.flatMap((network) => toCoinbase(network) ?? [])
    return blockchains.length === 0 ? [] : [{ address, blockchains }]
  })
  if (addresses.length === 0) throw new NotForSaleError({ field: 'destinationWallets' })
  return addresses
}

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

function toTransaction({ bought, chain }: { bought: CoinbaseTransaction; chain: string }): Transaction {
  const { transaction_id: id, tx_hash: hash, created_at: minedAt, wallet_address: sentTo, status } = bought
  const { purchase_currency: symbol, purchase_amount: numeric } = bought
  return {
    id: `coinbase:${id}`,
    metadata: { operationType: 'buy', hash, chain, minedAt, sentFrom: '', sentTo, status, nonce: 0 },
    transfers: [{ direction: 'in', quantity: { numeric }, fungible_info: { name: symbol, symbol } }],
  }
}
