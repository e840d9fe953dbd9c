import { FoyerError } from '@foyer/core/errors'

/** A peer's key, or one of ours, can't be calculated with. The key itself isn't told. */
export class UnusableKeyError extends FoyerError {
  override readonly name = 'UnusableKeyError'
  readonly code = 'unusable_key'

  constructor({ fault, cause }: { readonly fault: 'length' | 'weak'; readonly cause?: unknown }) {
    super(fault === 'length' ? 'A key has another length than 32 bytes.' : 'The other side’s key makes no secret.', {
      facts: { fault },
      cause,
    })
  }
}
