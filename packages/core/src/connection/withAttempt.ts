import type { Family } from '../chain/ids.js'
import { keysOf } from '../store/keysOf.js'
import type { Attempt, ConnectionState } from './connection.js'

/**
 * A try to connect or restore begins: the newest of a family counts, a former one that it meets is over for all of its families, and
 * what failed before is forgotten.
 */
export function withAttempt(
  state: ConnectionState,
  { families, attempt }: { readonly families: readonly Family[]; readonly attempt: Attempt },
): ConnectionState {
  const superseded = new Set(families.map((family) => state.attempts[family]?.id))
  const attempts = { ...state.attempts }
  for (const family of keysOf(attempts)) if (superseded.has(attempts[family]?.id)) delete attempts[family]
  for (const family of families) attempts[family] = attempt
  return { ...state, attempts, failure: undefined }
}
