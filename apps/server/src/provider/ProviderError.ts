/** Why a provider gave no answer. */
export type ProviderFault = ProviderError['code']

/** A service that this server asks gave no usable answer. The message names neither its address, nor a key, nor an account. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /**
   * `refused`: it has understood, and says no. `resting`: it is left alone for a while, since it failed again and again, or wishes so.
   * `over_budget`: who asks waits for too much already, or for too long, or the day's share of his, or of all, is used up.
   */
  readonly code:
    | 'unreachable'
    | 'silent'
    | 'limited'
    | 'key_refused'
    | 'refused'
    | 'not_understood'
    | 'too_large'
    | 'resting'
    | 'over_budget'
  readonly provider: string
  /** of HTTP, where that is the reason */
  readonly status: number | undefined
  /** when it allows to be asked again */
  readonly retryAfterMs: number | undefined

  constructor({
    code,
    provider,
    status,
    retryAfterMs,
    cause,
  }: {
    code: ProviderFault
    provider: string
    status?: number | undefined
    retryAfterMs?: number | undefined
    cause?: unknown
  }) {
    super(`${provider} gave no usable answer (${code}).`, cause === undefined ? undefined : { cause })
    this.code = code
    this.provider = provider
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether it may go better in a moment. What was silent for its whole time isn't waited for again. */
  get mayPass(): boolean {
    return this.code === 'unreachable' || this.code === 'limited'
  }
}
