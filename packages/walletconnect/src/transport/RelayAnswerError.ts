import { FoyerError } from '@foyer/core/errors'

/** The relay said no to a call, or answered what can't be used. */
export class RelayAnswerError extends FoyerError {
  override readonly name = 'RelayAnswerError'
  readonly code = 'relay_answer'
  /** The relay's own number; 0 where its answer is of no use. */
  readonly rpcCode: number

  constructor({
    method,
    rpcCode,
    cause,
  }: { readonly method: string; readonly rpcCode: number; readonly cause?: unknown }) {
    super(`The relay didn't do ${method}: ${rpcCode}.`, {
      facts: { method, rpcCode },
      notice: 'error.serverUnavailable',
      cause,
    })
    this.rpcCode = rpcCode
  }
}
