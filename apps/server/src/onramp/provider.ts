import type { Family } from '@foyer/core/chain'

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
  readonly defaultNetwork: string | undefined
  readonly partnerUserId: string
  readonly purchaseAmount: string | undefined
  readonly paymentAmount: string | undefined
  /** the address that the request came from, for providers that require it */
  readonly clientIp: string
}

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
   * @returns where the visitor goes; nothing of the operator's secrets is in it
   * @throws ProviderUnavailableError · NotForSaleError
   */
  urlFor(request: { order: Order; signal: AbortSignal }): Promise<string>
}
