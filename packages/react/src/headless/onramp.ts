import { accountOf, networkIdOf } from '@foyer/core'
import { byMonth, contextOf, type Month } from '@foyer/core/internal'
import {
  buy,
  chosenCurrencies,
  defaultOffer,
  onrampOffer,
  onrampPurchases,
  onrampQuote,
  onrampRoom,
  type PaymentFault,
  type PaymentRange,
  type Purchase,
  type PurchaseRow,
  paymentRange,
  providersFor,
  purchaseOf,
  readPayment,
  setOnrampForm,
} from '@foyer/core/onramp'
import type { Fetched } from '@foyer/core/query'
import type {
  OnrampProvider,
  OnrampQuoteReply,
  PaymentCurrency,
  PurchaseCurrency,
  PurchaseNetwork,
} from '@foyer/core/wire'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'

export interface Onramp {
  /** Until the server has answered, and where it fails, what is offered is the specification's fallback, without a provider. */
  readonly status: 'loading' | 'ready' | 'failed'
  /** Fetches again what failed. */
  readonly retry: () => void
  /** The currencies that can be bought. */
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** The currencies that can be paid with. */
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** The providers that deliver to the active chain family. */
  readonly providers: readonly OnrampProvider[]
  /** The currency to buy, its network, and the one it is paid with; undefined where nothing is offered. */
  readonly purchase: PurchaseCurrency | undefined
  /** The network on which it is bought. */
  readonly network: PurchaseNetwork | undefined
  /** The currency that it is paid with. */
  readonly payment: PaymentCurrency | undefined
  /** The range that can be paid at once. */
  readonly range: PaymentRange | undefined
  /** As it was typed. */
  readonly amount: string
  /** The fault of the amount; undefined also where nothing was typed. */
  readonly fault: PaymentFault | undefined
  /** Changes the typed amount. */
  readonly setAmount: (typed: string) => void
  /** Chooses what is bought. */
  readonly choosePurchase: (currency: PurchaseCurrency) => void
  /** Chooses what is paid with. */
  readonly choosePayment: (currency: PaymentCurrency) => void
  /** The typed amount as a decimal string, where it is one that is taken. */
  readonly paid: string | undefined
  /** Opens the provider's page in a window of its own. Call it within the press: a browser opens no window later. */
  readonly buy: (order: OnrampOrder) => void
}

/** A purchase that begins. */
export interface OnrampOrder {
  readonly provider: OnrampProvider
  /** The price that the visitor was shown, for the receipt. */
  readonly quote?: OnrampQuoteReply | undefined
}

/**
 * Buying coins with money: what is offered, what the visitor put in, and the way to a provider. All hooks of a kit share what was put in.
 *
 * @param parameters.isActive - whether it is fetched now; true unless said
 * @param options.isActive - requests what is offered; true by default. A part of a page that the visitor hasn't touched yet passes false
 * @throws ProviderMissingError outside of a provider
 * @see S3.18 S3.19 S9.18 S9.19
 * @example
 * const { providers, buy } = useFoyerOnramp()
 * return <>{providers.map((each) => <button key={each.id} onClick={() => buy({ provider: each })}>{each.name}</button>)}</>
 */
export function useFoyerOnramp({ isActive = true }: { readonly isActive?: boolean | undefined } = {}): Onramp {
  const { foyer } = useKit()
  const { form } = onrampRoom(foyer)
  const { amount, ...choice } = useObservable(form)
  const { networkId, family } = useSelect((state) => ({ networkId: networkIdOf(state), family: state.family }))
  const { status, data: offer = defaultOffer, refetch } = useFetched(onrampOffer, {}, isActive)
  const { purchase, network, payment } = chosenCurrencies({ offer, choice, networkId })
  const read = readPayment({ typed: amount, currency: payment })
  return {
    status: status === 'idle' ? 'loading' : status,
    retry: refetch,
    purchaseCurrencies: offer.purchaseCurrencies,
    paymentCurrencies: offer.paymentCurrencies,
    providers: providersFor({ offer, family }),
    purchase,
    network,
    payment,
    range: payment && paymentRange(payment),
    amount,
    fault: read.status === 'wrong' ? read.fault : undefined,
    setAmount: (typed) => setOnrampForm(foyer, { amount: typed }),
    choosePurchase: ({ id }) => setOnrampForm(foyer, { purchaseCurrency: id }),
    choosePayment: ({ id }) => setOnrampForm(foyer, { paymentCurrency: id }),
    paid: read.status === 'right' ? read.text : undefined,
    buy: (order) => buy(foyer, { ...order, offer }),
  }
}

export interface OnrampQuote {
  /** `idle`: no amount that is taken was put in. `none`: nothing is sold for the active network. */
  readonly status: Fetched<never>['status'] | 'none'
  /** The provider's quote. */
  readonly quote: OnrampQuoteReply | undefined
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * Reads the quote for the amount that was put in, less the fees.
 *
 * @param options.provider - whose price; that of the first by default
 * @param options.isActive - requests it; true by default
 * @throws ProviderMissingError outside of a provider
 * @see S3.20
 * @example
 * const { quote } = useFoyerOnrampQuote()
 * return quote ? <p>{quote.purchaseAmount.amount} {quote.purchaseAmount.currency}</p> : null
 */
export function useFoyerOnrampQuote({
  provider,
  isActive = true,
}: {
  /** The provider that is asked; all by default. */
  readonly provider?: OnrampProvider | undefined
  /** Whether it is fetched now; true unless said. */
  readonly isActive?: boolean | undefined
} = {}): OnrampQuote {
  const { data: offer } = useFetched(onrampOffer, {}, isActive)
  const question = { provider: provider?.id, offer }
  const { status, data, refetch } = useFetched(onrampQuote, question, offer !== undefined)
  return { status: data === null ? 'none' : status, quote: data ?? undefined, retry: refetch }
}

/**
 * The purchase that was begun last, for as long as it is followed: while this is mounted the account's history is asked for it, every 4 s for 180 s.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const purchase = useFoyerPurchase()
 * return purchase?.blocked && purchase.url ? <a href={purchase.url} target="_blank" rel="noopener">Open</a> : null
 */
export function useFoyerPurchase(): Purchase | undefined {
  const { foyer } = useKit()
  return useObservable({ ...purchaseOf(foyer), getInitial: () => undefined })
}

export interface Purchases extends Pick<Fetched<never>, 'status'> {
  /** The purchases, newest first. */
  readonly purchases: readonly PurchaseRow[]
  /** The same by month, newest first. */
  readonly months: readonly Month<PurchaseRow>[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * Reads the connected account's purchases for money, every 3 s while any of them is in progress.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { purchases } = useFoyerPurchases()
 * return <>{purchases.map(({ id, amount, symbol }) => <p key={id}>+ {amount} {symbol}</p>)}</>
 */
export function useFoyerPurchases(): Purchases {
  const { shown } = useKit()
  const isConnected = useSelect((state) => accountOf(state).address !== undefined)
  const { status, data: purchases = none, refetch } = useFetched(onrampPurchases, {}, isConnected)
  const { tag: locale } = shown.options.locale
  const months = useMemo(
    () => byMonth({ items: purchases, now: contextOf(shown).clock.now(), locale }),
    [purchases, shown, locale],
  )
  return { status, purchases, months, retry: refetch }
}

const none: readonly PurchaseRow[] = []
