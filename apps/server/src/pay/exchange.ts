/** A payment that a visitor is sent to an exchange for. */
export interface PaySession {
  /** a UUID of our own */
  readonly id: string
  /** CAIP-19 */
  readonly asset: string
  /** decimal, in whole units of the asset */
  readonly amount: string
  /** CAIP-10 */
  readonly recipient: string
}

/** One to pay from. */
export interface Exchange {
  readonly id: string
  readonly name: string
  readonly imageUrl: string
  /** what it signs its messages with; null for one that sends none */
  readonly secret: string | null
  /** @param asset - CAIP-19, as `normalAsset` writes it */
  pays(asset: string): boolean
  /** @returns the page where the visitor pays; nothing of the operator's secrets is in it */
  urlFor(request: { session: PaySession; signal: AbortSignal }): Promise<string>
}
