import type { QueryObserverOptions, QueryObserverResult } from '@tanstack/query-core'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { accountOf, networkIdOf } from '../store/selectors.js'
import type { OnrampQuoteReply } from '../wire/onramp.js'
import { chosenCurrencies, defaultOffer, type OnrampOffer, readPayment } from './offer.js'
import { offerQuery, purchasesQuery, quoteQuery } from './onrampQueries.js'
import { onrampRoom } from './onrampRoom.js'
import type { PurchaseRow } from './purchaseRows.js'

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
export const quoteDelayMs = 400

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
