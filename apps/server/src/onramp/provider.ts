import type { Family } from '@foyer/core/chain'
import type { PaymentCurrency } from '@foyer/core/wire'
import type { Purchases } from '../history/engines/engine.js'
import { ProviderError } from '../provider/ProviderError.js'
import type { Patience } from '../provider/patience.js'
import { type AskProvider, createProvider, type ProviderParameters } from '../provider/provider.js'
import type { WebhookMessage } from '../webhooks/signature.js'
import type { Purchasable } from './catalogue.js'
import type { Place } from './place.js'
import { NotForSaleError, ProviderUnavailableError } from './refusals.js'

/** A visitor's order, before any provider was chosen. Amounts are decimal strings. */
export interface Order {
  /** of our own making */
  readonly id: string
  readonly projectId: string
  readonly wallets: readonly {
    readonly address: string
    readonly family: Family
    readonly networks: readonly string[]
    /** symbols; empty: any */
    readonly assets: readonly string[]
  }[]
  /** what is wanted first, where it is one of the catalogue's */
  readonly coin: Purchasable | undefined
  readonly defaultNetwork: string | undefined
  readonly partnerUserId: string
  readonly purchaseAmount: string | undefined
  readonly paymentAmount: string | undefined
  /** the money that is offered first */
  readonly currency: string
  /** the address that the request came from, for providers that require it */
  readonly clientIp: string
  /** where the visitor is; undefined where it isn't known */
  readonly place: Place | undefined
}

/** A provider's own quote. The money is in cents, `purchase` in the coin's smallest unit. */
export interface OwnQuote {
  readonly total: bigint
  readonly fee: bigint
  readonly sending: bigint
  readonly purchase: bigint
  /** the provider's name for it, where it has one */
  readonly id?: string | undefined
}

export type MethodLimits = PaymentCurrency['payment_method_limits']

export interface OnrampProvider {
  readonly id: 'desk' | 'coinbase' | 'meld'
  readonly name: string
  readonly families: readonly Family[]
  /** Ways of paying, as the limits on the wire name them. */
  readonly methods: readonly string[]
  readonly feeBasisPoints: number
  /** Whether its page is opened by a call under the operator's key, which isn't for everyone: see `AdmitToPage`. */
  readonly opensSessions: boolean
  /** Whether its purchases are known here: reported by it, or asked of it. */
  readonly tracked: boolean
  /**
   * Reads its limits in a currency, by its own word; the usual ones by default. Empty where it doesn't take that currency.
   * @throws ProviderUnavailableError · ProviderError
   */
  readonly limits?: (request: {
    currency: string
    place: Place | undefined
    signal: AbortSignal
  }) => Promise<MethodLimits>
  /**
   * Its own offer; where it makes none, such as for a place that isn't known, one is worked out here.
   * @param request.total - what is paid, in cents
   * @throws ProviderUnavailableError · NotForSaleError
   */
  readonly quote?: (request: {
    coin: Purchasable
    currency: string
    total: bigint
    place: Place | undefined
    signal: AbortSignal
  }) => Promise<OwnQuote | null>
  /**
   * @returns where the visitor goes; nothing of the operator's secrets is in it
   * @throws ProviderUnavailableError · NotForSaleError
   */
  urlFor(request: { order: Order; signal: AbortSignal }): Promise<string>
  /** The purchases that it keeps itself, where it can be asked. */
  readonly purchases?: Purchases
  /**
   * Reads a message that it sends about a purchase, where it sends any.
   * @returns what is to be a PurchaseReport; undefined for a true message about nothing that is kept here
   * @throws WebhookRefusedError for one that isn't the provider's · ProviderUnavailableError
   */
  readonly readReport?: (request: { message: WebhookMessage; signal: AbortSignal }) => Promise<unknown>
}

export interface AskSeller<Reply>
  extends Pick<AskProvider<Reply>, 'body' | 'mayRepeat' | 'schema' | 'rows' | 'signal'> {
  /** with its query */
  path: string
}

/** The API of a seller or an exchange, called with the operator's key. */
export interface SellerApi {
  /**
   * @throws {@link ProviderError} where it refuses what was asked for · {@link ProviderUnavailableError} for all else that isn't an
   * answer as documented, a refused key included · the signal's reason
   */
  ask<Reply>(request: AskSeller<Reply>): Promise<Reply>
}

export interface SellerApiParameters extends Pick<ProviderParameters, 'name' | 'headersOf' | 'onUnread' | 'clock'> {
  url: string
}

const patience: Patience = {
  wholeMs: 8_000,
  retries: 3,
  firstPauseMs: 250,
  longestPauseMs: 8_000,
  limitMs: 30_000,
}
/** No answer of a seller is larger. */
const mostBytes = 2 * 1024 * 1024
/** It has understood, and says no. */
const refusals: readonly (number | undefined)[] = [400, 404, 422]

export function createSellerApi({ url: base, ...parameters }: SellerApiParameters): SellerApi {
  const provider = createProvider({ ...parameters, patience, mostBytes, random: Math.random })
  return {
    async ask({ path, ...asked }) {
      try {
        return await provider.ask({ ...asked, url: new URL(path, base).href })
      } catch (cause) {
        if (!(cause instanceof ProviderError) || refusals.includes(cause.status)) throw cause
        throw new ProviderUnavailableError({ cause })
      }
    },
  }
}

/** Translates a seller's refusal of an order or a quote. @throws {@link NotForSaleError}, or all else as it is */
export function refuse(cause: unknown): never {
  throw cause instanceof ProviderError ? new NotForSaleError({ field: 'purchaseCurrency' }) : cause
}
