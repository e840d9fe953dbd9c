import { encodeBytes } from '@foyer/embedded/custody'
import { and, asc, eq, type InferSelectModel, isNotNull, lte } from 'drizzle-orm'
import type { Log } from '../log/createLog.js'
import { deletionLetter } from '../mail/deletionLetter.js'
import type { Mail } from '../mail/mail.js'
import type { KeeperBase } from './base.js'
import type { SendChangeParameters } from './changeMails.js'
import { hashOfLink, mostTries, owingTimes, paid, pauseAfter } from './owing.js'
import { inTurn } from './store.js'
import { type DeletionMail, keeperDeletions } from './tables.js'

export type Deletion = InferSelectModel<typeof keeperDeletions>

/** A deletion that owes its person a mail, and the secret of the mail's link, of which the row has the hash alone. */
export interface OwedDeletion {
  readonly deletion: Deletion
  readonly link: string | null
}

/** Says that a mail is owed and that this node is about to send it, as `owe` does of a ceremony's. */
export function oweDeletion(
  { clock, randomBytes }: Pick<KeeperBase, 'clock' | 'randomBytes'>,
  { is, before }: { readonly is: DeletionMail; readonly before?: Pick<Deletion, 'owedTries'> | undefined },
) {
  const owedAt = new Date(clock.now() + owingTimes.leaseMs)
  const lease = { owes: is, owedAt, owedTries: (before?.owedTries ?? 0) + 1 }
  if (is === 'deleted') return { owed: lease, link: null }
  const link = encodeBytes(randomBytes(32))
  return { owed: { ...lease, cancelHash: hashOfLink(link) }, link }
}

/** @returns null for a person who has no mailbox here */
function writeDeletion({ deletion, link, walletOrigin }: OwedDeletion & { walletOrigin: string }): Mail | null {
  const { owes, email: to, opensAt } = deletion
  if (owes === null || to === null) return null
  return { to, ...deletionLetter({ ...deletion, is: owes, at: opensAt, link, walletOrigin }) }
}

/** Sends the mail that a deletion owes, and writes down how that went. */
export function createSendDeletion({ orm, clock, walletOrigin, mails, metrics, log }: SendChangeParameters) {
  return ({ deletion, link }: OwedDeletion): void => {
    const { owes, owedAt, owedTries, id } = deletion
    if (owes === null || owedAt === null) return
    const isTaken = and(eq(keeperDeletions.owes, owes), eq(keeperDeletions.owedAt, owedAt))
    const write = (to: Partial<Deletion>) =>
      orm
        .update(keeperDeletions)
        .set(to)
        .where(and(eq(keeperDeletions.id, id), isTaken))
        .then(undefined, (error: unknown) => log.warn({ error }, 'how a mail went was not written down'))
    const mail = writeDeletion({ deletion, link, walletOrigin })
    if (mail === null) return void write(paid)
    metrics.noted({ occasion: owes })
    mails.add(mail, {
      sendBy: owedAt.getTime() - owingTimes.sendMs,
      settled: async (outcome) => {
        await write(outcome === 'failed' ? { owedAt: new Date(clock.now() + pauseAfter(owedTries)) } : paid)
      },
    })
  }
}

/** Sends what deletions owe still: what a node that has ended, or a mail server that was away, has left. */
export async function sendLateDeletions({ base, log }: { base: KeeperBase; log: Pick<Log, 'error'> }): Promise<void> {
  const isLate = and(isNotNull(keeperDeletions.owes), lte(keeperDeletions.owedAt, new Date(base.clock.now())))
  const late = await base.orm
    .select()
    .from(keeperDeletions)
    .where(isLate)
    .orderBy(asc(keeperDeletions.owedAt))
    .limit(50)
  for (const { id, person } of late) {
    if ((await base.lateLimit.take({ key: 'all' })) !== null) return
    const owed = await inTurn({
      orm: base.orm,
      person,
      work: async (rows): Promise<OwedDeletion | null> => {
        // Another node may have taken it meanwhile.
        const isThis = and(eq(keeperDeletions.id, id), isLate)
        const [before] = await rows.select().from(keeperDeletions).where(isThis)
        if (before === undefined || before.owes === null) return null
        const { owes, owedTries, status } = before
        if (owedTries >= mostTries) log.error({ mail: owes, tries: owedTries }, 'a mail was given up')
        const isOver = owedTries >= mostTries || status !== (owes === 'deleting' ? 'held' : 'deleted')
        const next = oweDeletion(base, { is: owes, before })
        const [taken] = await rows
          .update(keeperDeletions)
          .set(isOver ? paid : next.owed)
          .where(isThis)
          .returning()
        return taken === undefined || isOver ? null : { deletion: taken, link: next.link }
      },
    })
    if (owed !== null) base.writeDeletion(owed)
  }
}
