import type { Log } from '@foyer/service/log/createLog'
import type { Mail } from '@foyer/service/mail/mail'
import type { MailQueue, OwedMail } from '@foyer/service/mail/mailQueue'
import type { Metrics } from '@foyer/service/metrics/metrics'
import { type Soon, whenThere } from '@foyer/service/soon'
import { and, type Column, eq, isNotNull, lte, type SQL } from 'drizzle-orm'
import type { Ceremony } from './ceremony.js'
import { type MailingBase, mostTries, type Owing, paid, pauseAfter, sendBy } from './owing.js'
import type { SiteNames } from './siteNames.js'
import { inTurn, type Rows } from './store.js'

/** A node that has taken a mail on itself sends it, or is taken for gone. */
const leaseMs = 60_000

/** A row that owes its person mails, and the secrets of their links, of which the row has the hashes alone. */
export interface Owed<Row, Links> {
  readonly row: Row
  readonly links: Links
}

interface OwingRow<Is extends string> extends Owing<Is> {
  readonly id: string
  /** the origin that it was asked from, as whoever asked has said it: no mail has it but by its name */
  readonly site: string
}

/** The names in a mail: of the wallet's page, and of the site that something was asked from. */
export interface MailSites {
  readonly walletOrigin: string
  /** null where no project of the operator's allows it, or that isn't known */
  readonly siteName: string | null
}

/** Mails of one kind: how they are written, and what their rows keep of their links. */
export interface OwedKind<Is extends string, Row, Links> {
  readonly columns: Readonly<Record<'id' | 'owes' | 'owedAt', Column>>
  /** @returns the rows as they are now */
  readonly write: (
    rows: Rows,
    is: SQL | undefined,
    to: Partial<Owing<Is>>,
    kept?: Partial<Row>,
  ) => Promise<readonly Row[]>
  /** Makes the links of mails, other ones each time: the secrets of those before are nowhere. */
  readonly linksOf: (is: Is, by: LinksBy<Row>) => { readonly links: Links; readonly kept: Partial<Row> }
  /** whether there is something to say still */
  readonly isWanted: (row: Row) => boolean
  /** None for a person who has no mailbox here. */
  readonly mailsOf: (owed: Owed<Row, Links>, is: Is, sites: MailSites) => readonly Mail[]
  /** Called with a row all of whose mails have gone out, as it was before. */
  readonly onSent?: ((row: Row, by: Pick<SendOwedParameters, 'codeAhead'>) => void) | undefined
}

interface LinksBy<Row> extends Pick<MailingBase, 'clock' | 'randomBytes'> {
  readonly before?: Row | undefined
}

/** Says that mails are owed and that this node is about to send them: until its lease is over no other does. @returns the row's columns, and the links */
export function oweMails<Is extends string, Row extends Pick<Owing<Is>, 'owedTries'>, Links>(
  { linksOf }: Pick<OwedKind<Is, Row, Links>, 'linksOf'>,
  { clock, randomBytes }: Pick<MailingBase, 'clock' | 'randomBytes'>,
  { is, before }: { readonly is: NoInfer<Is>; readonly before?: NoInfer<Row> | undefined },
) {
  const { links, kept } = linksOf(is, { clock, randomBytes, before })
  const owing = { owes: is, owedAt: new Date(clock.now() + leaseMs), owedTries: (before?.owedTries ?? 0) + 1 }
  return { owing, kept, links }
}

export interface SendOwedParameters extends Pick<MailingBase, 'orm' | 'clock'> {
  readonly walletOrigin: string
  readonly siteNames: SiteNames
  readonly mails: Pick<MailQueue, 'add'>
  readonly metrics: Pick<Metrics, 'noted'>
  readonly log: Pick<Log, 'warn'>
  /** Has the login server's code lie beside a ceremony's mail. */
  readonly codeAhead: (ceremony: Ceremony) => void
}

/** Sends what a row owes, once the site that it names is known. */
export type SendOwed = <Is extends string, Row extends OwingRow<Is>, Links>(
  kind: OwedKind<Is, Row, Links>,
  owed: Owed<Row, Links>,
) => Soon<void>

type Outcome = Parameters<OwedMail['settled']>[0]

/**
 * Sends what a row owes, and writes down how that went: what was sent, or refused for good, is owed no more; where one may be taken later, all are sent again
 * after a pause. What has come to be owed meanwhile is left as it is. What can't be written down is sent a second time once the node is taken for gone: better
 * twice than not at all.
 */
export function createSendOwed({
  orm,
  clock,
  walletOrigin,
  siteNames,
  mails,
  metrics,
  log,
  codeAhead,
}: SendOwedParameters): SendOwed {
  return (kind, owed) => {
    const { id, site, owes, owedAt, owedTries } = owed.row
    if (owes === null || owedAt === null) return
    const { columns } = kind
    const isTaken = and(eq(columns.id, id), eq(columns.owes, owes), eq(columns.owedAt, owedAt))
    const write = async (to: Parameters<typeof kind.write>[2]) => {
      await kind
        .write(orm, isTaken, to)
        .catch((error: unknown) => log.warn({ error }, 'how a mail went was not written down'))
    }
    metrics.noted({ occasion: owes })
    return whenThere(siteNames.nameOf(site), (siteName) => {
      const letters = kind.mailsOf(owed, owes, { walletOrigin, siteName })
      if (letters.length === 0) return void write(paid)
      const outcomes: Outcome[] = []
      const settled = async (outcome: Outcome) => {
        outcomes.push(outcome)
        if (outcomes.length < letters.length) return
        if (outcomes.every((each) => each === 'sent')) kind.onSent?.(owed.row, { codeAhead })
        await write(outcomes.includes('failed') ? { owedAt: new Date(clock.now() + pauseAfter(owedTries)) } : paid)
      }
      for (const mail of letters) mails.add(mail, { sendBy: sendBy(owedAt), settled })
    })
  }
}

export interface LateParameters {
  readonly base: MailingBase & { readonly write: SendOwed }
  readonly log: Pick<Log, 'error'>
}

/** Whether a row owes mails that any node may send. */
export const isLate = (
  { owes, owedAt }: Pick<OwedKind<string, unknown, unknown>['columns'], 'owes' | 'owedAt'>,
  now: Date,
) => and(isNotNull(owes), lte(owedAt, now))

interface TakeOwed<Is extends string, Row, Links> extends LateParameters {
  readonly kind: OwedKind<Is, Row, Links>
  readonly rows: Rows
  readonly before: Row
}

/** Takes late mails on this node in one statement: of several nodes at once, one is given the row. @returns null where another has, or nothing is to be said any more */
export async function takeOwed<Is extends string, Row extends OwingRow<Is>, Links>({
  kind,
  base,
  log,
  rows,
  before,
}: TakeOwed<Is, Row, Links>): Promise<Owed<Row, Links> | null> {
  const { id, owes, owedTries } = before
  if (owes === null) return null
  const isThis = and(eq(kind.columns.id, id), isLate(kind.columns, new Date(base.clock.now())))
  if (owedTries >= mostTries) log.error({ mail: owes, tries: owedTries }, 'a mail was given up')
  if (owedTries >= mostTries || !kind.isWanted(before)) {
    await kind.write(rows, isThis, paid)
    return null
  }
  const { owing, kept, links } = oweMails(kind, base, { is: owes, before })
  const [row] = await kind.write(rows, isThis, owing, kept)
  return row === undefined ? null : { row, links }
}

/** Mails of rows that are read as the others of their kind. */
export interface LateKind<Is extends string, Row, Links> extends OwedKind<Is, Row, Links> {
  readonly read: (rows: Rows, is: SQL | undefined) => Promise<readonly Row[]>
}

/** Sends what rows of a kind owe still: what a node that has ended, or a mail server that was away, has left. */
export async function sendLateOwed<Is extends string, Row extends OwingRow<Is> & { readonly person: string }, Links>({
  kind,
  base,
  log,
}: LateParameters & { readonly kind: LateKind<Is, Row, Links> }): Promise<void> {
  const { columns } = kind
  const isDue = isLate(columns, new Date(base.clock.now()))
  for (const { id, person } of await kind.read(base.orm, isDue)) {
    if ((await base.lateLimit.take({ key: 'all' })) !== null) return
    const owed = await inTurn({ orm: base.orm, person }, async (rows) => {
      // Another node may have taken it meanwhile.
      const [before] = await kind.read(rows, and(eq(columns.id, id), isDue))
      return before === undefined ? null : takeOwed({ kind, base, log, rows, before })
    })
    if (owed !== null) base.write(kind, owed)
  }
}
