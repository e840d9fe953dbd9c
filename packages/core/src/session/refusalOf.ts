import type { Refusal } from '../connection/attempt.js'
import type { FoyerError } from '../errors/FoyerError.js'

/** What the store keeps of an error: enough to tell the visitor. */
export function refusalOf({ code, notice = 'error.unknown' }: FoyerError): Refusal {
  return { code, notice }
}
