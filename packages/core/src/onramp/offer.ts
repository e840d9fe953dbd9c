import { formatAmount, readTypedAmount } from '../chain/amount.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Definition } from '../query/definition.js'
import { networkIdOf } from '../state/selectors.js'
import { defaultPaymentCurrencies, defaultPurchaseCurrencies, unnamedProvider } from '../wire/onrampDefaults.js'
import type {
  OnrampOptionsReply,
  OnrampProvider,
  PaymentCurrency,
  PurchaseCurrency,
  PurchaseNetwork,
} from '../wire/payments.js'

/** The currencies to buy, the currencies to pay with, and the providers. */
export interface OnrampOffer {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  readonly providers: readonly OnrampProvider[]
}

/** The offer until the server has answered [S9.18 S9.19]; its providers aren't known. */
export const defaultOffer: OnrampOffer = {
  purchaseCurrencies: defaultPurchaseCurrencies,
  paymentCurrencies: defaultPaymentCurrencies,
  providers: [],
}

/** The active network's, which the server is asked for. */
interface OfferSubject {
  readonly networkId: NetworkId | undefined
}

/** The offer on the active network [S7.19]; empty where the host named no server. */
export const onrampOffer: Definition<object, OnrampOffer, OfferSubject, OnrampOffer> = {
  subject: ({ store }) => ({ networkId: networkIdOf(store.getState()) }),
  key: ({ networkId }) => ['onrampOffer', networkId],
  freshMs: 5 * 60_000,
  async read({ context: { api, queries }, signal }) {
    const server = await api?.()
    if (!server) return { ...defaultOffer, purchaseCurrencies: [], paymentCurrencies: [] }
    return offerOf(await (await queries()).onrampOptions(server, { signal }))
  },
  data: ([offer]) => offer,
}

/** Returns the offer in the server's answer. */
export function offerOf({ purchaseCurrencies, paymentCurrencies, providers }: OnrampOptionsReply): OnrampOffer {
  return {
    purchaseCurrencies,
    paymentCurrencies,
    providers: providers ?? (purchaseCurrencies.length > 0 ? [unnamedProvider] : []),
  }
}

/** The providers that deliver to a chain family. */
export function providersFor({
  offer,
  family,
}: {
  readonly offer: OnrampOffer
  readonly family: Family
}): readonly OnrampProvider[] {
  return offer.providers.filter(({ families }) => families.includes(family))
}

/** Finds a coin's entry for a network, if it has one. */
export function networkIn({
  currency,
  networkId,
}: {
  readonly currency: PurchaseCurrency
  readonly networkId: NetworkId | undefined
}): PurchaseNetwork | undefined {
  const reference = networkId?.slice(networkId.indexOf(':') + 1)
  return currency.networks.find(({ chain_id }) => chain_id === reference)
}

/** The visitor's choice, by id; undefined is what is offered first. */
export interface OnrampChoice {
  readonly purchaseCurrency: string | undefined
  readonly paymentCurrency: string | undefined
}

export interface ChosenCurrencies {
  readonly purchase: PurchaseCurrency | undefined
  /** The network of delivery: the active one, else the first that has the coin. */
  readonly network: PurchaseNetwork | undefined
  readonly payment: PaymentCurrency | undefined
}

export interface ChosenCurrenciesParameters {
  readonly offer: OnrampOffer
  readonly choice: OnrampChoice
  readonly networkId: NetworkId | undefined
}

/** The currencies that a choice means: what is no longer offered is the first that the active network has. */
export function chosenCurrencies({
  offer: { purchaseCurrencies, paymentCurrencies },
  choice,
  networkId,
}: ChosenCurrenciesParameters): ChosenCurrencies {
  const purchase =
    purchaseCurrencies.find(({ id }) => id === choice.purchaseCurrency) ??
    purchaseCurrencies.find((currency) => networkIn({ currency, networkId }) !== undefined) ??
    purchaseCurrencies[0]
  return {
    purchase,
    network: purchase && (networkIn({ currency: purchase, networkId }) ?? purchase.networks[0]),
    payment: paymentCurrencies.find(({ id }) => id === choice.paymentCurrency) ?? paymentCurrencies[0],
  }
}

/** Money has cents. */
export const moneyDecimals = 2

/** The range of amounts that can be paid at once, by one way of paying or another. */
export interface PaymentRange {
  /** Decimal strings, in whole units of the currency. */
  readonly least: string
  readonly most: string
}

/** The range that any way of paying of a currency takes; undefined where it names none. */
export function paymentRange({ payment_method_limits: limits }: PaymentCurrency): PaymentRange | undefined {
  const inOrder = (texts: readonly string[]) => texts.map(cents).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const least = inOrder(limits.map(({ min }) => min))[0]
  const most = inOrder(limits.map(({ max }) => max)).at(-1)
  return least === undefined || most === undefined ? undefined : { least: written(least), most: written(most) }
}

/** The fault of an amount to pay. */
export type PaymentFault = 'notNumber' | 'tooLittle' | 'tooMuch'

export type ReadPayment =
  | { readonly status: 'empty' }
  | { readonly status: 'wrong'; readonly fault: PaymentFault }
  /** `text` is the amount as the wire has it: digits, and at most one point. */
  | { readonly status: 'right'; readonly text: string }

/** Reads an amount of money as it is typed, and holds it to the limits of its currency. */
export function readPayment({
  typed,
  currency,
}: {
  readonly typed: string
  readonly currency: PaymentCurrency | undefined
}): ReadPayment {
  if (typed.trim() === '') return { status: 'empty' }
  const amount = readTypedAmount({ text: typed, decimals: moneyDecimals })
  if (!amount) return { status: 'wrong', fault: 'notNumber' }
  const range = currency && paymentRange(currency)
  if (amount.value === 0n || (range && amount.value < cents(range.least)))
    return { status: 'wrong', fault: 'tooLittle' }
  if (range && amount.value > cents(range.most)) return { status: 'wrong', fault: 'tooMuch' }
  return { status: 'right', text: formatAmount(amount) }
}

/** A limit in cents: a server's may have more digits, which say nothing. */
function cents(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, moneyDecimals).padEnd(moneyDecimals, '0'))
}

const written = (value: bigint) => formatAmount({ value, decimals: moneyDecimals })
