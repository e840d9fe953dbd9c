import type { Receipt } from '@foyer/custody/signed'
import { readDeviceWord } from '@foyer/login/keeperWords'
import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginWallets,
  loginWindows,
} from '../db/schema/index.js'
import { spendCeremony } from './confirmation.js'
import { stopDeletions } from './deletions.js'
import { doorsThere, refuseToLose } from './doors.js'
import { loginRooms } from './loginLimits.js'
import { orUnconfirmed } from './refusals.js'
import type { LoginSession } from './sessions.js'

/** A device of a person's, as the wallet's own pages show it. */
export interface ShownDevice {
  readonly device: string
  readonly site: string
  readonly browser: string
  /** seconds since 1970 */
  readonly firstSeen: number
  readonly lastSeen: number
}

export interface Devices {
  /** The person's devices, the one that was seen last first. */
  list(request: { readonly by: LoginSession }): Promise<readonly ShownDevice[]>
  /** Ends a device: its sessions, its doors, its code. One that isn't there is no fault. @throws LastDoorError */
  remove(request: { readonly by: LoginSession; readonly device: string }): Promise<void>
  /** Ends a device by the keeper's word, or what came of one ceremony alone. One that isn't there is no fault. @throws UnconfirmedError */
  end(request: { readonly receipt: Receipt }): Promise<void>
}

export interface DevicesParameters {
  readonly orm: Orm
  readonly keeperKey: string
  readonly now: () => number
}

type Writing = Pick<Orm, 'select' | 'update' | 'delete'>

export function createDevices(parameters: DevicesParameters): Devices {
  const { orm } = parameters
  return {
    async list({ by: { person } }) {
      const rows = await orm
        .select()
        .from(loginDevices)
        .where(eq(loginDevices.person, person))
        .orderBy(desc(loginDevices.lastSeenAt), loginDevices.device)
      return rows.map(({ device, site, browser, firstSeenAt, lastSeenAt }) => {
        return { device, site, browser, firstSeen: toSeconds(firstSeenAt), lastSeen: toSeconds(lastSeenAt) }
      })
    },
    remove: ({ by: { person }, device }) =>
      orm.transaction(async (transaction) => {
        await refuseLastDoor({ orm: transaction, person, device })
        await stopDeletionsOf({ orm: transaction, person, device })
        await forgetDevice({ orm: transaction, person, device })
      }),
    end: (request) => end({ ...parameters, ...request }),
  }
}

type End = DevicesParameters & Parameters<Devices['end']>[0]

/**
 * The ceremony lets no one in any more, though the keeper's receipt is on its way. A device that was the person's before, and came by another ceremony, stays where
 * the word is of this one. Its wallet may have gone to another mailbox meanwhile.
 */
async function end({ orm, keeperKey: keeper, now, receipt }: End): Promise<void> {
  const word = await orUnconfirmed(readDeviceWord({ receipt, keeper, now: now() }))
  const { person, device, ceremony, ends } = word
  await orm.transaction(async (transaction) => {
    // A device that is being let in by it meanwhile is waited for, and then found.
    await spendCeremony(transaction, { ceremony, actsFrom: new Date(word.actsFrom * 1000) })
    const isBy = eq(loginDevices.ceremony, ceremony)
    const isIts = ends === 'device' ? or(isBy, eq(loginDevices.person, person)) : isBy
    const found = await transaction
      .select({ person: loginDevices.person })
      .from(loginDevices)
      .where(and(eq(loginDevices.device, device), isIts))
    for (const each of found) {
      await stopDeletionsOf({ orm: transaction, device, ...each })
      await forgetDevice({ orm: transaction, device, ...each })
    }
    // As the keeper lets it change nothing, what it has proved of another mailbox is of no use, and would be left to anyone who has the keeper.
    const isProof = and(eq(loginEmailChanges.person, person), eq(loginEmailChanges.device, device))
    if (ends === 'device') await transaction.delete(loginEmailChanges).where(isProof)
    await transaction.delete(loginCodes).where(and(eq(loginCodes.person, person), eq(loginCodes.ceremony, ceremony)))
  })
}

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

interface OfDevice {
  readonly orm: Writing
  readonly person: string
  readonly device: string
}

/** The wallet's row is locked, so that of two doors that are removed at once one stays. */
async function refuseLastDoor({ orm, person, device }: OfDevice): Promise<void> {
  const isTheirs = and(eq(loginWallets.person, person), isNotNull(loginWallets.claimedAt))
  const [wallet] = await orm.select({ id: loginWallets.id }).from(loginWallets).where(isTheirs).for('update')
  if (wallet === undefined) return
  const doors = await doorsThere({ orm, wallet: wallet.id })
  refuseToLose({ doors, lost: (door) => door.device === device })
}

/** Ends what a device that is ended has asked for. One that the keeper has asked of for the last time is the keeper's to end. */
export const stopDeletionsOf = ({ orm, person, device }: OfDevice) =>
  stopDeletions({ orm, isTheirs: and(eq(loginDeletions.person, person), eq(loginDeletions.device, device)) })

/** Its sessions go with its row, and its letters with its sessions. */
export async function forgetDevice({ orm, person, device }: OfDevice): Promise<void> {
  const isIts = and(eq(loginDoors.person, person), eq(loginDoors.device, device))
  await orm.delete(loginDoors).where(and(isIts, or(eq(loginDoors.kind, 'device'), isNull(loginDoors.wrap))))
  await orm.delete(loginCodes).where(and(eq(loginCodes.person, person), eq(loginCodes.device, device)))
  await orm.delete(loginDevices).where(and(eq(loginDevices.person, person), eq(loginDevices.device, device)))
  // After its sessions: one that is asking is waited for, and what it has written is found.
  await orm.delete(loginWindows).where(eq(loginWindows.device, device))
}

/** Forgets the devices beyond so many, those first that weren't seen for longest; a device that is seen again is confirmed again. */
export async function forgetDevicesBeyond({ orm, person }: Omit<OfDevice, 'device'>): Promise<void> {
  const beyond = await orm
    .select({ device: loginDevices.device })
    .from(loginDevices)
    .where(eq(loginDevices.person, person))
    .orderBy(desc(loginDevices.lastSeenAt), loginDevices.device)
    .offset(loginRooms.devices.most)
  for (const { device } of beyond) await forgetDevice({ orm, person, device })
}

/** Finds the person whose a device is, who was seen last where it is several persons'; undefined for one that is no one's. */
export async function personOfDevice(orm: Pick<Orm, 'select'>, device: string): Promise<string | undefined> {
  const { person, device: deviceIs, lastSeenAt } = loginDevices
  const isIt = eq(deviceIs, device)
  const [found] = await orm.select({ person }).from(loginDevices).where(isIt).orderBy(desc(lastSeenAt)).limit(1)
  return found?.person
}
