import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { and, asc, desc, eq, lte } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import type { Ceremony } from './ceremony.js'
import { changeMails } from './changeMails.js'
import { deletionMails } from './deletionMails.js'
import { goOnDeleting } from './deletions.js'
import { letters } from './letters.js'
import { notifyEnded } from './notifyEnded.js'
import { settle, withStanding } from './opening.js'
import { isLate, sendLateOwed, takeOwed } from './owedMails.js'
import { mostAtOnce, mostTries } from './owing.js'
import { fromRow, nextMailAt } from './shares.js'
import { change, type Rows } from './store.js'
import { keeperCeremonies } from './tables.js'
import { goOnAsking } from './unusedWallets.js'

const everyMs = 2_000
export interface LateMailsParameters {
  readonly base: KeeperBase
  readonly log: Pick<Log, 'warn' | 'error'>
}

/**
 * Sends by itself what mailboxes are owed: of ceremonies that had to wait, since another was begun just before; of wallets whose wait is over, though no
 * device comes back; and what a node that has ended, or a mail server that was away, has left. Whatever is owed stands in the rows, so that it outlives a
 * restart, and a node takes it on itself in one statement, so that another sends it only where that one has ended.
 */
export function createLateMails({ base, log }: LateMailsParameters): BackgroundWork {
  const round = (signal: AbortSignal) => sendLate({ base, log, signal })
  return createRepeatedWork({ name: 'late mails', everyMs, clock: base.clock, log, round })
}

/** One round of {@link createLateMails}. */
export async function sendLate({ base, log, signal }: LateMailsParameters & { readonly signal?: AbortSignal }) {
  const now = new Date(base.clock.now())
  for (const ceremony of await dueQuery(base.orm, now)) await settle(base, ceremony)
  for (const ceremony of await unboundQuery(base.orm, now)) await settle(base, ceremony)
  for (const ceremony of await owedQuery(base.orm, now)) {
    if (signal?.aborted) return
    // What waits behind the mails waits for none of them: any number may be late.
    if ((await base.lateLimit.take({ key: 'all' })) !== null) break
    await sendOwed({ base, log }, ceremony)
  }
  await sendLateOwed({ kind: changeMails, base, log })
  await sendLateOwed({ kind: deletionMails, base, log })
  await goOnDeleting(base)
  // After what has ended by that.
  await notifyEnded(base)
  await goOnAsking(base)
}

/** Wallets whose wait is over. */
export const dueQuery = (rows: Pick<Rows, 'select'>, now: Date) =>
  rows
    .select()
    .from(keeperCeremonies)
    .where(and(eq(keeperCeremonies.status, 'held'), lte(keeperCeremonies.opensAt, now)))
    .orderBy(asc(keeperCeremonies.opensAt))
    .limit(mostAtOnce)

/** Devices that were confirmed, and have made no wallet in time. */
export const unboundQuery = (rows: Pick<Rows, 'select'>, now: Date) =>
  rows
    .select()
    .from(keeperCeremonies)
    .where(and(eq(keeperCeremonies.status, 'confirmed'), lte(keeperCeremonies.expiresAt, now)))
    .orderBy(asc(keeperCeremonies.expiresAt))
    .limit(mostAtOnce)

/** Of ceremonies that wait for the same moment, those that were begun last go first. */
export const owedQuery = (rows: Pick<Rows, 'select'>, now: Date) =>
  rows
    .select()
    .from(keeperCeremonies)
    .where(isLate(keeperCeremonies, now))
    .orderBy(asc(keeperCeremonies.owedAt), desc(keeperCeremonies.beganAt))
    .limit(mostAtOnce)

/** Takes a mail on this node and sends it, unless it is too early, it is owed no more, or another node has. */
async function sendOwed({ base, log }: LateMailsParameters, owing: Ceremony): Promise<void> {
  await withStanding(base, owing, async ({ rows, note, ceremony }) => {
    const now = base.clock.now()
    const { person, device, owes, owedAt, owedTries, mailedAt } = ceremony
    // Another node has, or what settled just now has taken its place and is being sent.
    if (owes === null || (owedAt?.getTime() ?? 0) > now) return
    // What is counted by its mailbox, and wasn't yet.
    if (owes === 'confirm' && mailedAt === null && letters.isWanted(ceremony) && owedTries < mostTries) {
      const from = await fromRow(rows, ceremony)
      const mayWriteAt = await nextMailAt({ rows, person, device, from, now })
      if (mayWriteAt > now) return void (await change(rows, ceremony, { owedAt: new Date(mayWriteAt) }))
    }
    const owed = await takeOwed({ kind: letters, base, log, rows, before: ceremony })
    if (owed !== null) note(letters, owed)
  })
}
