import { type ErrorFacts, FoyerError } from '../errors/FoyerError.js'
import { foreignError } from '../errors/foreignError.js'

/** What a connector threw, as one of the kit's errors: a well-made connector turns its wallet's errors into the kit's itself. It never throws. */
export function ownError(cause: unknown, context?: ErrorFacts | undefined): FoyerError {
  return isOwn(cause) ? cause : foreignError(cause, context)
}

function isOwn(cause: unknown): cause is FoyerError {
  try {
    return cause instanceof FoyerError
  } catch {
    return false // a proxy that hides its prototype
  }
}
