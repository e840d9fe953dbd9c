import type { QueryObserverOptions } from '@tanstack/query-core'
import type { NetworkId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import type { OnrampQuoteReply, PaymentCurrency, PurchaseCurrency } from '../wire/onramp.js'
import { type OnrampOffer, offerOf } from './offer.js'
import { inProgressPollMs, type PurchaseRow, purchaseRow } from './purchaseRows.js'

/** How long what is offered counts as fresh, and a price. */
const offerFreshMs = 5 * 60_000
const quoteFreshMs = 30_000
/** How long purchases do, while none is in progress. */
const purchasesFreshMs = 3_000

const nothing: OnrampOffer = { purchaseCurrencies: [], paymentCurrencies: [], providers: [] }

/** What is offered [S7.19]; nothing where the host named no server. The server is asked for the active network, which is in the key. */
export function offerQuery(
  { api, queries }: FoyerContext,
  { networkId }: { readonly networkId: NetworkId | undefined },
): QueryObserverOptions<OnrampOffer> & { queryKey: readonly unknown[] } {
  return {
    queryKey: ['onrampOffer', networkId],
    staleTime: offerFreshMs,
    async queryFn({ signal }) {
      const server = await api?.()
      return server ? offerOf(await (await queries()).onrampOptions(server, { signal })) : nothing
    },
  }
}

/** What is got for an amount of money. */
export interface QuoteQuestion {
  readonly purchase: PurchaseCurrency
  readonly payment: PaymentCurrency
  /** A decimal string. */
  readonly amount: string
  /** The on-ramp's word for where it is delivered. */
  readonly network: string
  /** A provider's id; the first of the offer by default. */
  readonly provider: string | undefined
  readonly networkId: NetworkId | undefined
}

/** The price [S7.20]; null where there is none for the active network. */
export function quoteQuery(
  { api, queries }: FoyerContext,
  { purchase: purchaseCurrency, payment: paymentCurrency, amount, network, provider, networkId }: QuoteQuestion,
): QueryObserverOptions<OnrampQuoteReply | null> & { queryKey: readonly unknown[] } {
  return {
    queryKey: ['onrampQuote', networkId, purchaseCurrency.id, paymentCurrency.id, amount, network, provider],
    staleTime: quoteFreshMs,
    async queryFn({ signal }) {
      const server = await api?.()
      if (!server) return null
      const body = { purchaseCurrency, paymentCurrency, amount, network, provider }
      return (await queries()).onrampQuote(server, { ...body, signal })
    },
  }
}

interface KnownPurchases {
  readonly state: { readonly data: readonly PurchaseRow[] | undefined }
}

/** What an account has bought, asked for every 3 s while any of it is in progress. */
export function purchasesQuery(
  { api, queries }: FoyerContext,
  { address, networkId }: { readonly address: string; readonly networkId: NetworkId | undefined },
): QueryObserverOptions<readonly PurchaseRow[]> & {
  queryKey: readonly unknown[]
  refetchInterval: (query: KnownPurchases) => number | false
} {
  return {
    queryKey: ['onrampPurchases', networkId, address],
    staleTime: purchasesFreshMs,
    refetchInterval: ({ state: { data } }: KnownPurchases) =>
      data?.some(({ status }) => status === 'inProgress') ? inProgressPollMs : false,
    async queryFn({ signal }) {
      const server = await api?.()
      return server ? (await (await queries()).purchases(server, { address, signal })).map(purchaseRow) : []
    },
  }
}
