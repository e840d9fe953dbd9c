import { nativeTokens } from '../chain/families.js'
import type { OnrampProvider, PaymentCurrency, PurchaseCurrency } from './payments.js'

/** The fees of on-ramps, in per cent of what is paid: the range that kits show [S9.17]. */
export const onrampFeePercent: { readonly least: 1; readonly most: 2 } = { least: 1, most: 2 }

/** The limits of each way of paying, in dollars and in euros alike [S9.18]. */
export const paymentMethodLimits: PaymentCurrency['payment_method_limits'] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** The currencies that kits offer to pay with until the on-ramp has named its own [S9.18]. */
export const defaultPaymentCurrencies: readonly [PaymentCurrency, PaymentCurrency] = [
  { id: 'USD', payment_method_limits: paymentMethodLimits },
  { id: 'EUR', payment_method_limits: paymentMethodLimits },
]

/** The currencies that kits offer to buy until then: USD Coin on Ethereum and Polygon first [S9.19], Ether second. */
export const defaultPurchaseCurrencies: readonly [PurchaseCurrency, PurchaseCurrency] = [
  {
    id: '2b92315d-eab7-5bef-84fa-089a131333f5',
    name: 'USD Coin',
    symbol: 'USDC',
    networks: [
      {
        name: 'ethereum-mainnet',
        display_name: 'Ethereum',
        chain_id: '1',
        contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
      {
        name: 'polygon-mainnet',
        display_name: 'Polygon',
        chain_id: '137',
        contract_address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      },
    ],
  },
  {
    id: 'ETH',
    name: 'Ether',
    symbol: 'ETH',
    networks: [
      {
        name: 'ethereum-mainnet',
        display_name: 'Ethereum',
        chain_id: '1',
        contract_address: nativeTokens.eip155,
      },
    ],
  },
]

/** Coinbase's words for the networks that it delivers to, by CAIP-2 id. */
export const coinbaseNetworks: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
}

/** The URL of Meld's shop. */
export const meldBaseUrl = 'https://meldcrypto.com'

export interface MeldUrlParameters {
  readonly baseUrl?: string | undefined
  readonly publicKey: string
  readonly family: string
  readonly walletAddress: string
}

/**
 * Writes the address where Meld sells to a wallet: SOL on Solana, USDC elsewhere.
 * @param request.publicKey - the operator's own
 * @param request.family - the wallet's chain family, such as `eip155`
 * @see S9.20
 * @example meldUrl({ publicKey, family: 'solana', walletAddress })
 */
export function meldUrl({ baseUrl = meldBaseUrl, publicKey, family, walletAddress }: MeldUrlParameters): string {
  const url = new URL(baseUrl)
  url.searchParams.set('publicKey', publicKey)
  url.searchParams.set('destinationCurrencyCode', family === 'solana' ? 'SOL' : 'USDC')
  url.searchParams.set('walletAddress', walletAddress)
  return url.href
}

/** The one provider of servers that name none; a call for a URL means it without saying so. */
export const unnamedProvider: OnrampProvider = {
  id: 'coinbase',
  name: 'Coinbase',
  families: ['eip155'],
  feePercent: String(onrampFeePercent.most),
  methods: ['card', 'ach_bank_account'],
  tracked: true,
}
