import { and, eq, gte, inArray } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import type { Ceremony } from './ceremony.js'
import { endCeremonies } from './ending.js'
import { withStanding } from './opening.js'
import type { Rows } from './store.js'
import { keeperCeremonies, keeperDevices } from './tables.js'

interface OfPerson {
  readonly base: Pick<KeeperBase, 'clock'>
  /** in the person's turn */
  readonly rows: Rows
  readonly person: string
}

/** Ends devices of a person, and browsers: they act for nobody, what the devices had begun is over, and the login server is told. */
async function endDevices({
  base,
  rows,
  person,
  devices,
  browsers,
  reason,
}: OfPerson & {
  readonly devices: readonly string[]
  readonly browsers: readonly string[]
  readonly reason: NonNullable<Ceremony['endedReason']>
}): Promise<void> {
  const isKey = inArray(keeperDevices.key, [...devices, ...browsers])
  await rows.delete(keeperDevices).where(and(eq(keeperDevices.person, person), isKey))
  const isTheirs = and(eq(keeperCeremonies.person, person), inArray(keeperCeremonies.device, [...devices]))
  await endCeremonies({ base, rows, isTheirs, reason, ends: 'device' })
}

/**
 * Removes a device of a person's, with the browsers in which it was confirmed, but for the one that asks: known still, such a browser would open the wallet again.
 */
export async function removeDevice({
  device,
  by,
  ...of
}: OfPerson & { readonly device: string; readonly by: string }): Promise<void> {
  const { rows, person } = of
  const { confirmedIn } = keeperCeremonies
  const isIts = and(eq(keeperCeremonies.person, person), eq(keeperCeremonies.device, device))
  const found = await rows.select({ confirmedIn }).from(keeperCeremonies).where(isIts)
  const browsers = found.flatMap(({ confirmedIn: key }) => (key === null || key === by ? [] : [key]))
  await endDevices({ ...of, devices: [device], browsers, reason: 'cancelled' })
}

/**
 * "It wasn't me": ends the device in which a wallet was opened, the browser in which that was confirmed, and the devices that this browser has let in since. One that
 * isn't open any more is no fault.
 */
export async function denyOpened(base: KeeperBase, opened: Pick<Ceremony, 'id' | 'person'>): Promise<void> {
  await withStanding(base, opened, async ({ rows, ceremony: { person, status, device, confirmedIn, opensAt } }) => {
    if (status !== 'released' || opensAt === null) return
    const browsers = confirmedIn === null ? [] : [confirmedIn]
    const isSince = and(
      eq(keeperCeremonies.person, person),
      inArray(keeperCeremonies.confirmedIn, browsers),
      gte(keeperCeremonies.beganAt, opensAt),
    )
    const since = await rows.select({ device: keeperCeremonies.device }).from(keeperCeremonies).where(isSince)
    const devices = [device, ...since.map((each) => each.device)]
    await endDevices({ base, rows, person, devices, browsers, reason: 'refused' })
  })
}
