import { sentenceOf } from '../login/login.js'
import { type DashboardSentenceName, sayHere } from '../messages/dashboardSentences.js'
import { RefusedError } from '../servers/servers.js'

/** An error on the wallet's own pages, with a sentence of theirs. */
export class OwnPageError extends Error {
  override readonly name = 'OwnPageError'
  readonly sentence: DashboardSentenceName

  constructor({ sentence, cause }: { readonly sentence: DashboardSentenceName; readonly cause?: unknown }) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}

/** The sentences of refusals that servers give these pages alone. */
const refusals: Readonly<Record<string, DashboardSentenceName>> = {
  door_unknown: 'error.doorUnknown',
  login_too_old: 'error.loginTooOld',
  not_secured: 'error.notSecured',
  last_door: 'error.lastDoor',
  deletion_refused: 'error.deletionRefused',
  deletion_over: 'error.deletionOver',
  device_unknown: 'error.deviceUnknown',
  too_many_unfinished: 'error.tooManyDoors',
}

/** Returns a failure's sentence for the visitor. */
export function sentenceHere(error: unknown): string {
  if (error instanceof OwnPageError) return sayHere(error.sentence)
  const refused = error instanceof RefusedError && Object.hasOwn(refusals, error.refusal) && refusals[error.refusal]
  return refused ? sayHere(refused) : sentenceOf(error)
}
