import type { LoggedIn } from '@foyer/custody/person'
import type { Session } from '@foyer/login/loginCalls'
import type { Orm } from '@foyer/service/db/database'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { loginDevices, loginSessions, loginWallets, loginWindows } from '../db/schema/index.js'
import type { AccessTokens } from './accessTokens.js'
import { LoginTooOldError, SessionOverError } from './refusals.js'
import type { RenewingTokens } from './renewingTokens.js'

/** A session that a call is made in. */
export interface LoginSession {
  readonly id: string
  readonly person: string
  readonly device: string
  readonly loggedInAt: Date
  /** from when on its device may change what is more than its own */
  readonly actsFrom: Date
}

/** A session as the page gets it, with the token that renews it, whichever way that travels. */
export interface GivenSession {
  readonly session: Session
  readonly renewingToken: string
}

export interface LoginSessions {
  /** Renews a session by its token, which is used up. @throws {@link SessionOverError} */
  renew(request: { readonly token: string; readonly device: string }): Promise<GivenSession>
  /**
   * Ends a session by any token that renewed it or will, for whichever device: a frame that the browser keeps nothing for has lost the keys, and another device
   * that renewed by the token would end the session as well. One that is over already is no fault.
   */
  end(request: { readonly token: string }): Promise<void>
  /** Finds the session that an access token lets in. @throws {@link SessionOverError} */
  find(request: { readonly token: string | undefined; readonly device: string }): Promise<LoginSession>
}

export interface SessionsParameters {
  readonly orm: Orm
  readonly accessTokens: AccessTokens
  readonly renewingTokens: RenewingTokens
  readonly now: () => number
  readonly randomUuid: () => string
}

/** The time for which a session can be renewed: 30 days at most [F5]. */
export const renewingSeconds = 30 * 86_400
/** The time that a used token gives its successor again, to the same device: two tabs, or an answer that was lost [F5]. */
const againMs = 10_000
/** The time after a login in which calls that need a fresh one are answered. @see F15 */
const freshMs = 300_000

export function createLoginSessions(parameters: SessionsParameters): LoginSessions {
  const { orm, accessTokens, renewingTokens, now } = parameters
  return {
    renew: (request) => renew({ ...parameters, ...request }),
    async end({ token }) {
      const said = renewingTokens.read(token)
      if (said !== null) await endSession({ orm, id: said.session })
    },
    async find({ token = '', device }) {
      const id = await accessTokens.read({ token, device })
      if (id === null) throw new SessionOverError()
      const { person, device: its, actsFrom } = loginDevices
      const [row] = await orm
        .select({ person: loginSessions.person, loggedInAt: loginSessions.loggedInAt, actsFrom })
        .from(loginSessions)
        .innerJoin(loginDevices, and(eq(person, loginSessions.person), eq(its, loginSessions.device)))
        .where(liveOf({ id, device, now: now() }))
      if (row === undefined) throw new SessionOverError()
      return { id, device, ...row }
    },
  }
}

interface BeginSession extends Omit<SessionsParameters, 'orm'>, LoggedIn {
  readonly orm: Pick<Orm, 'insert'>
  readonly device: string
}

/** Begins the session of a device that was let in, in the place of one that it has. @returns the row */
export async function beginSession({
  orm,
  person,
  device,
  now,
  randomUuid,
  ...user
}: BeginSession): Promise<SessionRow> {
  const time = new Date(now())
  const { email, userName } = user
  const times = { renewedAt: time, loggedInAt: time, expiresAt: expiryAt(now()) }
  const fresh = { id: randomUuid(), generation: 0, ...times, email, userName }
  const [row] = await orm
    .insert(loginSessions)
    .values({ person, device, ...fresh })
    .onConflictDoUpdate({ target: [loginSessions.person, loginSessions.device], set: fresh })
    .returning()
  if (row === undefined) throw new SessionOverError()
  return row
}

type SessionRow = typeof loginSessions.$inferSelect

/** Returns the part of a session's row that a page gets. */
export async function giveSession({
  row: { id, person, device, generation, email, userName },
  orm,
  accessTokens,
  renewingTokens,
}: SessionsParameters & { readonly row: SessionRow }): Promise<GivenSession> {
  const { token: accessToken, expiresAt } = await accessTokens.sign({ session: id, device })
  const [wallet] = await orm
    .select({ id: loginWallets.id })
    .from(loginWallets)
    .where(and(eq(loginWallets.person, person), isNotNull(loginWallets.claimedAt)))
  return {
    session: { accessToken, expiresAt, person, email, userName, wallet: wallet?.id ?? null },
    renewingToken: renewingTokens.write({ session: id, generation }),
  }
}

type Renew = SessionsParameters & Parameters<LoginSessions['renew']>[0]

/**
 * A token that was used before says that it is in two hands: then the session ends for both. But for its own device, within 10 seconds, it gives the
 * successor that it gave.
 */
async function renew(request: Renew): Promise<GivenSession> {
  const { orm, renewingTokens, token, device, now } = request
  const said = renewingTokens.read(token)
  if (said === null) throw new SessionOverError()
  const { session: id, generation } = said
  const isThis = liveOf({ id, device, now: now() })
  const [renewed] = await orm
    .update(loginSessions)
    .set({ generation: sql`${loginSessions.generation} + 1`, renewedAt: new Date(now()), expiresAt: expiryAt(now()) })
    .where(and(isThis, eq(loginSessions.generation, generation)))
    .returning()
  if (renewed !== undefined) return giveSession({ ...request, row: renewed })
  const [row] = await orm.select().from(loginSessions).where(isThis)
  const isAgain = row?.generation === generation + 1 && now() - row.renewedAt.getTime() <= againMs
  if (row !== undefined && isAgain) return giveSession({ ...request, row })
  await endSession({ orm, id })
  throw new SessionOverError()
}

/** Ends a session, with the letters of its device: a later login on it, in whichever tab, finds no answer from before. */
async function endSession({ orm, id }: { readonly orm: Orm; readonly id: string }): Promise<void> {
  await orm.transaction(async (rows) => {
    const ended = await rows
      .delete(loginSessions)
      .where(eq(loginSessions.id, id))
      .returning({ device: loginSessions.device })
    for (const { device } of ended) await rows.delete(loginWindows).where(eq(loginWindows.device, device))
  })
}

const liveOf = ({ id, device, now }: { id: string; device: string; now: number }) =>
  and(eq(loginSessions.id, id), eq(loginSessions.device, device), gt(loginSessions.expiresAt, new Date(now)))

const expiryAt = (now: number) => new Date(now + renewingSeconds * 1000)

/** @throws {@link LoginTooOldError} */
export function refuseOldLogin({ loggedInAt, now }: { readonly loggedInAt: Date; readonly now: number }): void {
  if (now - loggedInAt.getTime() > freshMs) throw new LoginTooOldError()
}
