import type { BackgroundWork } from '@foyer/service/background'
import type { Log } from '@foyer/service/log/createLog'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { and, asc, desc, eq, isNotNull, lte } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import { type Ceremony, standingOf } from './ceremony.js'
import { changeMails } from './changeMails.js'
import { deletionMails } from './deletionMails.js'
import { goOnDeleting } from './deletions.js'
import { notifyEnded } from './notifyEnded.js'
import { settle, withStanding } from './opening.js'
import { sendLateOwed } from './owedMails.js'
import { mostAtOnce, mostTries, type OwedLetter, owe, paid } from './owing.js'
import { fromRow, nextMailAt } from './shares.js'
import { change, type Rows } from './store.js'
import { keeperCeremonies } from './tables.js'

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
  await sendLateOwed({ kind: changeMails, base, log, send: base.writeChange })
  await sendLateOwed({ kind: deletionMails, base, log, send: base.writeDeletion })
  await goOnDeleting(base)
  // After what has ended by that.
  await notifyEnded(base)
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

const isOwedBy = (now: Date) => and(isNotNull(keeperCeremonies.owes), lte(keeperCeremonies.owedAt, now))

/** Of ceremonies that wait for the same moment, those that were begun last go first. */
export const owedQuery = (rows: Pick<Rows, 'select'>, now: Date) =>
  rows
    .select()
    .from(keeperCeremonies)
    .where(isOwedBy(now))
    .orderBy(asc(keeperCeremonies.owedAt), desc(keeperCeremonies.beganAt))
    .limit(mostAtOnce)

/** Takes a mail on itself and sends it, unless it is too early, it is owed no more, or another node has. */
async function sendOwed({ base, log }: LateMailsParameters, owing: Ceremony): Promise<void> {
  await withStanding(base, owing, async ({ rows, note, ceremony }) => {
    const now = base.clock.now()
    const { person, device, owes, owedAt, owedTries } = ceremony
    // Another node has, or what settled just now has taken its place and is being sent.
    if (owes === null || (owedAt?.getTime() ?? 0) > now) return
    if (!isStillOwed(ceremony, now) || owedTries >= mostTries) {
      if (owedTries >= mostTries) log.error({ mail: owes, tries: owedTries }, 'a mail was given up')
      await change(rows, ceremony, paid)
      return
    }
    const isCounted = ceremony.mailedAt !== null || owes !== 'confirm'
    const from = await fromRow(rows, ceremony)
    const mayWriteAt = isCounted ? now : await nextMailAt({ rows, person, device, from, now })
    if (mayWriteAt > now) await change(rows, ceremony, { owedAt: new Date(mayWriteAt) })
    else await claim({ base, rows, ceremony, note })
  })
}

/** A device that isn't waiting any more needs no confirmation, and a wait that has ended no notice of it. */
function isStillOwed(ceremony: Ceremony, now: number): boolean {
  const { status } = standingOf(ceremony, now)
  if (ceremony.owes === 'confirm') return status === 'waiting'
  return ceremony.owes !== 'held' || status === 'held'
}

interface Claim {
  readonly base: KeeperBase
  readonly rows: Rows
  readonly ceremony: Ceremony
  readonly note: (letter: OwedLetter) => void
}

/** One statement takes it: of several nodes at once, one is given the row. */
async function claim({ base, rows, ceremony, note }: Claim): Promise<void> {
  const { id, owes } = ceremony
  if (owes === null) return
  const { owed, link } = owe(base, { is: owes, before: ceremony })
  const [claimed] = await rows
    .update(keeperCeremonies)
    .set(owed)
    .where(and(eq(keeperCeremonies.id, id), isOwedBy(new Date(base.clock.now()))))
    .returning()
  if (claimed !== undefined) note({ ceremony: claimed, link })
}
