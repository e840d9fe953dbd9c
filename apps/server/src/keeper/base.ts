import type { Budget } from '../budget/budget.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import type { SealedRows } from '../seal/sealedRows.js'
import type { Ceremony } from './ceremony.js'
import type { KeeperSecrets } from './keeperKeys.js'
import type { Occasion } from './letters.js'

/** What the keeper's work is done with. */
export interface KeeperBase {
  readonly orm: Orm
  readonly clock: Clock
  /** how long a wallet that is older than a day waits before a new device opens it */
  readonly holdMs: number
  readonly secrets: KeeperSecrets
  readonly sealedRows: SealedRows
  /** Writes to the mailbox of a ceremony's person; sent after the answer. */
  readonly write: (about: Ceremony, occasion: Occasion) => void
  readonly randomBytes: (length: number) => Uint8Array
  /** ceremonies that one network begins */
  readonly networkLimit: Budget
  /** ceremonies that are begun in all */
  readonly wholeLimit: Budget
}

/** What happens in a transaction is written to the mailbox once it has ended: one that fails has done nothing. */
export type Note = (about: Ceremony, occasion: Occasion) => void

/** Collects what is to be written while work is done, and writes it when that is done. */
export async function thenWrite<Result>(
  { write }: Pick<KeeperBase, 'write'>,
  work: (note: Note) => Promise<Result>,
): Promise<Result> {
  const notes: Parameters<Note>[] = []
  const result = await work((...note) => void notes.push(note))
  for (const note of notes) write(...note)
  return result
}
