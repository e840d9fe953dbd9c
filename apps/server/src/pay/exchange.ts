import type { WebhookMessage } from '../webhooks/signature.js'

/** A payment that a visitor is sent to an exchange for. */
export interface PaySession {
  /** a UUID of our own */
  readonly id: string
  /** CAIP-19 */
  readonly asset: string
  readonly symbol: string
  /** decimal, in whole units of the asset */
  readonly amount: string
  /** CAIP-10 */
  readonly recipient: string
  /** the visitor's address, for exchanges that require it */
  readonly clientIp: string
}

/** An exchange's word on a payment. It is believed only when the network shows it. */
export interface PayOutcome {
  readonly status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  readonly txHash?: string | undefined
}

/** One to pay from. */
export interface Exchange {
  readonly id: string
  readonly name: string
  readonly imageUrl: string
  /** Whether its page is opened by a call under the operator's key, which isn't for everyone: see `AdmitToPage`. */
  readonly opensSessions: boolean
  /** @param asset - CAIP-19, as `normalAsset` writes it */
  pays(asset: string): boolean
  /**
   * @returns the page where the visitor pays; nothing of the operator's secrets is in it
   * @throws ProviderUnavailableError
   */
  urlFor(request: { session: PaySession; signal: AbortSignal }): Promise<string>
  /**
   * Asks it, where it can be asked.
   * @returns undefined where nothing has happened yet
   * @throws ProviderUnavailableError
   */
  readonly outcomeOf?: (request: { sessionId: string; signal: AbortSignal }) => Promise<PayOutcome | undefined>
  /**
   * Reads a message that it sends about a payment, where it sends any.
   * @returns what is to be a PaymentReport; undefined for a true message about nothing that is kept here
   * @throws WebhookRefusedError for one that isn't the exchange's
   */
  readonly readReport?: (message: WebhookMessage) => unknown
}
