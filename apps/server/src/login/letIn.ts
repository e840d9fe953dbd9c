import { and, eq } from 'drizzle-orm'
import type { Orm } from '../db/database.js'
import { loginDevices } from '../db/schema/index.js'
import { type Confirmation, spendCeremony } from './confirmation.js'
import { forgetDevicesBeyond } from './devices.js'
import { UnconfirmedError } from './refusals.js'

/** A device that has proved whose it is, and the keeper's ceremony that confirmed it; none where it was known. */
export interface ProvedDevice {
  readonly person: string
  readonly device: string
  readonly site: string
  readonly browser: string
  readonly confirmation: Confirmation | null
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
 * A device that the person has is seen again, and is bound by nothing new. A new one becomes theirs by the keeper's confirmation, which counts once: a device that
 * was removed doesn't come back by the one that it came by. A code, or a provider's word, alone makes no device theirs. [F4]
 */
export async function letIn({ orm, row, now }: LetIn): Promise<void> {
  const { person, device, site, browser, confirmation, network } = row
  const time = new Date(now())
  const seen = await orm
    .update(loginDevices)
    .set({ site, browser, lastSeenAt: time, network })
    .where(isDevice({ person, device }))
    .returning({ device: loginDevices.device })
  if (seen.length > 0) return
  if (confirmation === null || !(await spendCeremony(orm, confirmation))) throw new UnconfirmedError()
  const times = { firstSeenAt: time, lastSeenAt: time }
  await orm.insert(loginDevices).values({ person, device, site, browser, ...times, network, ...confirmation })
  await forgetDevicesBeyond({ orm, person })
}
