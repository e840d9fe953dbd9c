import { timingSafeEqual } from 'node:crypto'
import { decodeBytes } from '@foyer/custody/bytes'
import type { OwnDoor } from '@foyer/login/ownDoor'
import { proofHash } from '@foyer/login/ownDoorKeys'
import type { Budgets } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import { refuseAt } from '@foyer/service/errors/refusals'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import { and, count, eq, isNotNull } from 'drizzle-orm'
import { loginDevices, loginDoors, loginOwnDoors, loginSessions, loginWallets } from '../db/schema/index.js'
import type { Projects } from '../projects/projects.js'
import { forgetDevicesBeyond } from './devices.js'
import { isDoor, refuseUnlessTheirs } from './doors.js'
import { loginLimits, loginRooms } from './loginLimits.js'
import { DoorTakenError, DoorUnknownError, SessionOverError, TooManyUnfinishedError } from './refusals.js'
import { refuseSite } from './refuseSite.js'
import { beginSession, type GivenSession, giveSession, type LoginSession, type SessionsParameters } from './sessions.js'

/** Doors that a visitor opens alone, by a passkey or a paper: this server keeps what is public of them. */
export interface OwnDoors {
  /** Keeps a door. The same again is no fault. @throws WalletUnknownError · {@link DoorTakenError} · {@link TooManyUnfinishedError} */
  add(request: {
    readonly by: LoginSession
    readonly wallet: string
    readonly door: OwnDoor
    readonly proofHash: string
  }): Promise<void>
  /** A wallet's, the first that was made first. @throws WalletUnknownError */
  list(request: {
    readonly by: LoginSession
    readonly wallet: string
  }): Promise<{ readonly doors: { readonly door: OwnDoor; readonly madeAt: number }[] }>
  /** Reads the public part of a door, by its random name. @throws {@link DoorUnknownError} · RateLimitedError */
  find(request: {
    readonly door: string
    readonly client: string
  }): Promise<{ readonly wallet: string; readonly door: OwnDoor }>
  /**
   * Begins the session of a device in which a door was opened, and lets the device in.
   * @throws {@link DoorUnknownError} for a wrong proof, too · RateLimitedError · InvalidKeyError · OriginNotAllowedError
   */
  logIn(request: OwnDoorLogin): Promise<GivenSession>
}

interface OwnDoorLogin {
  readonly door: string
  readonly proof: string
  readonly projectId: string | undefined
  readonly site: string
  /** the key of the device that signed */
  readonly device: string
  /** as `clientKey` gives it */
  readonly client: string
  /** such as `Firefox on Windows` */
  readonly browser: string
}

export interface OwnDoorsParameters extends SessionsParameters {
  readonly budgets: Budgets
  readonly projects: Pick<Projects, 'find'>
  readonly ownersOf: OwnersOf
  /** the wallet's */
  readonly origin: string
}

export function createOwnDoors(parameters: OwnDoorsParameters): OwnDoors {
  const { orm, budgets, now } = parameters
  const limit = createWindows(budgets)(loginLimits.ownDoors)
  const read = async ({ door, client }: Pick<OwnDoorLogin, 'door' | 'client'>): Promise<Row> => {
    refuseAt(await limit.take({ key: client }))
    const [row] = await orm.select().from(loginOwnDoors).where(eq(loginOwnDoors.door, door))
    // A wallet that was undone is no one's, and its doors let nobody in.
    if (row === undefined || !(await isClaimed(orm, row))) throw new DoorUnknownError()
    return row
  }
  return {
    add: (request) => orm.transaction((transaction) => addDoor({ orm: transaction, now, ...request })),
    async list({ by, wallet }) {
      await refuseUnlessTheirs({ orm, by, wallet })
      const { createdAt, door, wallet: its } = loginOwnDoors
      const rows = await orm.select().from(loginOwnDoors).where(eq(its, wallet)).orderBy(createdAt, door)
      return {
        doors: rows.map((row) => ({ door: toOwnDoor(row), madeAt: Math.floor(row.createdAt.getTime() / 1000) })),
      }
    },
    async find(request) {
      const row = await read(request)
      return { wallet: row.wallet, door: toOwnDoor(row) }
    },
    async logIn(request) {
      await refuseSite({ ...parameters, ...request })
      const row = await read(request)
      const hash = await proofHash(decodeBytes(request.proof))
      if (!timingSafeEqual(Buffer.from(hash), Buffer.from(row.proofHash))) throw new DoorUnknownError()
      const { person, email, userName } = row
      const { device, site, browser } = request
      const time = new Date(now())
      const session = await orm.transaction(async (transaction) => {
        const [network] = parameters.ownersOf(request.client)
        // Who opens such a door needs no one's leave, and waits for nothing.
        const seen = { site, browser, lastSeenAt: time, network, actsFrom: time }
        await transaction
          .insert(loginDevices)
          .values({ person, device, ...seen, firstSeenAt: time, ceremony: null })
          .onConflictDoUpdate({ target: [loginDevices.person, loginDevices.device], set: seen })
        await forgetDevicesBeyond({ orm: transaction, person })
        return beginSession({ ...parameters, orm: transaction, person, email, userName, device })
      })
      return giveSession({ ...parameters, row: session })
    },
  }
}

async function isClaimed(orm: SessionsParameters['orm'], { wallet, person }: Row): Promise<boolean> {
  const isTheirs = and(eq(loginWallets.id, wallet), eq(loginWallets.person, person), isNotNull(loginWallets.claimedAt))
  return (await orm.select({ id: loginWallets.id }).from(loginWallets).where(isTheirs)).length > 0
}

type AddDoor = Parameters<OwnDoors['add']>[0] & Pick<SessionsParameters, 'orm' | 'now'>

async function addDoor({ orm, now, by, wallet, door, proofHash }: AddDoor): Promise<void> {
  await refuseUnlessTheirs({ orm, by, wallet })
  const [there] = await orm.select().from(loginOwnDoors).where(eq(loginOwnDoors.door, door.door))
  if (there?.wallet === wallet && there.wrap === door.wrap) return
  if (there !== undefined || (await isShared({ orm, wallet, door: door.door }))) throw new DoorTakenError()
  const isIts = eq(loginOwnDoors.wallet, wallet)
  const [found] = await orm.select({ count: count() }).from(loginOwnDoors).where(isIts)
  if ((found?.count ?? 0) >= loginRooms.ownDoors.most) throw new TooManyUnfinishedError({ name: 'door' })
  const [user] = await orm
    .select({ email: loginSessions.email, userName: loginSessions.userName })
    .from(loginSessions)
    .where(eq(loginSessions.id, by.id))
  if (user === undefined) throw new SessionOverError()
  const credential = door.kind === 'passkey' ? door.credential : null
  const made = { ...door, ...user, credential, wallet, person: by.person, proofHash, createdAt: new Date(now()) }
  const written = await orm.insert(loginOwnDoors).values(made).onConflictDoNothing().returning()
  if (written.length === 0) throw new DoorTakenError()
}

/** Whether a door that isn't the visitor's own has a name. */
const isShared = async ({ orm, ...named }: { orm: AddDoor['orm']; wallet: string; door: string }): Promise<boolean> =>
  (await orm.select({ door: loginDoors.door }).from(loginDoors).where(isDoor(named)).limit(1)).length > 0

type Row = typeof loginOwnDoors.$inferSelect

/** A door's row as it is said. */
function toOwnDoor({ door, kind, wrap, b, credential }: Row): OwnDoor {
  if (kind === 'paper') return { kind, door, wrap, b }
  if (credential === null) throw new TypeError('A passkey’s door has no passkey.')
  return { kind, door, wrap, b, credential }
}
