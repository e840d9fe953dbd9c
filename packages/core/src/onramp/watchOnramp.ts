import type { QueryObserverOptions, QueryObserverResult } from '@tanstack/query-core'
import type { NetworkId } from '../chain/ids.js'
import { contextOf, type FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { accountOf, networkIdOf } from '../store/selectors.js'
import type { OnrampQuoteReply, PaymentCurrency, PurchaseCurrency } from '../wire/payments.js'
import { onrampRoom } from './buy.js'
import { chosenCurrencies, defaultOffer, type OnrampOffer, offerOf, readPayment } from './offer.js'
import { inProgressPollMs, type PurchaseRow, purchaseRow } from './purchaseRows.js'

/** What is fetched, as it is known by now. A failure keeps what was known. */
export interface Fetched<Answer> {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly data: Answer | undefined
  readonly refetch: () => void
}

/** A query of the moment: undefined while there is nothing to ask. */
type Question<Answer> = (QueryObserverOptions<Answer> & { queryKey: readonly unknown[] }) | undefined

/** Follows what is asked over changes of it. The answer to a former question never shows. */
function watchQuestion<Answer>({
  foyer,
  question,
  changes,
  listener,
}: {
  readonly foyer: Foyer
  readonly question: () => Question<Answer>
  /** Subscribes to what the question depends on. */
  readonly changes: (look: () => void) => () => void
  readonly listener: (fetched: Fetched<Answer> | undefined) => void
}): () => void {
  return whenLoaded(foyer, {
    failed: (refetch) => listener({ status: 'failed', data: undefined, refetch }),
    start({ startQuery }) {
      let stopFormer = () => {}
      let key: string | undefined
      const look = () => {
        const query = question()
        const next = JSON.stringify(query?.queryKey ?? null)
        if (next === key) return
        key = next
        stopFormer()
        stopFormer = () => {}
        if (!query) return listener(undefined)
        let refetch = () => {}
        const followed = startQuery<Answer>({
          foyer,
          query,
          listener: (result) => listener({ ...fetchedOf(result), refetch: () => refetch() }),
        })
        refetch = followed.refetch
        stopFormer = followed.stop
      }
      const stop = changes(look)
      look()
      return () => {
        stop()
        stopFormer()
      }
    },
  })
}

function fetchedOf<Answer>({
  data,
  isError,
  isFetching,
}: QueryObserverResult<Answer>): Pick<Fetched<Answer>, 'status' | 'data'> {
  if (data !== undefined) return { status: isError ? 'failed' : 'ready', data }
  return { status: isError && !isFetching ? 'failed' : 'loading', data }
}

/**
 * Follows what can be bought, with what and from whom, on the active network.
 *
 * @returns stops
 * @see S3.18 S3.19 S7.19
 * @example
 * const stop = watchOnrampOffer(foyer, ({ data }) => console.log(data?.purchaseCurrencies))
 */
export function watchOnrampOffer(foyer: Foyer, listener: (offer: Fetched<OnrampOffer>) => void): () => void {
  return watchQuestion({
    foyer,
    question: () => offerQuery(contextOf(foyer), { networkId: networkIdOf(foyer.store.getState()) }),
    changes: (look) => foyer.store.subscribe(look),
    listener: (offer) => offer && listener(offer),
  })
}

/** How long an amount must stand still before its price is asked for. */
const quoteDelayMs = 400

/**
 * Follows what is got for the amount in the form, once it is one that is taken and has stood still for a moment.
 *
 * @param options.provider - whose price, by id; that of the offer's first by default
 * @param listener - receives undefined while there is nothing to ask
 * @returns stops
 * @see S3.20 S7.20
 * @example
 * const stop = watchOnrampQuote(foyer, {}, (quote) => console.log(quote?.data?.purchaseAmount))
 */
export function watchOnrampQuote(
  foyer: Foyer,
  {
    provider,
    offer = defaultOffer,
  }: { readonly provider?: string | undefined; readonly offer?: OnrampOffer | undefined },
  listener: (quote: Fetched<OnrampQuoteReply | null> | undefined) => void,
): () => void {
  const context = contextOf(foyer)
  const { form } = onrampRoom(foyer)
  return watchQuestion({
    foyer,
    question() {
      const networkId = networkIdOf(foyer.store.getState())
      const { amount: typed, ...choice } = form.get()
      const { purchase, network, payment } = chosenCurrencies({ offer, choice, networkId })
      const amount = readPayment({ typed, currency: payment })
      if (!purchase || !network || !payment || amount.status !== 'right') return undefined
      return quoteQuery(context, { purchase, payment, amount: amount.text, network: network.name, provider, networkId })
    },
    changes(look) {
      let cancel = () => {}
      const later = () => {
        cancel()
        cancel = context.clock.setTimeout(look, quoteDelayMs)
      }
      const stops = [form.subscribe(later), foyer.store.subscribe(look)]
      return () => {
        cancel()
        for (const stop of stops) stop()
      }
    },
    listener,
  })
}

/**
 * Follows what the chosen account has bought, on every network, newest first: asked for every 3 s while any of it is in progress.
 *
 * @param listener - receives undefined while nothing is connected
 * @returns stops
 * @example
 * const stop = watchPurchases(foyer, (purchases) => console.log(purchases?.data))
 */
export function watchPurchases(
  foyer: Foyer,
  listener: (purchases: Fetched<readonly PurchaseRow[]> | undefined) => void,
): () => void {
  return watchQuestion({
    foyer,
    question() {
      const state = foyer.store.getState()
      const { address } = accountOf(state)
      return address === undefined
        ? undefined
        : purchasesQuery(contextOf(foyer), { address, networkId: networkIdOf(state) })
    },
    changes: (look) => foyer.store.subscribe(look),
    listener,
  })
}

/** How long what is offered counts as fresh, and a price. */
const offerFreshMs = 5 * 60_000
const quoteFreshMs = 30_000
/** How long purchases do, while none is in progress. */
const purchasesFreshMs = 3_000

const nothing: OnrampOffer = { purchaseCurrencies: [], paymentCurrencies: [], providers: [] }

/** What is offered [S7.19]; nothing where the host named no server. The server is asked for the active network, which is in the key. */
function offerQuery(
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
interface QuoteQuestion {
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
function quoteQuery(
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
