import { FoyerError } from '@foyer/core/errors'
import type { PayloadFailure } from '../session/payload.js'

/** What is asked for, or granted, isn't as the protocol wants it. */
export class InvalidNamespacesError extends FoyerError {
  override readonly name = 'InvalidNamespacesError'
  readonly code = 'invalid_namespaces'
  /** What the peer is told. */
  readonly failure: PayloadFailure

  constructor({ failure }: { readonly failure: PayloadFailure }) {
    super(`The namespaces of the session aren't right: ${failure.message}`, { facts: { peerCode: failure.code } })
    this.failure = failure
  }
}
