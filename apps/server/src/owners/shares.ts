import type { Orm } from '@foyer/service/db/database'
import { eachSettled } from '@foyer/service/eachSettled'
import { and, eq, gt, inArray, type SQL, sql, sum } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** A table of what clients make a project keep. */
export interface Owned {
  readonly table: PgTable
  readonly id: PgColumn
  readonly projectId: PgColumn
  readonly owner: PgColumn
  /** in bytes */
  readonly size: PgColumn
  /** what leaves last comes first */
  readonly order: SQL
}

export interface ForgetBeyond {
  orm: Pick<Orm, 'select' | 'delete'>
  owned: Owned
  projectId: string
  /** every owner if left out */
  owner?: string | undefined
  bytes: number
}

/** Forgets the rows of each owner beyond those that fit in so many bytes. What another transaction is about to change stays. */
export async function forgetBeyond({ orm, owned, projectId, owner, bytes }: ForgetBeyond): Promise<void> {
  const { table, id, size, order } = owned
  const upTo = sql<string>`sum(${size}) over (partition by ${owned.owner} order by ${order}, ${id})`
  const ranked = orm
    .select({ id: sql`${id}`.as('id'), upTo: upTo.as('up_to') })
    .from(table)
    .where(and(eq(owned.projectId, projectId), owner === undefined ? undefined : eq(owned.owner, owner)))
    .as('ranked')
  const beyond = orm
    .select({ id: ranked.id })
    .from(ranked)
    .where(gt(ranked.upTo, String(bytes)))
  const free = orm.select({ id }).from(table).where(inArray(id, beyond)).for('update', { skipLocked: true })
  await orm.delete(table).where(inArray(id, free))
}

export interface KeepWithin {
  orm: Orm
  owned: Owned
  /** of each owner */
  ownerBytes: number
  /** of each project */
  projectBytes: number
}

/** Makes room in each project that keeps too much, at those owners who have most: one who has little is the last to lose any. */
export async function keepWithin({ orm, owned, ownerBytes, projectBytes }: KeepWithin): Promise<void> {
  const { table, projectId, size } = owned
  const isOver = gt(sum(size), String(projectBytes))
  const over = () =>
    orm
      .select({ id: sql<string>`${projectId}` })
      .from(table)
      .groupBy(projectId)
      .having(isOver)
  for (
    let bytes = ownerBytes / 2, full = await over();
    full.length > 0 && bytes >= 1;
    bytes /= 2, full = await over()
  ) {
    await eachSettled(full, (project) => forgetBeyond({ orm, owned, projectId: project.id, bytes }))
  }
}
