import type { Refusal } from '../connection/connection.js'
import { FoyerError } from '../errors/FoyerError.js'

/** What the store keeps of an error: enough to tell the visitor. */
export function refusalOf(error: unknown): Refusal {
  return error instanceof FoyerError
    ? { code: error.code, notice: error.notice ?? 'error.unknown' }
    : { code: 'unknown', notice: 'error.unknown' }
}
