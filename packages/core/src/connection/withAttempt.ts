import type { Family } from '../chain/ids.js'
import type { Attempt, ConnectionState } from './connection.js'

/** A try to connect or restore begins: the newest of a family counts, and what failed before is forgotten. */
export function withAttempt(
  state: ConnectionState,
  { families, attempt }: { readonly families: readonly Family[]; readonly attempt: Attempt },
): ConnectionState {
  const attempts = { ...state.attempts }
  for (const family of families) attempts[family] = attempt
  return { ...state, attempts, failure: undefined }
}
