import { FoyerError } from '@foyer/core/errors'

/** A request belongs to another network than the one the wallet is on; the visitor saw nothing of it. */
export class WrongNetworkError extends FoyerError {
  override readonly name = 'WrongNetworkError'
  readonly code = 'wrong_network'

  constructor({ wanted, actual }: { readonly wanted: string; readonly actual: string }) {
    super(`The request is for ${wanted}, but the wallet is on ${actual}. Call switchNetwork first.`, {
      facts: { wanted, actual },
    })
  }
}
