/** Why a provider gave no answer. */
export type ProviderFault =
  | 'unreachable'
  | 'limited'
  | 'refused'
  | 'not_understood'
  | 'too_large'
  /** it failed so often that it is left alone for a while */
  | 'resting'
  /** more is waiting for it already than it is asked in a few seconds, or the day's share is used up */
  | 'over_budget'

/** A service that this server asks under a key of its operator gave no usable answer. The message names neither its key nor an account. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ProviderFault
  readonly provider: string
  /** when it allows to be asked again */
  readonly retryAfterMs: number | undefined

  constructor({
    code,
    provider,
    retryAfterMs,
    cause,
  }: {
    code: ProviderFault
    provider: string
    retryAfterMs?: number | undefined
    cause?: unknown
  }) {
    super(`${provider} gave no usable answer (${code}).`, { cause })
    this.code = code
    this.provider = provider
    this.retryAfterMs = retryAfterMs
  }

  /** Whether it may go better in a moment. */
  get mayPass(): boolean {
    return this.code === 'unreachable' || this.code === 'limited'
  }
}
