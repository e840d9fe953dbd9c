import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { loginSocials, loginWindows } from '../db/schema/index.js'

export interface ForgetOldest {
  readonly orm: Orm
  readonly table: typeof loginSocials | typeof loginWindows
  /** how many of a kind a device has at once: what is begun again has another id */
  readonly most: number
  /** the one that was just added, which stays though others were in the same millisecond */
  readonly id: string
  readonly device: string
}

/** Has the oldest of a device go for a new one. */
export async function forgetOldest({ orm, table, most, id, device }: ForgetOldest): Promise<void> {
  const beyond = orm
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.device, device), ne(table.id, id)))
    .orderBy(desc(table.expiresAt), table.id)
    .offset(most - 1)
  await orm.delete(table).where(inArray(table.id, beyond))
}
