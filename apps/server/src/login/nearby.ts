import type { Orm } from '@foyer/service/db/database'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import { and, eq, inArray } from 'drizzle-orm'
import { loginDevices } from '../db/schema/index.js'

interface IsNearby {
  readonly orm: Pick<Orm, 'select'>
  readonly ownersOf: OwnersOf
  readonly person: string
  /** as `clientKey` gives it */
  readonly client: string
}

/** Whether a device of the person's came from the client's network: strangers elsewhere can't use up what is kept for it. [F2] */
export async function isNearby({ orm, ownersOf, person, client }: IsNearby): Promise<boolean> {
  const isThere = and(eq(loginDevices.person, person), inArray(loginDevices.network, [...ownersOf(client)]))
  const found = await orm.select({ device: loginDevices.device }).from(loginDevices).where(isThere).limit(1)
  return found.length > 0
}
