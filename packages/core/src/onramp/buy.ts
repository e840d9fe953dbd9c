import type { NetworkId } from '../chain/ids.js'
import { contextOf } from '../context.js'
import { NetworkOrAddressUndefinedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import type { Definition } from '../query/definition.js'
import { accountOf, networkIdOf } from '../state/selectors.js'
import { type Observable, type ObservableValue, observable, roomOf } from '../store/observable.js'
import { limits } from '../wire/limits.js'
import { unnamedProvider } from '../wire/onrampDefaults.js'
import type {
  OnrampProvider,
  OnrampQuoteReply,
  OnrampUrlBody,
  PaymentCurrency,
  PurchaseCurrency,
} from '../wire/payments.js'
import { chosenCurrencies, defaultOffer, type OnrampChoice, type OnrampOffer, readPayment } from './offer.js'
import { type Following, followingOf, leadsSomewhere, type Purchase } from './purchase.js'

/** The visitor's entries. */
export interface OnrampForm extends OnrampChoice {
  /** The amount to pay, as it was typed. */
  readonly amount: string
}

const emptyForm: OnrampForm = { amount: '', purchaseCurrency: undefined, paymentCurrency: undefined }

/** A kit's state between the widget and the views. */
class OnrampRoom {
  readonly form: ObservableValue<OnrampForm> = observable(emptyForm)
  readonly following: Following

  constructor(foyer: Foyer) {
    this.following = followingOf(foyer)
  }
}

/** The room of a kit: the same over stops and starts, as what is drawn stays subscribed to it. */
export function onrampRoom(foyer: Foyer): OnrampRoom {
  return roomOf(contextOf(foyer), { Room: OnrampRoom, kit: foyer })
}

/** Changes what is named of the form. */
export function setOnrampForm(foyer: Foyer, change: Partial<OnrampForm>): void {
  const { form } = onrampRoom(foyer)
  form.set({ ...form.get(), ...change })
}

/** The subject of a quote: what is got for an amount of money. */
interface QuoteSubject {
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  /** A decimal string. */
  readonly amount: string
  /** The on-ramp's word for where it is delivered. */
  readonly network: string
  readonly provider: string | undefined
  readonly networkId: NetworkId | undefined
}

export interface OnrampQuoteInput {
  /** Whose price, by id; that of the offer's first by default. */
  readonly provider?: string | undefined
  readonly offer?: OnrampOffer | undefined
}

/** The time that an amount must stand still before its price is asked for. */
const quoteDelayMs = 400

/** The quote for the amount in the form, once it is one that is taken and has stood still for a moment [S7.20]; null where the active network has no price. */
export const onrampQuote: Definition<OnrampQuoteInput, OnrampQuoteReply | null, QuoteSubject, OnrampQuoteReply | null> =
  {
    subject(foyer, { provider, offer = defaultOffer }) {
      const networkId = networkIdOf(foyer.store.getState())
      const { amount: typed, ...choice } = onrampRoom(foyer).form.get()
      const { purchase, network, payment } = chosenCurrencies({ offer, choice, networkId })
      const amount = readPayment({ typed, currency: payment })
      if (!purchase || !network || !payment || amount.status !== 'right') return undefined
      const pair = { purchaseCurrency: purchase, paymentCurrency: payment, amount: amount.text }
      return { ...pair, network: network.name, provider, networkId }
    },
    key: ({ networkId, purchaseCurrency, paymentCurrency, amount, network, provider }) => [
      'onrampQuote',
      networkId,
      purchaseCurrency.id,
      paymentCurrency.id,
      amount,
      network,
      provider,
    ],
    freshMs: 30_000,
    changes(foyer, look) {
      let cancel = () => {}
      const later = () => {
        cancel()
        cancel = contextOf(foyer).clock.setTimeout(look, quoteDelayMs)
      }
      const stops = [onrampRoom(foyer).form.subscribe(later), foyer.store.subscribe(look)]
      return () => {
        cancel()
        for (const stop of stops) stop()
      }
    },
    async read({ context: { api, queries }, subject: { networkId: _, ...body }, signal }) {
      const server = await api?.()
      return server ? (await queries()).onrampQuote(server, { ...body, signal }) : null
    },
    data: ([quote]) => quote,
  }

export interface BuyParameters {
  readonly provider: OnrampProvider
  readonly offer: OnrampOffer
  /** The price that the visitor was shown, for the receipt. */
  readonly quote?: OnrampQuoteReply | undefined
}

/**
 * Opens a provider's page in a window of its own, for the connected account and what is in the form. Call it within the press: a browser opens no window
 * later. What becomes of it, {@link purchaseOf} says.
 *
 * @see S7.18
 * @example
 * <button onClick={() => buy(foyer, { provider, offer })}>{provider.name}</button>
 */
export function buy(foyer: Foyer, { provider, offer, quote }: BuyParameters): void {
  const { api, queries, track } = contextOf(foyer)
  const state = foyer.store.getState()
  const { address } = accountOf(state)
  const networkId = networkIdOf(state)
  const form = onrampRoom(foyer).form.get()
  const configured = state.networks.map(({ caipNetworkId }) => caipNetworkId)
  track({ event: 'SELECT_BUY_PROVIDER', properties: { provider: provider.id } })
  onrampRoom(foyer).following.begin({
    provider,
    quote,
    async urlOf(signal) {
      if (address === undefined) throw new NetworkOrAddressUndefinedError({ action: 'buying' })
      const server = await api?.()
      const body = orderOf({ address, networkId, form, offer, configured, provider })
      const url = server ? await (await queries()).onrampUrl(server, { ...body, signal }) : ''
      return leadsSomewhere(url, networkId)
    },
  })
}

/** The purchase that was begun last; while it is subscribed to, the account's history is asked for it. */
export const purchaseOf = (foyer: Foyer): Observable<Purchase | undefined> => onrampRoom(foyer).following.purchase

interface OrderParameters extends Omit<BuyParameters, 'quote'> {
  readonly address: string
  readonly networkId: NetworkId | undefined
  readonly form: OnrampForm
  /** The dapp's networks. */
  readonly configured: readonly NetworkId[]
}

/** Builds the order that a provider's page begins with. Pure. What the visitor left open stays open there. */
function orderOf({
  address,
  networkId,
  form: { amount: typed, ...choice },
  offer,
  configured,
  provider,
}: OrderParameters): Omit<OnrampUrlBody, 'defaultExperience'> {
  const { purchase, network, payment } = chosenCurrencies({ offer, choice, networkId })
  const isChosen = purchase !== undefined && purchase.id === choice.purchaseCurrency
  const blockchains = namesOf({ currencies: isChosen ? [purchase] : offer.purchaseCurrencies, networkId, configured })
  const amount = readPayment({ typed, currency: payment })
  return {
    destinationWallets: [{ address, blockchains, assets: isChosen ? [purchase.symbol] : [] }],
    defaultNetwork: network?.name,
    partnerUserId: address,
    // Two decimals at most, within the limits: the number is written as the same digits.
    ...(amount.status === 'right' && { presetFiatAmount: Number(amount.text) }),
    ...(provider !== unnamedProvider && { provider: provider.id }),
  }
}

/** The on-ramp's words for the dapp's networks of the family; all of the coin's where it has none of those. */
function namesOf({
  currencies,
  networkId,
  configured,
}: {
  readonly currencies: readonly PurchaseCurrency[]
  readonly networkId: NetworkId | undefined
  readonly configured: readonly NetworkId[]
}): readonly string[] {
  const family = networkId?.split(':')[0]
  const networks = currencies.flatMap((currency) => currency.networks)
  const known = networks.filter(({ chain_id }) => configured.some((id) => id === `${family}:${chain_id}`))
  const names = new Set((known.length > 0 ? known : networks).map(({ name }) => name))
  return [...names].slice(0, limits.onrampNetworks)
}
