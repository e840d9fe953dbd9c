import { type Hex, parseNetworkId } from '@foyer/core/chain'
import {
  type SessionActivation,
  type SessionGrantReply,
  type SessionGrantRequest,
  type SessionRevocation,
  type SmartSession,
  sessionRevocation,
} from '@foyer/core/wire'
import { granteeIn, isSessionGrant } from '@foyer/evm/grants'
import type { Budget } from '@foyer/service/budget/budget'
import type { Orm } from '@foyer/service/db/database'
import { InvalidInputError, RateLimitedError, refuseAt } from '@foyer/service/errors/refusals'
import type { OwnerOf } from '@foyer/service/owners/ownerOf'
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Chains } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { projects, smartSessions as table } from '../db/schema/index.js'
import { forgetBeyond, type Owned } from '../owners/shares.js'
import type { CallableContract } from '../projects/callable.js'
import { findSigner } from '../signatures/findSigner.js'
import { mayBeCalled } from './readCalls.js'
import { readStanding } from './readStanding.js'
import { NotGrantedError, SessionSettledError, UnknownSessionError, WrongSignerError } from './refusals.js'

/** Whose sessions: an address, and its network where that was named. */
export interface SessionAccount {
  /** in lower case */
  readonly address: Hex
  /** CAIP-2 */
  readonly chainId?: string | undefined
}

/** An account on a network of its own. */
export interface AccountOnNetwork extends SessionAccount {
  readonly chainId: string
}

/** A permission that was granted for a session. */
export interface GrantedSession {
  readonly context: Hex
  readonly grantee: Hex
}

export interface SmartSessions {
  /**
   * The account's sessions: active, dormant, expired and revoked ones. Those that its signature has confirmed come first; then the newest of each project
   * and network that asked, so that whatever is granted from elsewhere or in another project's name, a session stays on the list. Whether they hold is read on chain
   * again; where a node doesn't answer, what was read last stands.
   */
  list(request: { account: SessionAccount; signal: AbortSignal }): Promise<readonly SmartSession[]>
  /**
   * Keeps what the dapp asks for until the wallet grants it, and names the dapp's own key. Nothing is proved by asking, so it is kept in the share of the network that asks, whose own oldest goes first.
   * @param request.client - whom a flood of requests is counted against, and whose share it takes
   * @throws InvalidInputError · UnknownChainError · {@link RateLimitedError}
   */
  grant(request: {
    account: AccountOnNetwork
    projectId: string
    asked: SessionGrantRequest
    client: string
  }): Promise<SessionGrantReply>
  /**
   * Lists a session from now on, once its grant was read on chain. Saying it again changes nothing.
   * @throws {@link UnknownSessionError} · {@link SessionSettledError} · {@link NotGrantedError} · ChainUnavailableError
   */
  activate(request: {
    account: SessionAccount
    projectId: string
    activation: SessionActivation
    signal: AbortSignal
  }): Promise<void>
  /**
   * Finds a session of a project's that was granted and isn't over, as far as that is on the list: nothing is asked on chain.
   * @returns its permission, and whose key may use it, in lower case; null where there is none
   */
  findGranted(request: { account: AccountOnNetwork; projectId: string; pci: string }): Promise<GrantedSession | null>
  /**
   * Whether such a session may be used now for a call of a contract, as read on chain: its permission holds, and the contract is none at which its account may lose what it has, and is listed still for what
   * it does.
   * @throws ChainUnavailableError · the signal's reason
   */
  isUsable(request: {
    account: AccountOnNetwork
    session: GrantedSession
    /** the contract that is to be called: beside the network's tokens no other is asked anything */
    to: string
    /** what the project lists by now */
    callable: readonly CallableContract[]
    signal: AbortSignal
  }): Promise<boolean>
  /**
   * Ends a session by its account's signature. Doing it again changes nothing.
   * @throws {@link UnknownSessionError} · {@link WrongSignerError} · ChainUnavailableError
   */
  revoke(request: { account: SessionAccount; revocation: SessionRevocation; signal: AbortSignal }): Promise<void>
}

export interface SmartSessionsParameters {
  orm: Orm
  chains: Chains
  /** how often a client may ask for a session */
  grantLimit: Budget
  ownerOf: OwnerOf
  now: () => number
  randomUuid: () => string
}

/** More sessions than a visitor looks through. */
const mostListed = 200
/** So many of an account, waiting for its wallet or granted, in one project's name and asked for from one network. */
const mostOfAccount = 20
/** When a place may be free again: at the earliest when a session ends. */
const fullSeconds = 3_600
/** The bytes that one network may make a project keep. */
export const ownerBytes: number = 4 * 1024 * 1024

/** The sessions by owner: ended ones, and those never granted, leave first; the newest leave last. */
export const ownedSessions: Owned = {
  table,
  id: table.pci,
  projectId: table.projectId,
  owner: table.owner,
  size: table.size,
  order: sql`${table.context} is null or ${table.revokedAt} is not null, ${table.createdAt} desc`,
}

export function createSmartSessions(parameters: SmartSessionsParameters): SmartSessions {
  return {
    list: (request) => list({ ...parameters, ...request }),
    grant: (request) => grant({ ...parameters, ...request }),
    activate: (request) => activate({ ...parameters, ...request }),
    findGranted: (request) => findGranted({ ...parameters, ...request }),
    async isUsable({ account, session: { context }, to, callable, signal }) {
      const chain = parameters.chains.get(account.chainId)
      const standing = await readStanding({ chain, context, now: parameters.now(), signal })
      return standing === 'standing' && mayBeCalled({ chain, context, to, callable, signal })
    },
    revoke: (request) => revoke({ ...parameters, ...request }),
  }
}

/** Of so many sessions it is read on chain whether they hold, in one listing. */
const mostRead = 20

async function list(request: SmartSessionsParameters & Parameters<SmartSessions['list']>[0]) {
  const { orm, account, now } = request
  const place = sql`row_number() over (partition by ${table.projectId}, ${table.owner} order by ${table.createdAt} desc, ${table.pci})`
  const rows = await orm
    .select({
      session: table,
      project: { id: projects.id, name: projects.name, url: projects.url, iconUrl: projects.iconUrl },
    })
    .from(table)
    .innerJoin(projects, eq(projects.id, table.projectId))
    .where(and(isOf(account), isNotNull(table.context)))
    .orderBy(asc(isNull(table.revokedAt)), asc(place), desc(table.createdAt), table.pci)
    .limit(mostListed)
  const open = rows.filter(({ session }) => session.revokedAt === null && session.expiresAt.getTime() > now())
  const idle = await idleIn({ ...request, sessions: open.slice(0, mostRead).map(({ session }) => session) })
  return rows.map(({ session, project: { id, name, url, iconUrl } }): SmartSession => {
    const { pci, expiresAt, createdAt, permissions, policies, context } = session
    const read = idle.get(pci)
    const revokedAt = session.revokedAt ?? read?.at ?? null
    return {
      project: { id, name, ...(url === null ? {} : { url }), ...(iconUrl === null ? {} : { iconUrl }) },
      pci,
      expiry: secondsOf(expiresAt),
      createdAt: createdAt.getTime(),
      permissions,
      policies: policies.map((policy) => ({ id: policy })),
      context: context ?? '',
      ...(revokedAt === null ? {} : { revokedAt: revokedAt.getTime() }),
      ...(read?.isOver === false ? { standing: 'dormant' as const } : {}),
    }
  })
}

type Reading = SmartSessionsParameters & { sessions: readonly Row[]; signal: AbortSignal }

interface Idle {
  /** when that was seen */
  readonly at: Date
  readonly isOver: boolean
}

/** Those that may not be used. Which are over for good is kept; the others, which are dormant, are active again once they hold. */
async function idleIn({ orm, chains, now, sessions, signal }: Reading): Promise<ReadonlyMap<string, Idle>> {
  const at = new Date(now())
  const all = await Promise.all(
    sessions.map(async (session) => {
      const { pci, context } = session
      if (context === null || !isGranted(session, context)) return []
      const chain = chains.get(session.chainId)
      try {
        const standing = await readStanding({ chain, context, now: now(), signal })
        return standing === 'standing' ? [] : [{ pci, isOver: standing === 'over' }]
      } catch (error) {
        // A node that is away says nothing of whether it holds.
        if (error instanceof ChainUnavailableError) return []
        throw error
      }
    }),
  )
  const idle = all.flat()
  const over = idle.flatMap(({ pci, isOver }) => (isOver ? [pci] : []))
  if (over.length > 0) {
    const isOne = and(inArray(table.pci, over), isNull(table.revokedAt))
    await orm.update(table).set({ revokedAt: at }).where(isOne)
  }
  return new Map(idle.map(({ pci, isOver }) => [pci, { at, isOver }]))
}

const isOf = ({ address, chainId }: SessionAccount) =>
  and(eq(table.address, address), chainId === undefined ? undefined : eq(table.chainId, chainId))

type Grant = SmartSessionsParameters & Parameters<SmartSessions['grant']>[0]

async function grant(request: Grant): Promise<SessionGrantReply> {
  const { orm, grantLimit, ownerOf, now, randomUuid, account, projectId, asked, client } = request
  refuseContradictions(request)
  refuseAt(await grantLimit.take({ key: `${client} ${projectId}` }))
  const pci = randomUuid()
  const owner = ownerOf(client)
  await orm.transaction(async (transaction) => {
    await makePlace({ ...request, orm: transaction, owner })
    await transaction.insert(table).values({
      pci,
      projectId,
      owner,
      chainId: account.chainId ?? '',
      address: account.address,
      permissions: asked.permissions,
      policies: asked.policies.map(({ type }) => type),
      expiresAt: new Date(asked.expiry * 1000),
      createdAt: new Date(now()),
    })
    await forgetBeyond({ orm: transaction, owned: ownedSessions, projectId, owner, bytes: ownerBytes })
  })
  // No key signs beside the dapp's: what bounds a permission is on chain. The original's client wants one to put first, and gets the dapp's own.
  const [key = refuse({ name: 'signer.data.keys', description: 'Must have a key.' })] = asked.signer.data.keys
  return { pci, key }
}

type MakePlace = Pick<Grant, 'account' | 'projectId' | 'now'> & { orm: Pick<Orm, 'select' | 'delete'>; owner: string }

/**
 * Makes a place for one more session of an account: the oldest that no wallet granted goes. What was granted stays, so that a dapp can't take
 * a session off its account's list by asking for others.
 * @throws {@link RateLimitedError} where all are granted
 */
async function makePlace({ orm, account, projectId, owner, now }: MakePlace): Promise<void> {
  const isOpen = and(isNull(table.revokedAt), gt(table.expiresAt, new Date(now())))
  const own = and(eq(table.projectId, projectId), eq(table.owner, owner), isOf(account), isOpen)
  const place = sql<number>`row_number() over (order by ${table.context} is null, ${table.createdAt} desc, ${table.pci})`
  const placed = orm
    .select({ pci: table.pci, place: place.as('place') })
    .from(table)
    .where(own)
    .as('placed')
  const beyond = orm.select({ pci: placed.pci }).from(placed).where(gte(placed.place, mostOfAccount))
  await orm.delete(table).where(and(inArray(table.pci, beyond), isNull(table.context)))
  const [{ kept } = { kept: 0 }] = await orm.select({ kept: count() }).from(table).where(own)
  if (kept >= mostOfAccount) throw new RateLimitedError({ retryAfterSeconds: fullSeconds })
}

/** The latest second that the database and JavaScript write the same way. */
const latestSecond = 253_402_300_799

function refuseContradictions({ chains, account, asked, now }: Grant): void {
  const chain = chains.get(account.chainId ?? '')
  if (BigInt(asked.chainId) !== BigInt(parseNetworkId(chain.id).reference)) {
    refuse({ name: 'chainId', description: "Isn't the network of the account in the path." })
  }
  if (asked.address !== undefined && asked.address.toLowerCase() !== account.address) {
    refuse({ name: 'address', description: "Isn't the account in the path." })
  }
  if (asked.expiry * 1000 <= now() || asked.expiry > latestSecond) {
    refuse({ name: 'expiry', description: 'Must be in the future, in seconds since 1970.' })
  }
}

function refuse(reason: { name: string; description: string }): never {
  throw new InvalidInputError(reason)
}

async function activate(request: SmartSessionsParameters & Parameters<SmartSessions['activate']>[0]): Promise<void> {
  const { orm, chains, now, account, projectId, activation, signal } = request
  const { pci, context } = activation
  const isThis = and(eq(table.pci, pci), eq(table.projectId, projectId), isOf(account))
  const [found] = await orm.select().from(table).where(isThis)
  const asked = waiting({ session: found, context, now: now() })
  if (!asked) return
  if (!isGranted(asked, context)) throw new NotGrantedError({ why: 'other' })
  const chain = chains.get(asked.chainId)
  const standing = await readStanding({ chain, context, now: now(), signal })
  if (standing !== 'standing') throw new NotGrantedError({ why: 'over' })
  await orm.transaction(async (transaction) => {
    const [session] = await transaction.select().from(table).where(isThis).for('update')
    if (waiting({ session, context, now: now() })) await transaction.update(table).set({ context }).where(isThis)
  })
}

type FindGranted = SmartSessionsParameters & Parameters<SmartSessions['findGranted']>[0]

async function findGranted({
  orm,
  now,
  account,
  projectId,
  pci,
}: FindGranted): ReturnType<SmartSessions['findGranted']> {
  const isThis = and(eq(table.pci, pci), eq(table.projectId, projectId), isOf(account))
  const isOpen = and(isNull(table.revokedAt), gt(table.expiresAt, new Date(now())))
  const [session] = await orm.select().from(table).where(and(isThis, isOpen))
  const context = session?.context ?? null
  if (session === undefined || context === null || !isGranted(session, context)) return null
  const grantee = granteeIn(context)
  return grantee === undefined ? null : { context: toHex(context), grantee }
}

type Row = typeof table.$inferSelect

/** Whether what was granted for a session is what it asked for. */
const isGranted = ({ permissions, expiresAt, address }: Row, context: string): boolean =>
  isSessionGrant({ context, account: toHex(address), permissions, expiry: secondsOf(expiresAt) })

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

/**
 * The session, where it waits for what is granted; undefined where it goes with that already.
 * @throws {@link UnknownSessionError} · {@link SessionSettledError}
 */
function waiting({
  session,
  context,
  now,
}: {
  session: Row | undefined
  context: string
  now: number
}): Row | undefined {
  if (session === undefined) throw new UnknownSessionError()
  if (session.revokedAt !== null) throw new SessionSettledError({ why: 'revoked' })
  if (session.expiresAt.getTime() <= now) throw new SessionSettledError({ why: 'expired' })
  if (session.context === context) return undefined
  if (session.context !== null) throw new SessionSettledError({ why: 'active' })
  return session
}

async function revoke(request: SmartSessionsParameters & Parameters<SmartSessions['revoke']>[0]): Promise<void> {
  const {
    orm,
    chains,
    now,
    account,
    revocation: { pci, signature },
    signal,
  } = request
  const [session] = await orm
    .select()
    .from(table)
    .where(and(eq(table.pci, pci), isOf(account)))
  if (session === undefined) throw new UnknownSessionError()
  const { chainId, address, projectId } = session
  const chain = chains.get(chainId)
  // The id alone is what the original's wallets sign; it is random, so its signature says nothing elsewhere either.
  const messages = [sessionRevocation({ pci, account: `${chainId}:${address}`, projectId }), pci]
  for (const message of messages) {
    const signer = await findSigner({ chain, address: toHex(address), message, signature: toHex(signature), signal })
    if (signer !== null) {
      await orm
        .update(table)
        .set({ revokedAt: new Date(now()) })
        .where(and(eq(table.pci, pci), isNull(table.revokedAt)))
      return
    }
  }
  throw new WrongSignerError()
}

const toHex = (text: string): Hex => `0x${text.slice(2)}`
