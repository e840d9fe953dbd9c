import { gather } from '@foyer/service/budget/gather'
import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Binding, Ceremony } from './ceremony.js'
import { keeperRooms } from './keeperLimits.js'
import { keeperBindings, keeperCeremonies, keeperDevices } from './tables.js'

/** Reads and writes rows: the database, or a transaction of it. */
export type Rows = Pick<Orm, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

interface Turn {
  readonly orm: Orm
  readonly person: string
  /** another person whose turn it is as well */
  readonly also?: string | undefined
}

/** Whatever changes something of a person's comes one after another, on whichever nodes: each reads what the one before has written. */
export const inTurn = <Result>(
  { orm, person, also = person }: Turn,
  work: (rows: Rows) => Promise<Result>,
): Promise<Result> =>
  orm.transaction(async (transaction) => {
    // In one order, so that no two wait for each other.
    for (const each of [...new Set([person, also])].toSorted())
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${each}, 0))`)
    return work(transaction)
  })

export async function findCeremony(rows: Rows, id: string): Promise<Ceremony | null> {
  const [found] = await rows.select().from(keeperCeremonies).where(eq(keeperCeremonies.id, id))
  return found ?? null
}

/** Finds ceremonies for many questions at once: thousands of them wait, and each looks once a second. */
export function createLook(orm: Pick<Orm, 'select'>): (id: string) => Promise<Ceremony | null> {
  return gather({
    most: 200,
    ask: async (ids: readonly string[]) => {
      const rows = await orm
        .select()
        .from(keeperCeremonies)
        .where(inArray(keeperCeremonies.id, [...new Set(ids)]))
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => found.get(id) ?? null)
    },
  })
}

/** The ceremony that a mail's link is of: of the mail by which it is confirmed, or of those about the wait and its end. */
export async function findByLink(rows: Rows, linkHash: string): Promise<Ceremony | null> {
  const { linkHash: confirms, cancelHash: cancels, denyHash: denies } = keeperCeremonies
  const isLink = or(eq(confirms, linkHash), eq(cancels, linkHash), eq(denies, linkHash))
  const [found] = await rows.select().from(keeperCeremonies).where(isLink)
  return found ?? null
}

export async function findBinding(rows: Rows, person: string): Promise<Binding | null> {
  const [found] = await rows.select().from(keeperBindings).where(eq(keeperBindings.person, person))
  return found ?? null
}

/** Changes a ceremony's row. @returns it as it is now */
export async function change(rows: Rows, ceremony: Ceremony, to: Partial<Ceremony>): Promise<Ceremony> {
  await rows.update(keeperCeremonies).set(to).where(eq(keeperCeremonies.id, ceremony.id))
  return { ...ceremony, ...to }
}

interface Acting {
  readonly rows: Rows
  readonly person: string
  readonly key: string
}

/** Whether a key acts for a person: that of a device where the wallet is open, or of a browser where that was confirmed. */
export async function actsFor({ rows, person, key }: Acting): Promise<boolean> {
  const own = and(eq(keeperDevices.person, person), eq(keeperDevices.key, key))
  const found = await rows.select({ key: keeperDevices.key }).from(keeperDevices).where(own)
  return found.length > 0
}

interface LetAct extends Acting {
  readonly isBrowser: boolean
  readonly now: Date
  readonly network: string | null
  /** the known browser that the wallet was continued from */
  readonly via?: string | undefined
}

/**
 * Lets a key act for a person from now on, as what it was added as first. A browser that is added again is the one that was used last. Where the login server wasn't
 * notified yet of a device's end, or was and its answer is lost, the notice is of what the device came by until then, and not of what it comes by now.
 */
export async function letAct({ rows, now, isBrowser, network, via, person, key }: LetAct): Promise<void> {
  const { person: its, device, ends, nextTellAt } = keeperCeremonies
  const isUnreported = and(eq(its, person), eq(device, key), eq(ends, 'device'), isNotNull(nextTellAt))
  await rows.update(keeperCeremonies).set({ ends: 'ceremony' }).where(isUnreported)
  await rows
    .insert(keeperDevices)
    .values({ person, key, isBrowser, addedAt: now, network, via: via ?? null })
    .onConflictDoUpdate({ target: [keeperDevices.person, keeperDevices.key], set: { addedAt: now, network } })
}

/** Forgets the frames beyond so many that a browser has continued to, the oldest first: no other device is forgotten for them. */
export async function forgetContinued({ rows, person, via }: Pick<Acting, 'rows' | 'person'> & { via: string }) {
  const isVia = and(eq(keeperDevices.person, person), eq(keeperDevices.via, via))
  const beyond = await rows
    .select({ key: keeperDevices.key })
    .from(keeperDevices)
    .where(isVia)
    .orderBy(desc(keeperDevices.addedAt), keeperDevices.key)
    .offset(keeperRooms.continued.most)
  if (beyond.length === 0) return
  const keys = beyond.map(({ key }) => key)
  await rows.delete(keeperDevices).where(and(isVia, inArray(keeperDevices.key, keys)))
}
