import { FoyerError } from '@foyer/core/errors'

/** Another transaction took the place of one that was sent; which one couldn't be found. */
export class TransactionDroppedError extends FoyerError {
  override readonly name = 'TransactionDroppedError'
  readonly code = 'transaction_dropped'

  constructor({ hash }: { readonly hash: string }) {
    super(`Another transaction of the account took the place of ${hash}, so it will never be mined.`, {
      facts: { hash },
      notice: 'error.transactionFailed',
    })
  }
}
