import { FoyerError } from '@foyer/core/errors'
import { failureOf } from '@foyer/signing'

/** The visitor's sentences, by error code. */
const sentences: Readonly<Record<string, string>> = {
  invalid_pairing_uri: 'This is no pairing code. It begins with “wc:”.',
  pairing_expired: 'This code has expired. Ask the application for a new one.',
  pairing_used: 'This code was used already. Ask the application for a new one.',
  relay_unreachable: 'The relay can’t be reached. Try again when the connection is back.',
  relay_refused: 'The relay won’t have this wallet. Its settings may be out of date.',
  unknown_proposal: 'The application no longer waits for this.',
  unknown_request: 'The application no longer waits for this.',
  unknown_session: 'The session has ended.',
  request_timeout: 'The application didn’t answer.',
  message_too_large: 'The answer is too large to be sent.',
}

/**
 * The sentences of a relay's refusals, where it says why. A page of this machine has several names, and a project
 * allows one of them.
 */
const refusals: Readonly<Record<string, string>> = {
  origin:
    'The relay doesn’t take this page’s address. Open the wallet at the one that was printed when it was started.',
  clock: 'The clock of this device is wrong: the relay refuses what is dated so. Set it, and try again.',
  project: 'The relay doesn’t know the project that this wallet names. Its settings may be out of date.',
  noProject: 'The relay doesn’t know the project that this wallet names. Its settings may be out of date.',
}

/** An error as one sentence for the visitor. */
export function sentenceOf(error: unknown): string {
  const code = error instanceof FoyerError ? error.code : ''
  const reason = error instanceof FoyerError && code === 'relay_refused' ? String(error.facts.reason) : ''
  const known = refusals[reason] ?? sentences[code]
  return known ?? failureOf(error).message
}
