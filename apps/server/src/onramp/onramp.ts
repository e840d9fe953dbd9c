import { type Family, formatAmount } from '@foyer/core/chain'
import {
  type OnrampOptionsReply,
  type OnrampQuoteBody,
  type OnrampQuoteReply,
  type OnrampUrlBody,
  type PaymentCurrency,
  paymentMethodLimits,
} from '@foyer/core/wire'
import { createIsProxy } from '@foyer/service/budget/clientAddress'
import type { Clock } from '@foyer/service/clock'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import type { Log } from '@foyer/service/log/createLog'
import { createSharedRead } from '../cache/sharedReads.js'
import type { Chains } from '../chains/chains.js'
import { familyOf } from '../families/families.js'
import type { Purchases } from '../history/engines/engine.js'
import type { OnUnread } from '../provider/provider.js'
import { readUnits } from '../tokens/readUnits.js'
import { WebhookRefusedError } from '../webhooks/refusals.js'
import type { WebhookMessage } from '../webhooks/signature.js'
import { moneyDecimals, readAmount } from './amounts.js'
import { type Catalogue, createCatalogue } from './catalogue.js'
import { createCoinbaseApi } from './coinbaseApi.js'
import { coinbaseProvider } from './coinbaseProvider.js'
import { deskProvider } from './deskProvider.js'
import type { AdmitToPage, PageAsker } from './keyedPages.js'
import { meldProvider } from './meldProvider.js'
import type { OnrampConfig, ProviderConfig } from './onrampConfig.js'
import { type Connection, createReadPlace, type Place } from './place.js'
import type { MethodLimits, OnrampProvider, Order } from './provider.js'
import { makeQuote, type UsdPrices } from './quotes.js'
import { NotForSaleError, OnrampNotOfferedError } from './refusals.js'

/** Buying with money. */
export interface Onramp {
  /** @see S7.19 */
  options(request: { place: Place | undefined; signal: AbortSignal }): Promise<OnrampOptionsReply>
  /**
   * @throws {@link OnrampNotOfferedError} · {@link NotForSaleError} · PriceUnknownError · AmountTooSmallError · {@link InvalidInputError} ·
   * ProviderUnavailableError · ChainUnavailableError
   * @see S7.20
   */
  quote(request: { place: Place | undefined; body: OnrampQuoteBody; signal: AbortSignal }): Promise<OnrampQuoteReply>
  /**
   * @throws {@link OnrampNotOfferedError} · {@link NotForSaleError} · {@link InvalidInputError} · ProviderUnavailableError · what
   * {@link AdmitToPage} throws
   * @see S7.18
   */
  url(request: {
    projectId: string
    body: OnrampUrlBody
    asker: PageAsker
    place: Place | undefined
    signal: AbortSignal
  }): Promise<string>
  /** Returns the caller's place, as a trusted proxy says it. */
  placeOf(connection: Connection): Place | undefined
  /**
   * Reads a provider's message about a purchase.
   * @returns what is to be a PurchaseReport; undefined where it says nothing about one
   * @throws {@link WebhookRefusedError}, also for a provider that isn't there or sends none · ProviderUnavailableError
   */
  readReport(request: { provider: string; message: WebhookMessage; signal: AbortSignal }): Promise<unknown>
  /** The purchases that providers keep themselves and are asked about. */
  readonly outside: readonly Purchases[]
}

export interface OnrampParameters {
  /** undefined: nothing can be bought */
  config: OnrampConfig | undefined
  chains: Chains
  prices: UsdPrices
  onUnread?: OnUnread | undefined
  clock: Clock
  log: Pick<Log, 'warn'>
  uuid: () => string
  admitToPage: AdmitToPage
  trustedProxies: readonly string[]
}

export function createOnramp(parameters: OnrampParameters): Onramp {
  const { config, chains, prices, onUnread, clock, log, uuid, admitToPage, trustedProxies } = parameters
  if (config === undefined) return noOnramp
  const catalogue = createCatalogue({ config, chains: chains.all })
  const providers = config.providers.map((each) =>
    toProvider({ config: each, catalogue, clock, nonce: uuid, onUnread }),
  )
  const limitsOf = createLimits({ clock, log })
  const chosen = (wanted: string | undefined): OnrampProvider => {
    const provider = wanted === undefined ? providers[0] : providers.find(({ id }) => id === wanted)
    if (!provider) throw new OnrampNotOfferedError()
    return provider
  }
  return {
    placeOf: createReadPlace({ headers: config.visitor, isProxy: createIsProxy({ trustedProxies }) }),
    async options(asked) {
      const { purchaseCurrencies, money } = catalogue
      const paymentCurrencies = await Promise.all(
        money.map(async ({ id }): Promise<PaymentCurrency> => {
          const all = await Promise.all(providers.map((provider) => limitsOf({ provider, currency: id, ...asked })))
          return { id, payment_method_limits: widest(all.flat()) }
        }),
      )
      return {
        purchaseCurrencies,
        // Money that no provider takes isn't offered.
        paymentCurrencies: paymentCurrencies.filter((each) => each.payment_method_limits.length > 0),
        providers: providers.map(({ id, name, families, feeBasisPoints, methods, tracked }) => {
          const feePercent = formatAmount({ value: BigInt(feeBasisPoints), decimals: 2 })
          return { id, name, families, feePercent, methods, tracked }
        }),
      }
    },
    async quote({ place, body, signal }) {
      const provider = chosen(body.provider)
      // Only names are taken from the client: what a coin is, and where, is known here.
      const coin = catalogue.purchasable({ symbol: body.purchaseCurrency.symbol, network: body.network })
      if (!coin) throw new NotForSaleError({ field: 'purchaseCurrency' })
      const money = catalogue.money.find(({ id }) => id === body.paymentCurrency.id)
      if (!money) throw new NotForSaleError({ field: 'paymentCurrency' })
      const total = readAmount({ name: 'amount', text: body.amount, decimals: moneyDecimals })
      refuseOutside({ total, limits: await limitsOf({ provider, currency: money.id, place, signal }) })
      return makeQuote({ provider, coin, money, total, place, prices, uuid, signal })
    },
    async url({ projectId, body, asker, place, signal }) {
      const provider = chosen(body.provider)
      const { address } = asker
      const order = toOrder({ id: uuid(), projectId, body, address, place, families: provider.families, catalogue })
      if (provider.opensSessions) await admitToPage(asker)
      return provider.urlFor({ order, signal })
    },
    async readReport({ provider, message, signal }) {
      const read = providers.find(({ id }) => id === provider)?.readReport
      if (!read) throw new WebhookRefusedError()
      return read({ message, signal })
    },
    outside: providers.flatMap(({ purchases }) => purchases ?? []),
  }
}

const notOffered = async () => {
  throw new OnrampNotOfferedError()
}

/** Without configuration: the options are empty, and a kit shows no way to buy. */
const noOnramp: Onramp = {
  options: async () => ({ purchaseCurrencies: [], paymentCurrencies: [], providers: [] }),
  quote: notOffered,
  url: notOffered,
  placeOf: () => undefined,
  readReport: async () => {
    throw new WebhookRefusedError()
  },
  outside: [],
}

interface ToProvider {
  config: ProviderConfig
  catalogue: Pick<Catalogue, 'coins'>
  onUnread?: OnUnread | undefined
  clock: Clock
  nonce: () => string
}

export function toProvider({ config, catalogue: { coins }, onUnread, clock, nonce }: ToProvider): OnrampProvider {
  switch (config.kind) {
    case 'desk':
      return deskProvider({ config, now: clock.now })
    case 'coinbase':
      return coinbaseProvider({ config, api: createCoinbaseApi({ access: config, clock, nonce, onUnread }) })
    case 'meld':
      return meldProvider({ config, coins, onUnread, clock })
  }
}

type LimitsOf = (request: LimitsRequest & { signal: AbortSignal }) => Promise<MethodLimits>

interface LimitsRequest {
  provider: OnrampProvider
  currency: string
  place: Place | undefined
}

const minuteMs = 60_000

/** Creates each provider's limits, by its own word where it gives one, asked once in ten minutes; the usual ones until then. */
function createLimits({ clock, log }: Pick<OnrampParameters, 'clock' | 'log'>): LimitsOf {
  const usual = ({ methods }: OnrampProvider) => paymentMethodLimits.filter(({ id }) => methods.includes(id))
  const shared = createSharedRead<LimitsRequest, MethodLimits>({
    keyOf: ({ provider, currency, place }) =>
      `${provider.id} ${currency} ${place?.country ?? ''} ${place?.subdivision ?? ''}`,
    async read({ provider, currency, place }, signal) {
      if (provider.limits === undefined) return usual(provider)
      return provider.limits({ currency, place, signal }).catch((error: unknown) => {
        log.warn({ provider: provider.id, error }, 'an on-ramp did not say what it takes')
        return usual(provider)
      })
    },
    lifetimeMs: 10 * minuteMs,
    timeoutMs: 10_000,
    most: 2_000,
    clock,
  })
  return async ({ signal, ...asked }) => (await shared(asked, signal)) ?? []
}

const inCents = (text: string) => readUnits({ text, decimals: moneyDecimals }) ?? 0n

/** Several providers' limits of one way of paying become one: the least that one takes, the most that another does. */
function widest(all: MethodLimits): MethodLimits {
  const byId = new Map<string, MethodLimits[number]>()
  for (const { id, min, max } of all) {
    const there = byId.get(id) ?? { id, min, max }
    byId.set(id, {
      id,
      min: inCents(min) < inCents(there.min) ? min : there.min,
      max: inCents(max) > inCents(there.max) ? max : there.max,
    })
  }
  return [...byId.values()]
}

/** @throws {@link InvalidInputError} for what no way of paying takes · {@link NotForSaleError} where there is none */
function refuseOutside({ total, limits }: { total: bigint; limits: MethodLimits }): void {
  if (limits.length === 0) throw new NotForSaleError({ field: 'paymentCurrency' })
  const ascending = (texts: readonly string[]) => texts.map(inCents).toSorted((a, b) => (a < b ? -1 : 1))
  const [least = 0n] = ascending(limits.map(({ min }) => min))
  const most = ascending(limits.map(({ max }) => max)).at(-1) ?? 0n
  if (total >= least && total <= most) return
  const [from, to] = [least, most].map((value) => formatAmount({ value, decimals: moneyDecimals }))
  throw new InvalidInputError({ name: 'amount', description: `Must be from ${from} to ${to}.` })
}

interface ToOrder {
  id: string
  projectId: string
  body: OnrampUrlBody
  address: string
  place: Place | undefined
  families: readonly Family[]
  catalogue: Catalogue
}

function toOrder({ id, projectId, body, address, place, families, catalogue }: ToOrder): Order {
  const wallets = body.destinationWallets.map(({ address: recipient, blockchains = [], assets = [] }, index) => {
    const family = families.find((each) => isWritten({ family: each, address: recipient }))
    if (!family) {
      const name = `destinationWallets.${index}.address`
      throw new InvalidInputError({
        reasons: [{ name, description: "Isn't an address that the provider delivers to." }],
      })
    }
    return { address: recipient, family, networks: blockchains, assets }
  })
  const { defaultNetwork, partnerUserId, presetCryptoAmount, presetFiatAmount } = body
  const [wallet] = wallets
  const [symbol] = wallet?.assets ?? []
  const network = defaultNetwork ?? wallet?.networks[0]
  return {
    id,
    projectId,
    wallets,
    coin:
      symbol === undefined || !wallet || !familyOf(`${wallet.family}:`).rooms.has('purchases')
        ? undefined
        : catalogue.purchasable({ symbol, network }),
    currency: catalogue.money[0]?.id ?? 'USD',
    defaultNetwork,
    partnerUserId,
    purchaseAmount: presetOf({ name: 'presetCryptoAmount', amount: presetCryptoAmount, decimals: 36 }),
    paymentAmount: presetOf({ name: 'presetFiatAmount', amount: presetFiatAmount, decimals: moneyDecimals }),
    clientIp: address,
    place,
  }
}

function isWritten({ family, address }: { family: Family; address: string }): boolean {
  const { addresses } = familyOf(`${family}:`)
  return addresses.is(address) && addresses.complete(address) === address
}

/** A number of the wire as the exact decimal that it was written as. */
function presetOf(request: { name: string; amount: number | null | undefined; decimals: number }): string | undefined {
  const { name, amount, decimals } = request
  if (!amount) return undefined
  return formatAmount({ value: readAmount({ name, text: String(amount), decimals }), decimals })
}
