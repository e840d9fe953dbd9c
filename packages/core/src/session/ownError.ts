import { ChunkLoadError } from '../errors/ChunkLoadError.js'
import { type ErrorFacts, FoyerError } from '../errors/FoyerError.js'

/**
 * What a connector threw, as one of the kit's errors. A well-made connector turns its wallet's errors into the kit's itself,
 * so the code that reads foreign ones is fetched only where that hasn't been done. It never throws.
 */
export async function ownError(cause: unknown, context?: ErrorFacts | undefined): Promise<FoyerError> {
  if (isOwn(cause)) return cause
  try {
    return (await import('../errors/foreignError.js')).foreignError(cause, context)
  } catch (missing) {
    return new ChunkLoadError({ chunk: 'errors', cause: missing })
  }
}

function isOwn(cause: unknown): cause is FoyerError {
  try {
    return cause instanceof FoyerError
  } catch {
    return false // a proxy that hides its prototype
  }
}
