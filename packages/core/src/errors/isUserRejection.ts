import { foreignError } from './foreignError.js'
import { UserRejectedError } from './UserRejectedError.js'

/** Whether an error, ours or a wallet's own, is the visitor's refusal: 4001, 5000, and refusals in words [S8.39]. */
export function isUserRejection(error: unknown): boolean {
  return foreignError(error) instanceof UserRejectedError
}
