import { FoyerError } from '@foyer/core/errors'

/** A transaction was to be sped up or cancelled, but is pending no more. The wallet saw nothing of it. */
export class TransactionNotPendingError extends FoyerError {
  override readonly name = 'TransactionNotPendingError'
  readonly code = 'transaction_not_pending'

  constructor({ hash }: { readonly hash: string }) {
    super(`The transaction ${hash} is pending no more, so nothing can take its place.`, { facts: { hash } })
  }
}

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
