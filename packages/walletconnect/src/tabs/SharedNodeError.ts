import { FoyerError } from '@foyer/core/errors'

/** The page that speaks with the wallets for all of this origin's failed: by an error that other pages don't know, or an answer that is none. */
export class SharedNodeError extends FoyerError {
  override readonly name = 'SharedNodeError'
  readonly code = 'shared_node'

  constructor({ failure }: { readonly failure: string }) {
    super(`The page that holds the connection to the relay failed: ${failure}.`, {
      facts: { failure },
      notice: 'error.unknown',
    })
  }
}
