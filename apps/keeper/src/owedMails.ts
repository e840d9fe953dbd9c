import type { Log } from '@foyer/service/log/createLog'
import type { Mail } from '@foyer/service/mail/mail'
import type { MailQueue, OwedMail } from '@foyer/service/mail/mailQueue'
import type { Metrics } from '@foyer/service/metrics/metrics'
import { and, type Column, eq, isNotNull, lte, type SQL } from 'drizzle-orm'
import { leaseOf, type MailingBase, mostTries, type Owing, paid, pauseAfter, sendBy } from './owing.js'
import { inTurn, type Rows } from './store.js'

/** A row that owes its person mails, and the secrets of their links, of which the row has the hashes alone. */
export interface Owed<Row, Links> {
  readonly row: Row
  readonly links: Links
}

interface OwingRow<Is extends string> extends Owing<Is> {
  readonly id: string
}

/** The way to write mails of one kind, and to mark their rows afterwards. */
export interface SentKind<Is extends string, Row, Links> {
  readonly columns: Readonly<Record<'id' | 'owes' | 'owedAt', Column>>
  readonly write: (rows: Rows, is: SQL | undefined, to: Partial<Owing<Is>>) => Promise<unknown>
  /** None for a person who has no mailbox here. */
  readonly mailsOf: (owed: Owed<Row, Links>, is: Is, walletOrigin: string) => readonly Mail[]
  /** Called with a row all of whose mails have gone out. */
  readonly onSent?: ((row: Row) => void) | undefined
}

/** Mails that are tried again with other links, by what their rows keep of those. */
export interface OwedKind<Is extends string, Row, Links, Kept> extends SentKind<Is, Row, Links> {
  readonly read: (rows: Rows, is: SQL | undefined) => Promise<readonly Row[]>
  /** @returns the row as it is now */
  readonly write: (rows: Rows, is: SQL | undefined, to: Partial<Owing<Is>>, kept?: Kept) => Promise<readonly Row[]>
  readonly linksOf: (is: Is, randomBytes: MailingBase['randomBytes']) => { readonly links: Links; readonly kept: Kept }
  /** whether there is something to say still */
  readonly isWanted: (row: Row) => boolean
}

interface Owe<Is extends string> {
  readonly is: Is
  /** the row, where it owes this already */
  readonly before?: Pick<Owing<Is>, 'owedTries'> | undefined
}

/** Says that mails are owed and that this node is about to send them. @returns what the row says of it, what it keeps of the links, and the links */
export function oweMails<Is extends string, Row, Links, Kept>(
  { linksOf }: Pick<OwedKind<Is, Row, Links, Kept>, 'linksOf'>,
  { clock, randomBytes }: Pick<MailingBase, 'clock' | 'randomBytes'>,
  { is, before }: Owe<Is>,
) {
  const { links, kept } = linksOf(is, randomBytes)
  return { owing: { owes: is, ...leaseOf(clock, before) }, kept, links }
}

export interface SendOwedParameters extends Pick<MailingBase, 'orm' | 'clock'> {
  readonly walletOrigin: string
  readonly mails: Pick<MailQueue, 'add'>
  readonly metrics: Pick<Metrics, 'noted'>
  readonly log: Pick<Log, 'warn'>
}

type Outcome = Parameters<OwedMail['settled']>[0]

/**
 * Sends what a row owes, and writes down how that went: what was sent, or refused for good, is owed no more; where one may be taken later, all are sent again
 * after a pause. What has come to be owed meanwhile is left as it is. What can't be written down is sent a second time once the node is taken for gone: better
 * twice than not at all.
 */
export function createSendOwed<Is extends string, Row extends OwingRow<Is>, Links>(
  kind: SentKind<Is, Row, Links>,
  { orm, clock, walletOrigin, mails, metrics, log }: SendOwedParameters,
) {
  return (owed: Owed<Row, Links>): void => {
    const { id, owes, owedAt, owedTries } = owed.row
    if (owes === null || owedAt === null) return
    const { columns } = kind
    const isTaken = and(eq(columns.id, id), eq(columns.owes, owes), eq(columns.owedAt, owedAt))
    const write = async (to: Partial<Owing<Is>>) => {
      await kind
        .write(orm, isTaken, to)
        .catch((error: unknown) => log.warn({ error }, 'how a mail went was not written down'))
    }
    metrics.noted({ occasion: owes })
    const letters = kind.mailsOf(owed, owes, walletOrigin)
    if (letters.length === 0) return void write(paid)
    const outcomes: Outcome[] = []
    const settled = async (outcome: Outcome) => {
      outcomes.push(outcome)
      if (outcomes.length < letters.length) return
      if (outcomes.every((each) => each === 'sent')) kind.onSent?.(owed.row)
      await write(outcomes.includes('failed') ? { owedAt: new Date(clock.now() + pauseAfter(owedTries)) } : paid)
    }
    for (const mail of letters) mails.add(mail, { sendBy: sendBy(owedAt), settled })
  }
}

interface SendLateOwed<Is extends string, Row, Links, Kept> {
  readonly kind: OwedKind<Is, Row, Links, Kept>
  readonly base: MailingBase
  readonly log: Pick<Log, 'error'>
  readonly send: (owed: Owed<Row, Links>) => void
}

/** Sends what rows of a kind owe still: what a node that has ended, or a mail server that was away, has left. */
export async function sendLateOwed<
  Is extends string,
  Row extends OwingRow<Is> & { readonly person: string },
  Links,
  Kept,
>({ kind, base, log, send }: SendLateOwed<Is, Row, Links, Kept>): Promise<void> {
  const { columns } = kind
  const isLate = and(isNotNull(columns.owes), lte(columns.owedAt, new Date(base.clock.now())))
  for (const { id, person } of await kind.read(base.orm, isLate)) {
    if ((await base.lateLimit.take({ key: 'all' })) !== null) return
    const owed = await inTurn({ orm: base.orm, person }, async (rows) => {
      // Another node may have taken it meanwhile.
      const isThis = and(eq(columns.id, id), isLate)
      const [before] = await kind.read(rows, isThis)
      if (before === undefined || before.owes === null) return null
      const { owes, owedTries } = before
      if (owedTries >= mostTries) log.error({ mail: owes, tries: owedTries }, 'a mail was given up')
      if (owedTries >= mostTries || !kind.isWanted(before)) {
        await kind.write(rows, isThis, paid)
        return null
      }
      const { owing, kept, links } = oweMails(kind, base, { is: owes, before })
      const [row] = await kind.write(rows, isThis, owing, kept)
      return row === undefined ? null : { row, links }
    })
    if (owed !== null) send(owed)
  }
}
