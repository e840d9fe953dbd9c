import type { Family } from '@foyer/core/chain'
import type { PaymentCurrency } from '@foyer/core/wire'
import type { Purchases } from '../history/purchases.js'
import type { WebhookMessage } from '../webhooks/signature.js'
import type { Purchasable } from './catalogue.js'

/** What a visitor wants to buy, before any provider was chosen. Amounts are decimal strings. */
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
}

/** What a provider itself would give. The money is in cents, `purchase` in the coin's smallest unit. */
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
  /** Whether its purchases are known here: reported by it, or asked of it. */
  readonly tracked: boolean
  /**
   * What it takes of a money, by its own word; the usual limits where it says none. Empty where it doesn't take that money.
   * @throws ProviderUnavailableError · ProviderError
   */
  readonly limits?: (request: { currency: string; signal: AbortSignal }) => Promise<MethodLimits>
  /**
   * Its own offer; where it makes none, one is worked out here.
   * @param request.total - what is paid, in cents
   * @throws ProviderUnavailableError · NotForSaleError
   */
  readonly quote?: (request: {
    coin: Purchasable
    currency: string
    total: bigint
    signal: AbortSignal
  }) => Promise<OwnQuote>
  /**
   * @returns where the visitor goes; nothing of the operator's secrets is in it
   * @throws ProviderUnavailableError · NotForSaleError
   */
  urlFor(request: { order: Order; signal: AbortSignal }): Promise<string>
  /** What it keeps of purchases itself, where it can be asked. */
  readonly purchases?: Purchases
  /**
   * Reads a message that it sends about a purchase, where it sends any.
   * @returns what is to be a PurchaseReport; undefined for a true message about nothing that is kept here
   * @throws WebhookRefusedError for one that isn't the provider's · ProviderUnavailableError
   */
  readonly readReport?: (request: { message: WebhookMessage; signal: AbortSignal }) => Promise<unknown>
}
