import { endDeviceCall, signDeviceWord } from '@foyer/custody/deviceWord'
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
  return signDeviceWord(secrets.signing, { person, device, ceremony, ends, actsFrom, expiresAt })
}

const isDueBy = (now: number) =>
  and(isNotNull(keeperCeremonies.nextTellAt), lte(keeperCeremonies.nextTellAt, new Date(now)))

/** What the login server is still to be told, the first that was due first. */
const untoldQuery = (rows: Pick<Rows, 'select'>, now: number) =>
  rows.select().from(keeperCeremonies).where(isDueBy(now)).orderBy(asc(keeperCeremonies.nextTellAt)).limit(mostAtOnce)

interface Said {
  readonly told: 'done' | 'refused'
  readonly refusedFrom: Date | null
  readonly now: number
}

/** A clock that is wrong for a while refuses what it takes later; one that has refused for a day is of another keeper, and would be asked for ever. */
function saidBy({ told, refusedFrom, now }: Said): Partial<Ceremony> {
  const since = refusedFrom ?? new Date(now)
  const isOver = told === 'done' || since.getTime() + dayMs <= now
  return isOver ? { nextTellAt: null } : { refusedFrom: since }
}

/** Tells the login server which devices are ended, until it has heard. Where it is away, those behind are left to the next round. */
export async function tellEnded(base: KeeperBase): Promise<void> {
  const now = base.clock.now()
  for (const { id, tellTries } of await untoldQuery(base.orm, now)) {
    // Another node leaves it alone meanwhile.
    const tries = tellTries + 1
    const later = { tellTries: tries, nextTellAt: new Date(now + pauseAfter(Math.min(tries, 20))) }
    const isThis = and(eq(keeperCeremonies.id, id), isDueBy(now))
    const [taken] = await base.orm.update(keeperCeremonies).set(later).where(isThis).returning()
    if (taken?.ends == null) continue
    const { ends, nextTellAt } = taken
    const told = await base.tellLogin(endDeviceCall, { receipt: await wordOf(base, taken, ends) })
    if (told === 'away') return
    if (nextTellAt === null) continue
    // What has come to be told meanwhile is told yet.
    const isSaid = and(
      eq(keeperCeremonies.id, id),
      eq(keeperCeremonies.ends, ends),
      eq(keeperCeremonies.nextTellAt, nextTellAt),
    )
    await base.orm
      .update(keeperCeremonies)
      .set(saidBy({ told, refusedFrom: taken.refusedFrom, now }))
      .where(isSaid)
  }
}
