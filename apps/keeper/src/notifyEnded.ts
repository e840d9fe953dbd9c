import { endDeviceCall, signWord } from '@foyer/custody/keeperWord'
import type { Receipt } from '@foyer/custody/signed'
import { dayMs } from '@foyer/service/budget/limit'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import { type Ceremony, seconds, times } from './ceremony.js'
import { mostAtOnce, takenBy } from './owing.js'
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

interface Said {
  readonly outcome: 'done' | 'refused'
  readonly refusedFrom: Date | null
  readonly now: number
}

/**
 * A clock that is wrong for a while refuses what it takes later; one that has refused for a day is of another keeper, and would be asked for ever.
 */
function saidBy({ outcome, refusedFrom, now }: Said): Partial<Ceremony> {
  const since = refusedFrom ?? new Date(now)
  const isOver = outcome === 'done' || since.getTime() + dayMs <= now
  return isOver ? { nextTellAt: null } : { refusedFrom: since }
}

/** Notifies the login server of devices that are ended, the first that was due first, until it has answered. Where it is away, those behind are left to the next round. */
export async function notifyEnded({ orm, notifyLogin, ...base }: KeeperBase): Promise<void> {
  const now = base.clock.now()
  const isDue = lte(keeperCeremonies.nextTellAt, new Date(now))
  const due = orm.select().from(keeperCeremonies).where(isDue).orderBy(asc(keeperCeremonies.nextTellAt))
  for (const ceremony of await due.limit(mostAtOnce)) {
    const isThis = eq(keeperCeremonies.id, ceremony.id)
    const later = takenBy(ceremony, now)
    const [taken] = await orm.update(keeperCeremonies).set(later).where(and(isThis, isDue)).returning()
    if (taken?.ends == null) continue
    const { ends, refusedFrom } = taken
    const outcome = await notifyLogin(endDeviceCall, { receipt: await wordOf(base, taken, ends) })
    if (outcome === 'away') return
    // An end that was written meanwhile is still to be sent.
    const isSaid = and(isThis, eq(keeperCeremonies.ends, ends), eq(keeperCeremonies.nextTellAt, later.nextTellAt))
    await orm.update(keeperCeremonies).set(saidBy({ outcome, refusedFrom, now })).where(isSaid)
  }
}
