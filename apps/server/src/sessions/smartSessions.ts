import type { Hex } from '@foyer/core/chain'
import {
  type SessionActivation,
  type SessionGrantReply,
  type SessionGrantRequest,
  type SessionRevocation,
  type SmartSession,
  sessionRevocation,
} from '@foyer/core/wire'
import { and, asc, count, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Budget } from '../budget/budget.js'
import type { Chains } from '../chains/chains.js'
import type { Orm } from '../db/database.js'
import { projects, smartSessions as table } from '../db/schema/index.js'
import { InvalidInputError, RateLimitedError } from '../errors/refusals.js'
import { findSigner } from '../signatures/findSigner.js'
import { SessionSettledError, UnknownSessionError, WrongSignerError } from './refusals.js'

/** Whose sessions: an address, and its network where that was named. */
export interface SessionAccount {
  /** in lower case */
  readonly address: Hex
  /** CAIP-2 */
  readonly chainId?: string | undefined
}

export interface SmartSessions {
  /**
   * The account's sessions: active, expired and revoked ones. Those that its signature has confirmed come first; then each project's newest, so
   * that whatever is granted in one project's name, another's sessions stay on the list.
   */
  list(account: SessionAccount): Promise<readonly SmartSession[]>
  /**
   * Keeps what the dapp asks for until the wallet grants it, and names a key that is to sign beside the dapp's. Nothing is proved by
   * asking, so it is kept within the project's budget, and deletes nothing.
   * @param request.client - whom a flood of requests is counted against
   * @throws InvalidInputError · UnknownChainError · {@link RateLimitedError}
   */
  grant(request: {
    account: Required<SessionAccount>
    projectId: string
    asked: SessionGrantRequest
    client: string
  }): Promise<SessionGrantReply>
  /**
   * Takes the wallet's word for it. Saying it again changes nothing.
   * @throws {@link UnknownSessionError} · {@link SessionSettledError}
   */
  activate(request: { account: SessionAccount; projectId: string; activation: SessionActivation }): Promise<void>
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
  now: () => number
  randomUuid: () => string
}

/** More sessions than a visitor looks through. */
const mostListed = 200
/** So many of an account, waiting for its wallet or granted, in one project's name. */
const mostOfAccount = 20
/** So many of a project, no matter who asked for them. */
const mostOfProject = 20_000
/** When a place may be free again: what no wallet grants is forgotten after an hour. */
const fullSeconds = 3_600

export function createSmartSessions(parameters: SmartSessionsParameters): SmartSessions {
  return {
    list: (account) => list({ ...parameters, account }),
    grant: (request) => grant({ ...parameters, ...request }),
    activate: (request) => activate({ ...parameters, ...request }),
    revoke: (request) => revoke({ ...parameters, ...request }),
  }
}

async function list({ orm, account }: Pick<SmartSessionsParameters, 'orm'> & { account: SessionAccount }) {
  const place = sql`row_number() over (partition by ${table.projectId} order by ${table.createdAt} desc, ${table.pci})`
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
  return rows.map(({ session, project: { id, name, url, iconUrl } }): SmartSession => {
    const { pci, expiresAt, createdAt, permissions, policies, context, revokedAt } = session
    return {
      project: { id, name, ...(url === null ? {} : { url }), ...(iconUrl === null ? {} : { iconUrl }) },
      pci,
      expiry: Math.floor(expiresAt.getTime() / 1000),
      createdAt: createdAt.getTime(),
      permissions,
      policies: policies.map((policy) => ({ id: policy })),
      context: context ?? '',
      ...(revokedAt === null ? {} : { revokedAt: revokedAt.getTime() }),
    }
  })
}

const isOf = ({ address, chainId }: SessionAccount) =>
  and(eq(table.address, address), chainId === undefined ? undefined : eq(table.chainId, chainId))

type Grant = SmartSessionsParameters & Parameters<SmartSessions['grant']>[0]

async function grant(request: Grant): Promise<SessionGrantReply> {
  const { orm, grantLimit, now, randomUuid, account, projectId, asked, client } = request
  refuseContradictions(request)
  const retryAfterSeconds = await grantLimit.take({ key: `${client} ${projectId}` })
  if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
  await refuseOverBudget(request)
  const pci = randomUuid()
  await orm.insert(table).values({
    pci,
    projectId,
    chainId: account.chainId ?? '',
    address: account.address,
    permissions: asked.permissions,
    policies: asked.policies.map(({ type }) => type),
    expiresAt: new Date(asked.expiry * 1000),
    createdAt: new Date(now()),
  })
  // Nothing signs beside a dapp's key before smart accounts bring theirs, so the private half is nowhere: what was granted to both keys, the
  // dapp's alone can't use.
  return { pci, key: { type: 'secp256k1', publicKey: privateKeyToAccount(generatePrivateKey()).publicKey } }
}

/** What an account's signature has confirmed is beside the budget. @throws {@link RateLimitedError} */
async function refuseOverBudget({ orm, account, projectId, now }: Grant): Promise<void> {
  const open = and(eq(table.projectId, projectId), isNull(table.revokedAt))
  const ofAccount = and(open, isOf(account), gt(table.expiresAt, new Date(now())))
  for (const [which, most] of [[ofAccount, mostOfAccount] as const, [open, mostOfProject] as const]) {
    const some = orm.select({ pci: table.pci }).from(table).where(which).limit(most).as('some')
    const [{ kept } = { kept: 0 }] = await orm.select({ kept: count() }).from(some)
    if (kept >= most) throw new RateLimitedError({ retryAfterSeconds: fullSeconds })
  }
}

/** The latest second that the database and JavaScript write the same way. */
const latestSecond = 253_402_300_799

function refuseContradictions({ chains, account, asked, now }: Grant): void {
  const chain = chains.get(account.chainId ?? '')
  if (BigInt(asked.chainId) !== BigInt(chain.id.slice('eip155:'.length))) {
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

async function activate({
  orm,
  now,
  account,
  projectId,
  activation: { pci, context },
}: Pick<SmartSessionsParameters, 'orm' | 'now'> & Parameters<SmartSessions['activate']>[0]): Promise<void> {
  const isThis = and(eq(table.pci, pci), eq(table.projectId, projectId), isOf(account))
  await orm.transaction(async (transaction) => {
    const [session] = await transaction.select().from(table).where(isThis).for('update')
    if (session === undefined) throw new UnknownSessionError()
    if (session.revokedAt !== null) throw new SessionSettledError({ why: 'revoked' })
    if (session.expiresAt.getTime() <= now()) throw new SessionSettledError({ why: 'expired' })
    if (session.context === context) return
    if (session.context !== null) throw new SessionSettledError({ why: 'active' })
    await transaction.update(table).set({ context }).where(eq(table.pci, pci))
  })
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
