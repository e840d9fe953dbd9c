import { and, eq, gte, inArray, or } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import type { Ceremony } from './ceremony.js'
import { endCeremonies, endDeletions, endEmailChanges } from './ending.js'
import { withStanding } from './opening.js'
import type { Rows } from './store.js'
import { keeperCeremonies, keeperDeletions, keeperDevices, keeperEmailChanges } from './tables.js'

interface OfPerson {
  readonly base: Pick<KeeperBase, 'clock'>
  readonly rows: Rows
  readonly person: string
}

/**
 * Ends devices of a person, and browsers: they act for no one, and what the devices had begun is over, and the login server is notified. What any of them has asked for is
 * over with it: the wallet would go to another's mailbox, or be deleted, though who asked is out.
 */
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
  const keys = [...devices, ...browsers]
  await rows.delete(keeperDevices).where(and(eq(keeperDevices.person, person), inArray(keeperDevices.key, keys)))
  const { person: changePerson, device: changeDevice } = keeperEmailChanges
  const { person: deletionPerson, device: deletionDevice } = keeperDeletions
  await endEmailChanges({ rows, isTheirs: and(eq(changePerson, person), inArray(changeDevice, keys)) })
  await endDeletions({ base, rows, isTheirs: and(eq(deletionPerson, person), inArray(deletionDevice, keys)) })
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
 * "It wasn't me": ends the device in which a wallet was opened, the browser in which that was confirmed, and what either has let in since. One that isn't open any more
 * is no fault.
 */
export async function denyOpened(
  base: KeeperBase,
  opened: Pick<Ceremony, 'id' | 'person'>,
  reason: 'refused' | 'cancelled' = 'refused',
): Promise<void> {
  await withStanding(base, opened, async ({ rows, ceremony: { person, status, device, confirmedIn, opensAt } }) => {
    if (status !== 'released' || opensAt === null) return
    const first = { devices: [device], browsers: confirmedIn === null ? [] : [confirmedIn] }
    const all = await withLetIn({ rows, person, since: opensAt, ...first })
    await endDevices({ base, rows, person, ...all, reason })
  })
}

interface Keys {
  readonly devices: readonly string[]
  readonly browsers: readonly string[]
}

interface WithLetIn extends Keys {
  readonly rows: Rows
  readonly person: string
  readonly since: Date
}

/** Keys, and those that they have let in since, in a browser or by digits that were typed on a device, and those that were let in by these. */
async function withLetIn({ rows, person, since, devices, browsers }: WithLetIn): Promise<Keys> {
  const { confirmedIn, approvedBy, beganAt, typedAt } = keeperCeremonies
  const keys = [...devices, ...browsers]
  const isInBrowser = and(inArray(confirmedIn, keys), gte(beganAt, since))
  const isApproved = and(inArray(approvedBy, keys), gte(typedAt, since))
  const isTheirs = and(eq(keeperCeremonies.person, person), or(isInBrowser, isApproved))
  const found = await rows
    .select({ device: keeperCeremonies.device, confirmedIn })
    .from(keeperCeremonies)
    .where(isTheirs)
  const all = {
    devices: [...new Set([...devices, ...found.map(({ device }) => device)])],
    browsers: [...new Set([...browsers, ...found.flatMap(({ confirmedIn: key }) => (key === null ? [] : [key]))])],
  }
  const isMore = all.devices.length + all.browsers.length > devices.length + browsers.length
  return isMore ? withLetIn({ rows, person, since, ...all }) : all
}
