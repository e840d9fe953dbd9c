import type { Family, NetworkId } from '../chain/ids.js'
import type {
  OnrampOptionsReply,
  OnrampProvider,
  PaymentCurrency,
  PurchaseCurrency,
  PurchaseNetwork,
} from '../wire/onramp.js'
import { defaultPaymentCurrencies, defaultPurchaseCurrencies, onrampFeePercent } from '../wire/onrampDefaults.js'

/** What can be bought, with what, and from whom. */
export interface OnrampOffer {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  readonly providers: readonly OnrampProvider[]
}

/** What is offered until the server has answered [S9.18 S9.19]; from whom isn't known. */
export const defaultOffer: OnrampOffer = {
  purchaseCurrencies: defaultPurchaseCurrencies,
  paymentCurrencies: defaultPaymentCurrencies,
  providers: [],
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

/** What the server's answer offers. */
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

/** Where a coin is had on a network, if it is. */
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

/** What the visitor has chosen, by id; undefined is what is offered first. */
export interface OnrampChoice {
  readonly purchaseCurrency: string | undefined
  readonly paymentCurrency: string | undefined
}

export interface ChosenCurrencies {
  readonly purchase: PurchaseCurrency | undefined
  /** Where it is delivered: on the active network, else on the first that has it. */
  readonly network: PurchaseNetwork | undefined
  readonly payment: PaymentCurrency | undefined
}

/** The currencies that a choice means: what is no longer offered is the first that the active network has. */
export function chosenCurrencies({
  offer: { purchaseCurrencies, paymentCurrencies },
  choice,
  networkId,
}: {
  readonly offer: OnrampOffer
  readonly choice: OnrampChoice
  readonly networkId: NetworkId | undefined
}): ChosenCurrencies {
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
