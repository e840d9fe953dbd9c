import type { Budget, WindowBudget } from '@foyer/service/budget/budget'
import type { Holdings } from '@foyer/service/budget/holdings'
import type { Limit } from '@foyer/service/budget/limit'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import type { KeeperSecrets } from '@foyer/service/seal/keeperKeys'
import type { SealedRows } from '@foyer/service/seal/sealedRows'
import type { SocialProviders } from '@foyer/service/socials/createSocials'
import type { Ceremony } from './ceremony.js'
import type { OwedChange } from './changeMails.js'
import type { OwedDeletion } from './deletionMails.js'
import type { NotifyLogin } from './notifyLogin.js'
import type { MailingBase, OwedLetter } from './owing.js'
import { inTurn, type Rows } from './store.js'

/** Everything that the keeper's work uses. */
export interface KeeperBase extends MailingBase {
  /** how long a wallet that is older than a day waits before a new device opens it */
  readonly holdMs: number
  /** how long a wallet waits before it is deleted: no less than `holdMs` */
  readonly deletionMs: number
  readonly secrets: KeeperSecrets
  readonly sealedRows: SealedRows
  /** whose word for an account is taken */
  readonly socials: SocialProviders
  /** where providers lead back to: this one address, to the letter */
  readonly redirectUri: string
  /** Sends what a ceremony owes its mailbox, after the answer. */
  readonly write: (letter: OwedLetter) => void
  /** Sends what a change of a mailbox owes both, after the answer. */
  readonly writeChange: (owed: OwedChange) => void
  /** Sends what the deletion of a wallet owes its person, after the answer. */
  readonly writeDeletion: (owed: OwedDeletion) => void
  /** Says to the login server what becomes of a wallet. */
  readonly notifyLogin: NotifyLogin
  /** whose share is taken: the names of a client's network */
  readonly ownersOf: OwnersOf
  /** the budget of each limit that isn't counted in rows */
  readonly windowOf: (limit: Limit) => WindowBudget
  /** ceremonies of new devices that one network begins */
  readonly networkLimit: Budget
  /** ceremonies of new devices that are begun in all */
  readonly wholeLimit: Budget
  /** of those, what networks begin that have begun some already */
  readonly busyLimit: Budget
  /** questions that wait for something new, on this node */
  readonly waits: Holdings
  /** Finds a ceremony, together with others that are looked for in the same turn. */
  readonly look: (id: string) => Promise<Ceremony | null>
}

/** Takes a letter of a transaction, to be sent once that has ended: one that fails has done nothing. */
export type Note = (letter: OwedLetter) => void
/** The same of a change of a mailbox. */
export type NoteChange = (owed: OwedChange) => void

/** Collects what is to be written while work is done, and writes it when that is done. */
const collecting = async <Owed, Result>(
  write: (owed: Owed) => void,
  work: (note: (owed: Owed) => void) => Promise<Result>,
): Promise<Result> => {
  const owed: Owed[] = []
  const result = await work((each) => void owed.push(each))
  for (const each of owed) write(each)
  return result
}

export const thenWrite = <Result>(
  { write }: Pick<KeeperBase, 'write'>,
  work: (note: Note) => Promise<Result>,
): Promise<Result> => collecting(write, work)

interface Turn {
  readonly base: Pick<KeeperBase, 'orm' | 'write' | 'writeChange'>
  readonly person: string
  readonly also?: string | undefined
}

/** Works in a person's turn, and writes what was noted once that has ended. */
export const inTurnThenWrite = <Result>(
  { base, ...turn }: Turn,
  work: (rows: Rows, note: Note) => Promise<Result>,
): Promise<Result> => thenWrite(base, (note) => inTurn({ orm: base.orm, ...turn }, (rows) => work(rows, note)))

/** The same of a change of a mailbox. */
export const inTurnThenWriteChanges = <Result>(
  { base, ...turn }: Turn,
  work: (rows: Rows, note: NoteChange) => Promise<Result>,
): Promise<Result> =>
  collecting(base.writeChange, (note) => inTurn({ orm: base.orm, ...turn }, (rows) => work(rows, note)))
