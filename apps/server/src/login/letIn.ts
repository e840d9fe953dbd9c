import { and, eq } from 'drizzle-orm'
import type { Orm } from '../db/database.js'
import { loginDevices, usedNonces } from '../db/schema/index.js'
import { spendIn } from '../signedCalls/nonces.js'
import { forgetDevicesBeyond } from './devices.js'
import { UnconfirmedError } from './refusals.js'

/** A device that has proved whose it is, and the keeper's ceremony that confirmed it; none where it was known. */
export interface ProvedDevice {
  readonly person: string
  readonly device: string
  readonly site: string
  readonly browser: string
  readonly ceremony: string | null
  readonly confirmedUntil: Date | null
  /** a keyed name of the network that it is in; null where that isn't known */
  readonly network: string | null
}

interface LetIn {
  readonly orm: Pick<Orm, 'select' | 'insert' | 'update' | 'delete'>
  readonly row: ProvedDevice
  readonly now: () => number
}

export const isDevice = ({ person, device }: Pick<ProvedDevice, 'person' | 'device'>) =>
  and(eq(loginDevices.person, person), eq(loginDevices.device, device))

/**
 * A device that the person has is seen again. A new one becomes theirs by the keeper's confirmation, which counts once: a device that was removed doesn't
 * come back by the one that it came by. A code, or a provider's word, alone makes no device theirs. [F4]
 */
export async function letIn({ orm, row, now }: LetIn): Promise<void> {
  const { person, device, site, browser, ceremony, confirmedUntil, network } = row
  const time = new Date(now())
  const seen = await orm
    .update(loginDevices)
    .set({ site, browser, lastSeenAt: time, network })
    .where(isDevice({ person, device }))
    .returning({ device: loginDevices.device })
  if (seen.length > 0) return
  if (ceremony === null || confirmedUntil === null || confirmedUntil < time) throw new UnconfirmedError()
  const spend = spendIn({ orm, table: usedNonces })
  if (!(await spend({ nonce: `ceremony ${ceremony}`, expiresAt: confirmedUntil }))) throw new UnconfirmedError()
  await orm.insert(loginDevices).values({ person, device, site, browser, firstSeenAt: time, lastSeenAt: time, network })
  await forgetDevicesBeyond({ orm, person })
}
