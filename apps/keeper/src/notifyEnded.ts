import { endDeviceCall, signWord } from '@foyer/custody/keeperWord'
import type { Receipt } from '@foyer/custody/signed'
import { dayMs } from '@foyer/service/budget/limit'
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import { type Ceremony, seconds, times } from './ceremony.js'
import { mostAtOnce, pauseAfter } from './owing.js'
import type { Rows } from './store.js'
import { keeperCeremonies } from './tables.js'

/** The keeper's word for the end of a ceremony; each has a new end. */
function wordOf(
  { clock, secrets }: Pick<KeeperBase, 'clock' | 'secrets'>,
  { person, device, id: ceremony, actsAt }: Ceremony,
  ends: NonNullable<Ceremony['ends']>,
): Promise<Receipt> {
  const now = clock.now()
  const [actsFrom, expiresAt] = [seconds(actsAt ?? now), seconds(now + times.receiptMs)]
  return signWord('device', secrets.signing, { person, device, ceremony, ends, actsFrom, expiresAt })
}

const isDueBy = (now: number) =>
  and(isNotNull(keeperCeremonies.nextTellAt), lte(keeperCeremonies.nextTellAt, new Date(now)))

/** Reads ended ceremonies that the login server doesn't know of yet, the first that was due first. */
const endedQuery = (rows: Pick<Rows, 'select'>, now: number) =>
  rows.select().from(keeperCeremonies).where(isDueBy(now)).orderBy(asc(keeperCeremonies.nextTellAt)).limit(mostAtOnce)

interface Said {
  readonly outcome: 'done' | 'refused'
  readonly refusedFrom: Date | null
  readonly now: number
}

/** A clock that is wrong for a while refuses what it takes later; one that has refused for a day is of another keeper, and would be asked for ever. */
function saidBy({ outcome, refusedFrom, now }: Said): Partial<Ceremony> {
  const since = refusedFrom ?? new Date(now)
  const isOver = outcome === 'done' || since.getTime() + dayMs <= now
  return isOver ? { nextTellAt: null } : { refusedFrom: since }
}

/** Notifies the login server of devices that are ended, until it has answered. Where it is away, those behind are left to the next round. */
export async function notifyEnded(base: KeeperBase): Promise<void> {
  const now = base.clock.now()
  for (const { id, tellTries } of await endedQuery(base.orm, now)) {
    // Another node leaves it alone meanwhile.
    const tries = tellTries + 1
    const later = { tellTries: tries, nextTellAt: new Date(now + pauseAfter(Math.min(tries, 20))) }
    const isThis = and(eq(keeperCeremonies.id, id), isDueBy(now))
    const [taken] = await base.orm.update(keeperCeremonies).set(later).where(isThis).returning()
    if (taken?.ends == null) continue
    const { ends, nextTellAt } = taken
    const outcome = await base.notifyLogin(endDeviceCall, { receipt: await wordOf(base, taken, ends) })
    if (outcome === 'away') return
    if (nextTellAt === null) continue
    // An end that was written meanwhile is still to be sent.
    const isSaid = and(
      eq(keeperCeremonies.id, id),
      eq(keeperCeremonies.ends, ends),
      eq(keeperCeremonies.nextTellAt, nextTellAt),
    )
    await base.orm
      .update(keeperCeremonies)
      .set(saidBy({ outcome, refusedFrom: taken.refusedFrom, now }))
      .where(isSaid)
  }
}
