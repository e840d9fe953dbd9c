import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import { seconds, shownOf, standingOf } from './ceremony.js'
import { guess } from './digitsCheck.js'
import { cancelIn } from './ending.js'
import { confirmed, withStanding } from './opening.js'
import { CeremonyOverError, DeviceUnknownError } from './refusals.js'
import { removeDevice } from './removing.js'
import { actsFor, change, findBinding, findCeremony, inTurn, type Rows } from './store.js'
import { keeperCeremonies, keeperDevices } from './tables.js'

/** The persons that a key acts for, the one it was last used for first. */
export async function personsOf(rows: Rows, key: string): Promise<readonly string[]> {
  const found = await rows
    .select({ person: keeperDevices.person })
    .from(keeperDevices)
    .where(eq(keeperDevices.key, key))
    .orderBy(desc(keeperDevices.addedAt))
  return found.map(({ person }) => person)
}

/** Ceremonies that a person's other devices may approve or cancel: those whose mailbox was written to, and those without digits that wait to open, to be cancelled alone. A browser that isn't known gets that answer: it may well be. */
export async function openCeremonies(base: KeeperBase, { device }: { readonly device: string }) {
  const persons = await personsOf(base.orm, device)
  const isOpen = inArray(keeperCeremonies.status, ['waiting', 'held'])
  const others = and(inArray(keeperCeremonies.person, [...persons]), ne(keeperCeremonies.device, device), isOpen)
  const found = await base.orm.select().from(keeperCeremonies).where(others).orderBy(desc(keeperCeremonies.beganAt))
  const now = base.clock.now()
  return {
    isKnown: persons.length > 0,
    ceremonies: found
      .filter(({ linkHash, status }) => linkHash !== null || status === 'held')
      .filter((ceremony) => standingOf(ceremony, now).status === ceremony.status)
      .map((ceremony) => ({
        ceremony: ceremony.id,
        ...shownOf(ceremony),
        email: ceremony.email,
        opensAt: ceremony.opensAt === null ? null : seconds(ceremony.opensAt),
        asksDigits: ceremony.linkHash !== null,
      })),
  }
}

interface OfCeremony {
  readonly ceremony: string
  readonly device: string
}

/** Does something with a ceremony as it stands, in its person's turn. @throws CeremonyOverError where there is none */
async function withCeremony<Result>(
  base: KeeperBase,
  id: string,
  work: Parameters<typeof withStanding<Result>>[2],
): Promise<Result> {
  const found = await findCeremony(base.orm, id)
  const done = found && (await withStanding(base, found, work))
  if (done === null) throw new CeremonyOverError()
  return done
}

/**
 * Opens the wallet on another device at once, by the digits that it shows, typed on a device where the wallet is open. Wrong ones end it.
 * @throws DeviceUnknownError for a key that doesn't act for the person · CeremonyOverError · TooManyCeremoniesError
 */
export const approveCeremony = (
  base: KeeperBase,
  { ceremony: id, device, digits }: OfCeremony & { readonly digits: string },
): Promise<{ readonly status: 'approved' | 'wrongDigits' }> =>
  withCeremony(base, id, async ({ rows, note, ceremony }) => {
    const { person, status, linkHash } = ceremony
    const isOther = ceremony.device !== device && (await actsFor({ rows, person, key: device }))
    if (!isOther) throw new DeviceUnknownError()
    // One whose mailbox wasn't written to is shown to no device.
    if ((status !== 'waiting' && status !== 'held') || linkHash === null) throw new CeremonyOverError()
    const typed = await guess({ base, rows, note, ceremony, digits, typedIn: 'device' })
    if (typed === null) return { status: 'wrongDigits' }
    const binding = await findBinding(rows, person)
    const counted = await change(rows, ceremony, { ...typed, approvedBy: device })
    await confirmed({ base, rows, note, ceremony: counted, binding, atOnceBy: 'digits' })
    return { status: 'approved' }
  })

/**
 * Ends a ceremony of the device's own, or one that isn't open yet, by another device of the person.
 * @throws DeviceUnknownError for any other key · CeremonyOverError
 */
export const cancelCeremony = (base: KeeperBase, { ceremony: id, device }: OfCeremony): Promise<void> =>
  withCeremony(base, id, async ({ rows, ceremony }) => {
    const { person, status } = ceremony
    if (ceremony.device !== device && !(await actsFor({ rows, person, key: device }))) throw new DeviceUnknownError()
    if (status === 'released') throw new CeremonyOverError()
    if (status !== 'ended') await cancelIn({ base, rows, ceremony, reason: 'cancelled' })
  })

/** Ends a device, here and at the login server, for every person that the key acts for. @throws DeviceUnknownError for a key that acts for none */
export async function forgetDevice(
  base: KeeperBase,
  { device, by }: { readonly device: string; readonly by: string },
): Promise<void> {
  const persons = [...(await personsOf(base.orm, by))]
  if (persons.length === 0) throw new DeviceUnknownError()
  for (const person of persons) {
    await inTurn({ orm: base.orm, person }, (rows) => removeDevice({ base, rows, person, device, by }))
  }
}
