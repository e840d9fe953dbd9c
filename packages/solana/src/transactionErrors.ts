import { FoyerError } from '@foyer/core/errors'

/** Bytes that are no transaction of Solana's, or one that the account has no place in; the wallet saw nothing of it. */
export class InvalidTransactionError extends FoyerError {
  override readonly name = 'InvalidTransactionError'
  readonly code = 'invalid_transaction'

  constructor({ fault, cause }: { readonly fault: 'bytes' | 'signer' | 'size' | 'version'; readonly cause?: unknown }) {
    super(`The transaction can't be used: its ${fault} is wrong.`, {
      facts: { fault },
      notice: 'error.transactionFailed',
      cause,
    })
  }
}
