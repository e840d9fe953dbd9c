import type { Budget } from '../budget/budget.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import type { SealedRows } from '../seal/sealedRows.js'
import type { SocialProviders } from '../socials/createSocials.js'
import type { KeeperSecrets } from './keeperKeys.js'
import type { OwedLetter } from './owing.js'

/** What the keeper's work is done with. */
export interface KeeperBase {
  readonly orm: Orm
  readonly clock: Clock
  /** how long a wallet that is older than a day waits before a new device opens it */
  readonly holdMs: number
  readonly secrets: KeeperSecrets
  readonly sealedRows: SealedRows
  /** whose word for an account is taken */
  readonly socials: SocialProviders
  /** where providers lead back to: this one address, to the letter */
  readonly redirectUri: string
  /** Sends what a ceremony owes its mailbox, after the answer. */
  readonly write: (letter: OwedLetter) => void
  readonly randomBytes: (length: number) => Uint8Array
  /** ceremonies that one network begins */
  readonly networkLimit: Budget
  /** ceremonies that are begun in all */
  readonly wholeLimit: Budget
  /** mails that are sent late, in all */
  readonly lateLimit: Budget
}

/** What happens in a transaction is written to the mailbox once it has ended: one that fails has done nothing. */
export type Note = (letter: OwedLetter) => void

/** Collects what is to be written while work is done, and writes it when that is done. */
export async function thenWrite<Result>(
  { write }: Pick<KeeperBase, 'write'>,
  work: (note: Note) => Promise<Result>,
): Promise<Result> {
  const letters: OwedLetter[] = []
  const result = await work((letter) => void letters.push(letter))
  for (const letter of letters) write(letter)
  return result
}
