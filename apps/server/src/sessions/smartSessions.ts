import type { Hex } from '@foyer/core/chain'
import {
  type SessionActivation,
  type SessionGrantReply,
  type SessionGrantRequest,
  type SessionRevocation,
  type SmartSession,
  sessionRevocation,
} from '@foyer/core/wire'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Budget } from '../budget/budget.js'
import type { Chains } from '../chains/chains.js'
import type { Orm } from '../db/database.js'
import { projects, smartSessions as table } from '../db/schema/index.js'
import { InvalidInputError, RateLimitedError } from '../errors/refusals.js'
import { findSigner } from '../signatures/findSigner.js'
import { SessionSettledError, SessionsOffError, UnknownSessionError, WrongSignerError } from './refusals.js'
import type { Sealing } from './sealing.js'

/** Whose sessions: an address, and its network where that was named. */
export interface SessionAccount {
  /** in lower case */
  readonly address: Hex
  /** CAIP-2 */
  readonly chainId?: string | undefined
}

export interface SmartSessions {
  /** The account's sessions, the newest first: active, expired and revoked ones. */
  list(account: SessionAccount): Promise<readonly SmartSession[]>
  /**
   * Makes a key that is to sign beside the dapp's, and keeps what the dapp asks for until the wallet grants it.
   * @param request.client - whom a flood of requests is counted against
   * @throws {@link SessionsOffError} · InvalidInputError · UnknownChainError · {@link RateLimitedError}
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
   * Ends a session by its account's signature, and destroys its key. Doing it again changes nothing.
   * @throws {@link UnknownSessionError} · {@link WrongSignerError} · ChainUnavailableError
   */
  revoke(request: { account: SessionAccount; revocation: SessionRevocation; signal: AbortSignal }): Promise<void>
}

export interface SmartSessionsParameters {
  orm: Orm
  chains: Chains
  /** null where the operator set no key */
  sealing: Sealing | null
  /** how often a client may ask for a session */
  grantLimit: Budget
  now: () => number
  randomUuid: () => string
  randomBytes: (length: number) => Uint8Array
}

/** More sessions than a visitor looks through. */
const mostListed = 200

export function createSmartSessions(parameters: SmartSessionsParameters): SmartSessions {
  return {
    list: (account) => list({ ...parameters, account }),
    grant: (request) => grant({ ...parameters, ...request }),
    activate: (request) => activate({ ...parameters, ...request }),
    revoke: (request) => revoke({ ...parameters, ...request }),
  }
}

async function list({ orm, account }: Pick<SmartSessionsParameters, 'orm'> & { account: SessionAccount }) {
  const rows = await orm
    .select({
      session: table,
      project: { id: projects.id, name: projects.name, url: projects.url, iconUrl: projects.iconUrl },
    })
    .from(table)
    .innerJoin(projects, eq(projects.id, table.projectId))
    .where(and(isOf(account), isNotNull(table.context)))
    .orderBy(desc(table.createdAt), table.pci)
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
  const { orm, sealing, grantLimit, now, randomUuid, randomBytes, account, projectId, asked, client } = request
  if (sealing === null) throw new SessionsOffError()
  refuseContradictions(request)
  const retryAfterSeconds = await grantLimit.take({ key: `${client} ${projectId}` })
  if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
  const pci = randomUuid()
  const secret = randomBytes(32)
  const { publicKey } = privateKeyToAccount(bytesToHex(secret))
  const sealed = sealing.seal({ secret, about: aboutKey(pci) })
  secret.fill(0)
  await orm.insert(table).values({
    pci,
    projectId,
    chainId: account.chainId ?? '',
    address: account.address,
    permissions: asked.permissions,
    policies: asked.policies.map(({ type }) => type),
    expiresAt: new Date(asked.expiry * 1000),
    createdAt: new Date(now()),
    publicKey,
    sealedKey: sealed.text,
    sealedWith: sealed.keyName,
  })
  return { pci, key: { type: 'secp256k1', publicKey } }
}

/** What a session's sealed key belongs to. */
export const aboutKey = (pci: string): string => `smart session ${pci}`

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
  throw new InvalidInputError({ reasons: [reason] })
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

async function revoke({
  orm,
  chains,
  now,
  account,
  revocation: { pci, signature },
  signal,
}: SmartSessionsParameters & Parameters<SmartSessions['revoke']>[0]): Promise<void> {
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
      const over = { revokedAt: new Date(now()), sealedKey: null, sealedWith: null }
      await orm
        .update(table)
        .set(over)
        .where(and(eq(table.pci, pci), isNull(table.revokedAt)))
      return
    }
  }
  throw new WrongSignerError()
}

const toHex = (text: string): Hex => `0x${text.slice(2)}`
