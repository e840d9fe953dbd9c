import type { NetworkId } from '../chain/ids.js'
import { contextOf } from '../context.js'
import { NetworkOrAddressUndefinedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import { type Observable, type ObservableValue, observable } from '../store/observable.js'
import { roomOf } from '../store/roomOf.js'
import { accountOf, networkIdOf } from '../store/selectors.js'
import { limits } from '../wire/limits.js'
import { unnamedProvider } from '../wire/onrampDefaults.js'
import type { OnrampProvider, OnrampQuoteReply, OnrampUrlBody, PurchaseCurrency } from '../wire/payments.js'
import { chosenCurrencies, type OnrampChoice, type OnrampOffer, readPayment } from './offer.js'
import { type Following, followingOf, leadsSomewhere, type Purchase } from './purchase.js'

/** What the visitor has put in. */
export interface OnrampForm extends OnrampChoice {
  /** What is paid, as it was typed. */
  readonly amount: string
}

const emptyForm: OnrampForm = { amount: '', purchaseCurrency: undefined, paymentCurrency: undefined }

/** What a kit keeps between the widget and the views. */
class OnrampRoom {
  readonly form: ObservableValue<OnrampForm> = observable(emptyForm)
  readonly following: Following

  constructor(foyer: Foyer) {
    this.following = followingOf(foyer)
  }
}

/** The room of a kit: the same over stops and starts, as what is drawn stays subscribed to it. */
export function onrampRoom(foyer: Foyer): OnrampRoom {
  return roomOf({ context: contextOf(foyer), name: 'onramp', Room: OnrampRoom, make: () => new OnrampRoom(foyer) })
}

/** Changes what is named of the form. */
export function setOnrampForm(foyer: Foyer, change: Partial<OnrampForm>): void {
  const { form } = onrampRoom(foyer)
  form.set({ ...form.get(), ...change })
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

/** What a provider's page begins with. Pure. What the visitor left open stays open there. */
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
