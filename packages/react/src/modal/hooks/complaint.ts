import type { Refusal } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'

/** Why something that a view asked for came to nothing. */
export interface Complaint extends Refusal {
  /** The visitor's own word: no fault, and nobody else's business. */
  readonly byVisitor: boolean
}

/** What a view makes of an error; undefined where it was called off, which is nobody's complaint. */
export function complaintOf(error: unknown): Complaint | undefined {
  if (!(error instanceof FoyerError)) return { code: 'unknown', notice: 'error.unknown', byVisitor: false }
  if (error.code === 'aborted') return undefined
  return { code: error.code, notice: error.notice ?? 'error.unknown', byVisitor: error.code === 'user_rejected' }
}
