import { encodeBytes, keyLength } from '@foyer/custody/bytes'
import type { DoorKind, OwnDoorKind } from '@foyer/login/door'
import type { Door } from '@foyer/login/loginCalls'
import { isSecuredBy } from '@foyer/login/ownDoorKeys'
import type { Budget, Budgets } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import type { Orm } from '@foyer/service/db/database'
import { InvalidInputError, refuseAt } from '@foyer/service/errors/refusals'
import type { SealedRows } from '@foyer/service/seal/sealedRows'
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { loginDoors, loginOwnDoors, loginWallets } from '../db/schema/index.js'
import { loginLimits, loginRooms } from './loginLimits.js'
import {
  DoorTakenError,
  DoorUnknownError,
  LastDoorError,
  NotSecuredError,
  TooManyUnfinishedError,
  WalletTakenError,
  WalletUnknownError,
} from './refusals.js'
import { type LoginSession, refuseOldLogin } from './sessions.js'

interface OfDoor {
  readonly by: LoginSession
  readonly wallet: string
  readonly door: string
}

export interface Doors {
  /**
   * Gives this server's contribution to a door that is being made: asked again before it is made, the same.
   * @throws WalletTakenError · {@link DoorTakenError} · {@link TooManyUnfinishedError} · RateLimitedError
   */
  contribute(request: OfDoor & Pick<Door, 'kind'>): Promise<{ readonly b: string }>
  /**
   * Gives this server's contribution to a door of the person's: a device's to that device, the recovery door's to a device that is to be let in.
   * @throws {@link DoorUnknownError} · LoginTooOldError · InvalidInputError · RateLimitedError · SealError
   */
  open(request: OfDoor & { readonly purpose: 'sign' | 'renew' | 'enrol' | 'export' }): Promise<{ readonly b: string }>
  /** Makes a door that was contributed to. The same again is no fault. @throws WalletUnknownError · {@link DoorUnknownError} */
  add(request: OfDoor & Door): Promise<void>
  /**
   * Removes a door, a shared one with its contribution; of devices' doors that of the device that asks. One that isn't there is no fault.
   * @throws WalletUnknownError · {@link LastDoorError} · {@link NotSecuredError}
   */
  remove(request: OfDoor & Pick<DoorThere, 'kind'>): Promise<void>
}

export interface DoorsParameters {
  readonly orm: Orm
  readonly sealedDoors: SealedRows
  readonly budgets: Budgets
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

/** Of the doors that a device is making, so that none keeps another of its person's out, and of a wallet's. */
const most = { unfinished: loginRooms.unfinishedDoors.most, ofWallet: loginRooms.doors.most }

export function createDoors(parameters: DoorsParameters): Doors {
  const { orm, budgets } = parameters
  const windowOf = createWindows(budgets)
  const limits = {
    contributions: windowOf(loginLimits.contributions),
    // As often as a visitor signs, and not as often as a thief would like.
    openings: windowOf(loginLimits.openings),
  }
  return {
    contribute: (request) => contribute({ ...parameters, limit: limits.contributions, ...request }),
    open: (request) => open({ ...parameters, limit: limits.openings, ...request }),
    async add({ by, ...door }) {
      await refuseUnlessTheirs({ orm, by, wallet: door.wallet })
      if (door.kind === 'device' && (await finishDoor({ orm, by, ...door }))) return
      const [there] = await orm
        .select({ wrap: loginDoors.wrap })
        .from(loginDoors)
        .where(isOwn({ by, ...door }))
      if (there?.wrap !== door.wrap) throw new DoorUnknownError()
    },
    remove: (request) =>
      orm.transaction(async (transaction) => {
        const { by, wallet, door, kind } = request
        await refuseUnlessTheirs({ orm: transaction, by, wallet })
        const isThis = (each: DoorThere) =>
          each.door === door && each.kind === kind && (kind !== 'device' || each.device === by.device)
        const doors = await doorsThere({ orm: transaction, wallet })
        if (!doors.some(isThis)) return
        refuseToLose({ doors, lost: isThis })
        // By its kind: whoever names a door of the one table may not take away what has its name in the other.
        if (isOwnKind(kind)) await transaction.delete(loginOwnDoors).where(isOwnDoor(request))
        else await transaction.delete(loginDoors).where(and(isDoor(request), eq(loginDoors.kind, kind)))
      }),
  }
}

const isOwnKind = (kind: DoorKind): kind is OwnDoorKind => kind === 'passkey' || kind === 'paper'

const isOwnDoor = ({ wallet, door }: { wallet: string; door: string }) =>
  and(eq(loginOwnDoors.wallet, wallet), eq(loginOwnDoors.door, door))

export const isDoor = ({ wallet, door }: { wallet: string; door: string }) =>
  and(eq(loginDoors.wallet, wallet), eq(loginDoors.door, door))

interface DoorThere {
  readonly door: string
  readonly kind: DoorKind
  /** whose alone it is; null for one that isn't a device's */
  readonly device: string | null
}

/** All doors by which a wallet opens. */
export async function doorsThere({ orm, wallet }: Pick<OfWallet, 'orm' | 'wallet'>): Promise<readonly DoorThere[]> {
  const { door, kind, device } = loginDoors
  const isMade = and(eq(loginDoors.wallet, wallet), isNotNull(loginDoors.wrap))
  const shared = await orm.select({ door, kind, device }).from(loginDoors).where(isMade)
  const own = await orm
    .select({ door: loginOwnDoors.door, kind: loginOwnDoors.kind })
    .from(loginOwnDoors)
    .where(eq(loginOwnDoors.wallet, wallet))
  return [
    ...shared.map((each) => (each.kind === 'device' ? each : { ...each, device: null })),
    ...own.map((each) => ({ ...each, device: null })),
  ]
}

/** Whether a wallet opens by a passkey or a paper. */
export async function hasOwnDoor({ orm, wallet }: Pick<OfWallet, 'orm' | 'wallet'>): Promise<boolean> {
  const { door, wallet: its } = loginOwnDoors
  return (await orm.select({ door }).from(loginOwnDoors).where(eq(its, wallet)).limit(1)).length > 0
}

/**
 * Refuses what would leave a wallet that opens by none, or, but for a device's, by neither the recovery door nor enough of the visitor's own: devices are lost.
 * @throws {@link LastDoorError} · {@link NotSecuredError}
 */
export function refuseToLose({
  doors,
  lost,
}: {
  readonly doors: readonly DoorThere[]
  readonly lost: (door: DoorThere) => boolean
}): void {
  const left = doors.filter((door) => !lost(door))
  if (left.length === doors.length) return
  if (left.length === 0) throw new LastDoorError()
  const isStrong = doors.some((door) => lost(door) && door.kind !== 'device')
  if (isStrong && !left.some(isRecovery) && !isSecuredByOwn(left)) throw new NotSecuredError()
}

const isRecovery = ({ kind }: DoorThere): boolean => kind === 'recovery'

/** Whether doors are without the recovery door, and enough of the visitor's own stand in for it. */
export function isSecuredByOwn(doors: readonly DoorThere[]): boolean {
  const own = doors.map(({ kind }) => kind).filter(isOwnKind)
  return !doors.some(isRecovery) && isSecuredBy(own)
}

/** A door that this device makes or made. */
const isOwn = ({ by: { person, device }, kind, ...door }: OfDoor & Pick<Door, 'kind'>) =>
  and(isDoor(door), eq(loginDoors.kind, kind), eq(loginDoors.person, person), eq(loginDoors.device, device))

interface OfWallet {
  readonly orm: Pick<Orm, 'select'>
  readonly by: LoginSession
  readonly wallet: string
}

/** The wallet's row is locked, so that of two doors that are removed at once one stays. */
export async function refuseUnlessTheirs({ orm, by: { person }, wallet }: OfWallet): Promise<void> {
  const isTheirs = and(eq(loginWallets.id, wallet), eq(loginWallets.person, person), isNotNull(loginWallets.claimedAt))
  const [row] = await orm.select({ id: loginWallets.id }).from(loginWallets).where(isTheirs).for('update')
  if (row === undefined) throw new WalletUnknownError()
}

/** Makes a door that the same device was given a contribution to. @returns whether there was one */
export async function finishDoor({
  orm,
  wrap,
  ...door
}: OfDoor & Door & { readonly orm: Pick<Orm, 'update'> }): Promise<boolean> {
  const made = await orm
    .update(loginDoors)
    .set({ wrap })
    .where(and(isOwn(door), isNull(loginDoors.wrap)))
    .returning({ door: loginDoors.door })
  return made.length > 0
}

type Limited = DoorsParameters & { readonly limit: Budget }
type Contribute = Limited & Parameters<Doors['contribute']>[0]

async function contribute(request: Contribute): Promise<{ b: string }> {
  const { orm, sealedDoors, by, wallet, door, kind, limit, now, randomBytes } = request
  const { person, device } = by
  refuseAt(await limit.take({ key: `${person} ${device}` }))
  const [owner] = await orm
    .select({ person: loginWallets.person, claimedAt: loginWallets.claimedAt })
    .from(loginWallets)
    .where(eq(loginWallets.id, wallet))
  if (owner !== undefined && owner.person !== person) throw new WalletTakenError()
  // The recovery door is made with the wallet: another would be a device's way to put the true one out.
  const isMade = kind === 'recovery' && owner !== undefined && owner.claimedAt !== null
  if (isMade || (await isNamed({ orm, wallet, door }))) throw new DoorTakenError()
  const unfinished = and(eq(loginDoors.person, person), eq(loginDoors.device, device), isNull(loginDoors.wrap))
  await refuseBeyond({ orm, where: unfinished, most: most.unfinished })
  await refuseBeyond({ orm, where: eq(loginDoors.wallet, wallet), most: most.ofWallet })
  const b = randomBytes(keyLength)
  const sealed = sealedDoors.seal({ row: [wallet, door, kind], secret: b })
  const made = await orm
    .insert(loginDoors)
    .values({ wallet, door, kind, person, device, ...sealed, createdAt: new Date(now()) })
    .onConflictDoNothing()
    .returning({ door: loginDoors.door })
  if (made.length > 0) return { b: encodeBytes(b) }
  const [there] = await orm
    .select()
    .from(loginDoors)
    .where(and(isOwn(request), isNull(loginDoors.wrap)))
  if (there === undefined) throw new DoorTakenError()
  return { b: encodeBytes(sealedDoors.open({ row: [wallet, door, kind], sealed: there })) }
}

/** Whether a door of the visitor's own has a name. */
const isNamed = async ({ orm, ...named }: { orm: Orm; wallet: string; door: string }): Promise<boolean> =>
  (await orm.select({ door: loginOwnDoors.door }).from(loginOwnDoors).where(isOwnDoor(named)).limit(1)).length > 0

interface Beyond {
  readonly orm: Orm
  readonly where: ReturnType<typeof and>
  readonly most: number
}

async function refuseBeyond({ orm, where, most }: Beyond): Promise<void> {
  const [found] = await orm.select({ count: count() }).from(loginDoors).where(where)
  if ((found?.count ?? 0) >= most) throw new TooManyUnfinishedError({ name: 'door' })
}

type Open = Limited & Parameters<Doors['open']>[0]

async function open({ orm, sealedDoors, by, wallet, door, purpose, limit, now }: Open): Promise<{ b: string }> {
  refuseAt(await limit.take({ key: `${by.person} ${by.device}` }))
  if (purpose === 'export') refuseOldLogin({ loggedInAt: by.loggedInAt, now: now() })
  const isTheirs = and(isDoor({ wallet, door }), eq(loginDoors.person, by.person), isNotNull(loginDoors.wrap))
  const [row] = await orm.select().from(loginDoors).where(isTheirs)
  if (row === undefined) throw new DoorUnknownError()
  if (row.kind === 'device') {
    // Another device has no use for it, and a thief of a session has.
    if (row.device !== by.device) throw new DoorUnknownError()
  } else {
    // Every session is of a device that the keeper has confirmed; what the recovery door opens is a device's way in, not its everyday.
    if (purpose === 'sign' || purpose === 'export') throw new InvalidInputError(notByRecovery)
    await refuseUnlessTheirs({ orm, by, wallet })
  }
  return { b: encodeBytes(sealedDoors.open({ row: [wallet, door, row.kind], sealed: row })) }
}

const notByRecovery = { name: 'purpose', description: 'The recovery door lets a device in, or renews a door.' }
