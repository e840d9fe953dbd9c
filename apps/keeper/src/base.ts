import type { Budget, WindowBudget } from '@foyer/service/budget/budget'
import type { Holdings } from '@foyer/service/budget/holdings'
import type { Limit } from '@foyer/service/budget/limit'
import type { Log } from '@foyer/service/log/createLog'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import type { KeeperSecrets } from '@foyer/service/seal/keeperKeys'
import type { SealedRows } from '@foyer/service/seal/sealedRows'
import type { SocialProviders } from '@foyer/service/socials/createSocials'
import type { Ceremony } from './ceremony.js'
import type { NotifyLogin } from './notifyLogin.js'
import type { SendOwed } from './owedMails.js'
import type { MailingBase } from './owing.js'
import type { SiteNames } from './siteNames.js'
import { inTurn, type Rows } from './store.js'

/** Everything that the keeper's work uses. */
export interface KeeperBase extends MailingBase {
  /** how long a wallet that is older than a day waits before a new device opens it */
  readonly holdMs: number
  /** how long a wallet waits before it is deleted: no less than `holdMs` */
  readonly deletionMs: number
  readonly secrets: KeeperSecrets
  readonly sealedRows: SealedRows
  readonly socials: SocialProviders
  /** where providers lead back to: this one address, to the letter */
  readonly redirectUri: string
  /** Sends what a row owes, after the answer. */
  readonly write: SendOwed
  readonly notifyLogin: NotifyLogin
  readonly log: Pick<Log, 'info'>
  /** how mails name the site that something was asked from */
  readonly siteNames: SiteNames
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

/** Work in a person's turn: it reads and writes by these rows, and notes the mails of rows, to be sent once it has ended. One that fails has done nothing. */
export interface InTurn {
  readonly base: KeeperBase
  readonly rows: Rows
  readonly note: SendOwed
}

/** Collects what is to be written while work is done, and writes it when that is done. */
export async function thenWrite<Result>(
  { write }: Pick<KeeperBase, 'write'>,
  work: (note: SendOwed) => Promise<Result>,
): Promise<Result> {
  const owed: (() => void)[] = []
  const result = await work((kind, each) => void owed.push(() => write(kind, each)))
  for (const send of owed) send()
  return result
}

interface Turn {
  readonly base: Pick<KeeperBase, 'orm' | 'write'>
  readonly person: string
  readonly also?: string | undefined
}

/** Works in a person's turn, and writes what was noted once that has ended. */
export const inTurnThenWrite = <Result>(
  { base, ...turn }: Turn,
  work: (rows: Rows, note: SendOwed) => Promise<Result>,
): Promise<Result> => thenWrite(base, (note) => inTurn({ orm: base.orm, ...turn }, (rows) => work(rows, note)))
