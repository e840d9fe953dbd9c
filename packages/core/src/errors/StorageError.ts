import { FoyerError } from './FoyerError.js'

/** The browser keeps nothing: storage is blocked or full. The visit goes on without memory. */
export class StorageError extends FoyerError {
  override readonly name = 'StorageError'
  readonly code = 'storage'

  constructor({ cause }: { cause: unknown }) {
    super('The browser refused its storage: a reload forgets.', {
      notice: 'error.storage',
      cause,
    })
  }
}
