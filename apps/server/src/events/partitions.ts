import type { Orm } from '@foyer/service/db/database'
import { eachSettled } from '@foyer/service/eachSettled'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'

/** A part of the table of events: those received from `from` on, before `to`, in milliseconds since 1970. */
export interface Partition {
  readonly name: string
  readonly from: number
  readonly to: number
}

/**
 * Events that are kept longer are in partitions of a month instead of a day, in UTC: a backup locks every partition, and with its
 * usual configuration a database has room for the locks of a few hundred.
 */
const mostDaysByDay = 100
/** Shorter than PostgreSQL's `deadlock_timeout` of a second: writers queue behind a connection that waits for an exclusive lock. */
const dropWaitMs = 400
/** Writers don't queue behind this lock. */
const makeWaitMs = 5_000

const partitionName = /^events_(\d{4})(\d{2})(\d{2})?$/

/** @returns null for a partition that the server hasn't made */
export function readPartition(name: string): Partition | null {
  const [, year, month, day] = partitionName.exec(name) ?? []
  if (year === undefined || month === undefined) return null
  const [from, to] = day === undefined ? [1, 1] : [Number(day), Number(day) + 1]
  const monthIndex = Number(month) - 1
  return {
    name,
    from: Date.UTC(Number(year), monthIndex, from),
    to: Date.UTC(Number(year), day === undefined ? monthIndex + 1 : monthIndex, to),
  }
}

export interface MissingPartitions {
  /** milliseconds since 1970 */
  moments: readonly number[]
  /** how long events are kept */
  days: number
  existing: readonly Partition[]
}

/** @returns the partitions to be made, so that each moment is in one and none overlaps another */
export function missingPartitions({ moments, days, existing }: MissingPartitions): readonly Partition[] {
  const missing: Partition[] = []
  for (const moment of moments) {
    const all = [...existing, ...missing]
    if (all.some(({ from, to }) => from <= moment && moment < to)) continue
    const day = `events_${new Date(moment).toISOString().slice(0, 10).replaceAll('-', '')}`
    const month = readPartition(day.slice(0, -2))
    // After a change of the retention a month may have days already.
    const isFree = month !== null && !all.some(({ from, to }) => from < month.to && month.from < to)
    const made = days > mostDaysByDay && isFree ? month : readPartition(day)
    if (made !== null) missing.push(made)
  }
  return missing
}

export interface MakePartitions extends Omit<MissingPartitions, 'existing'> {
  orm: Pick<Orm, 'execute' | 'transaction'>
}

/**
 * Makes the partitions that these moments need, or nothing where there are all of them. Reads and writes go on meanwhile.
 * @throws the database's error
 */
export async function makePartitions({ orm, moments, days }: MakePartitions): Promise<void> {
  if (missingPartitions({ moments, days, existing: await listPartitions(orm) }).length === 0) return
  await orm.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout to '${makeWaitMs}ms'`))
    // One node at a time. Attaching needs this lock too; `create table … partition of` would lock out all readers and writers.
    await tx.execute(sql`lock table only events in share update exclusive mode`)
    for (const partition of missingPartitions({ moments, days, existing: await listPartitions(tx) })) {
      await make({ tx, partition })
    }
  })
}

async function make({ tx, partition }: { tx: Pick<Orm, 'execute'>; partition: Partition }): Promise<void> {
  const name = sql.identifier(partition.name)
  const [from, to] = [partition.from, partition.to].map((at) => sql.raw(`'${new Date(at).toISOString()}'`))
  await tx.execute(sql`create table ${name} (like events including all)`)
  // A unique key of the whole table would have to hold `received_at`, by which the copies of an event differ.
  await tx.execute(sql`create unique index on ${name} (project_id, id)`)
  await tx.execute(sql`alter table events attach partition ${name} for values from (${from}) to (${to})`)
}

/**
 * Drops the partitions that hold nothing from `before` on. Each takes milliseconds, in which writers wait; where a backup or another long
 * read is under way, it gives up instead of holding them up.
 * @param request.before - milliseconds since 1970
 * @throws the database's error
 */
export async function dropPartitions({ orm, before }: { orm: Orm; before: number }): Promise<void> {
  const old = (await listPartitions(orm)).filter(({ to }) => to <= before)
  await eachSettled(old, ({ name }) =>
    orm.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout to '${dropWaitMs}ms'`))
      await tx.execute(sql`lock table only events in access exclusive mode`)
      // Another node may have been first.
      await tx.execute(sql`drop table if exists ${sql.identifier(name)}`)
    }),
  )
}

const Names = v.object({ rows: v.array(v.object({ name: v.string() })) })

/** @returns the oldest first */
async function listPartitions(orm: Pick<Orm, 'execute'>): Promise<readonly Partition[]> {
  const found = await orm.execute(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass order by name`)
  return v.parse(Names, found).rows.flatMap(({ name }) => readPartition(name) ?? [])
}
