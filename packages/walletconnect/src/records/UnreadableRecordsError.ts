import { FoyerError } from '@foyer/core/errors'

/** What a storage holds isn't what was written there: what can't be read of it is forgotten. */
export class UnreadableRecordsError extends FoyerError {
  override readonly name = 'UnreadableRecordsError'
  readonly code = 'unreadable_records'

  constructor({ kind }: { readonly kind: string }) {
    super(`Some of the stored ${kind} can't be read and were forgotten.`, { facts: { kind } })
  }
}
