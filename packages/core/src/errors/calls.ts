import { FoyerError } from './FoyerError.js'

/** The outcome of one of several calls that were sent one at a time. */
export interface CallOutcome {
  /** `pending`: it was sent, and its end isn't known. `unclear`: the wallet was asked, and didn't say whether it sent it. `unsent`: it wasn't asked for. */
  readonly status: 'success' | 'failed' | 'pending' | 'refused' | 'unclear' | 'unsent'
  /** Of those that were sent. */
  readonly hash?: string | undefined
}

/** Several calls were sent one at a time, and one of them came to something else than success: what was sent before it stands, what follows it wasn't asked for. */
export class CallsStoppedError extends FoyerError {
  override readonly name = 'CallsStoppedError'
  readonly code = 'calls_stopped'
  /** Of each call, in their order. */
  readonly calls: readonly CallOutcome[]

  constructor({
    outcomes,
    count,
    cause,
  }: { readonly outcomes: readonly CallOutcome[]; readonly count: number; readonly cause: unknown }) {
    const calls = Array.from({ length: count }, (_, index): CallOutcome => outcomes[index] ?? { status: 'unsent' })
    const succeeded = calls.filter(({ status }) => status === 'success').length
    const unsent = calls.filter(({ status }) => status === 'unsent').length
    const unclear = calls.some(({ status }) => status === 'unclear' || status === 'pending')
    const why = cause instanceof FoyerError ? cause.code : 'unknown'
    super(`Of ${count} calls ${succeeded} took effect and ${unsent} weren't sent (${why}): see \`calls\`.`, {
      facts: { count, succeeded, unsent, unclear, why },
      notice: unclear ? 'error.mayHaveBeenSent' : 'error.callsStopped',
      cause,
    })
    this.calls = calls
  }
}
