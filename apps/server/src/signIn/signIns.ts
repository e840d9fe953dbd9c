import { parseNetworkId } from '@foyer/core/chain'
import { createNonce, type SiwxMessage } from '@foyer/core/siwx'
import {
  type AppKitAccount,
  type AuthenticateBody,
  type AuthenticateReply,
  type AuthNonceReply,
  SessionAccount,
} from '@foyer/core/wire'
import type { Orm } from '@foyer/service/db/database'
import type { OwnerOf } from '@foyer/service/owners/ownerOf'
import { and, desc, eq, gt, notInArray } from 'drizzle-orm'
import * as v from 'valibot'
import { signedInAccounts, signInSessions, usedNonces } from '../db/schema/index.js'
import { familyOf } from '../families/families.js'
import { forgetBeyond } from '../owners/shares.js'
import type { Project } from '../projects/project.js'
import {
  type AccountRow,
  accountBytes,
  isKnownAccount,
  keepAccount,
  metadataBytes,
  ownedAccounts,
  ownerBytes,
  projectUuid,
  toAppKitAccount,
} from './accounts.js'
import { checkSignIn, type VerifySignature } from './checkSignIn.js'
import { NonceUsedError, SignInOffError, SignInRefusedError, SignInTokenError } from './refusals.js'
import type { SignInBudgets } from './signInBudgets.js'
import type { Tokens } from './tokens.js'

/** The caller, and its token. */
export interface SignedInRequest {
  readonly project: Project
  readonly token: string | undefined
}

export interface SignIns {
  /** A nonce that one sign-in to the project can use within 5 minutes [F6]. Nothing is kept of it until then. @throws SignInOffError */
  nonce(request: { project: Project }): Promise<AuthNonceReply>
  /**
   * Signs in: what was signed is checked, then the signature, and then the nonce is used up; of several that use it at once, on whichever nodes, one is
   * signed in (X2).
   * @param request.origin - the page's, where a browser said it
   * @param request.client - whom a flood is counted against
   * @throws {@link SignInOffError} · {@link SignInTokenError} · {@link SignInRefusedError} · {@link NonceUsedError} · RateLimitedError · UnknownChainError · ChainUnavailableError
   */
  authenticate(request: {
    readonly project: Project
    readonly nonceToken: string | undefined
    readonly body: AuthenticateBody
    readonly origin: string | undefined
    readonly client: string
    readonly signal: AbortSignal
  }): Promise<AuthenticateReply>
  /** Reads who is signed in. @throws {@link SignInOffError} · {@link SignInTokenError} */
  me(request: SignedInRequest & { readonly withAccount: boolean }): Promise<SessionAccount>
  /**
   * Keeps what the dapp says of the account, in the place of what it said before; null forgets it.
   * @param request.client - whose share of what is written it takes
   * @throws {@link SignInTokenError} · RateLimitedError
   */
  setMetadata(
    request: SignedInRequest & {
      readonly metadata: Readonly<Record<string, unknown>> | null
      readonly client: string
    },
  ): Promise<AppKitAccount>
  /** Ends the session, wherever its token is. @throws {@link SignInTokenError} */
  signOut(request: SignedInRequest): Promise<void>
}

export interface SignInsParameters {
  readonly orm: Orm
  /** null where the operator set no key */
  readonly tokens: Tokens | null
  readonly ownerOf: OwnerOf
  readonly verifySignature: VerifySignature
  readonly budgets: SignInBudgets
  /** who gives the tokens, as they say it */
  readonly issuer: string
  readonly now: () => number
  readonly randomUuid: () => string
  readonly randomBytes: (length: number) => Uint8Array
}

const nonceSeconds = 300
/** The lifetime of a visitor's session, unless what was signed ends before: 7 days. */
const sessionSeconds = 7 * 86_400

/** In how many places at once an account may be signed in. */
const mostSessions = 50

const NonceClaims = v.object({ nonce: v.string(), aud: v.string(), iat: v.number(), exp: v.number() })
const SessionClaims = v.intersect([SessionAccount, v.object({ jti: v.pipe(v.string(), v.uuid()) })])

export function createSignIns(parameters: SignInsParameters): SignIns {
  return {
    nonce: (request) => giveNonce({ ...parameters, ...request }),
    authenticate: (request) => authenticate({ ...parameters, ...request }),
    async me({ withAccount, ...request }) {
      const { claims, account } = await readSession({ ...parameters, ...request })
      return withAccount ? { ...claims, appKitAccount: toAppKitAccount(account) } : claims
    },
    async setMetadata({ metadata, client, ...request }) {
      const { account } = await readSession({ ...parameters, ...request })
      const bytes = metadataBytes(metadata)
      await parameters.budgets.write({ client, projectId: request.project.id, bytes })
      const changed = { metadata, updatedAt: new Date(parameters.now()) }
      const { projectId, owner } = account
      await parameters.orm.transaction(async (orm) => {
        await orm.update(signedInAccounts).set(changed).where(eq(signedInAccounts.id, account.id))
        await forgetBeyond({ orm, owned: ownedAccounts, projectId, owner, bytes: ownerBytes })
      })
      return toAppKitAccount({ ...account, ...changed })
    },
    async signOut(request) {
      const { id } = await readSession({ ...parameters, ...request })
      await parameters.orm.delete(signInSessions).where(eq(signInSessions.id, id))
    },
  }
}

const tokensOf = ({ tokens }: Pick<SignInsParameters, 'tokens'>): Tokens => {
  if (tokens === null) throw new SignInOffError()
  return tokens
}

async function giveNonce(request: SignInsParameters & Parameters<SignIns['nonce']>[0]): Promise<AuthNonceReply> {
  const { project, now, randomBytes, ...parameters } = request
  const tokens = tokensOf(parameters)
  const nonce = createNonce((bytes) => randomBytes(bytes.length))
  const iat = Math.floor(now() / 1000)
  return {
    nonce,
    token: await tokens.sign({ kind: 'nonce', claims: { nonce, aud: project.id, iat, exp: iat + nonceSeconds } }),
  }
}

async function authenticate(
  request: SignInsParameters & Parameters<SignIns['authenticate']>[0],
): Promise<AuthenticateReply> {
  const { orm, ownerOf, budgets, verifySignature, now, randomUuid } = request
  const { project, body, origin, client, signal } = request
  const projectId = project.id
  const tokens = tokensOf(request)
  await budgets.attempt({ client, projectId })
  const given = v.safeParse(NonceClaims, await tokens.read({ kind: 'nonce', token: request.nonceToken ?? '' }))
  if (!given.success || given.output.aud !== project.id) throw new SignInTokenError()
  const { nonce, iat, exp } = given.output
  const message = checkSignIn({ text: body.message, project, origin, nonce, nonceGivenAt: iat * 1000, now: now() })
  const { chainId, accountAddress } = message
  const signed = {
    networkId: chainId,
    address: accountAddress,
    message: body.message,
    signature: body.signature,
    signal,
  }
  const signer = await verifySignature(signed)
  if (signer === null) throw new SignInRefusedError({ field: 'signature' })
  const owner = ownerOf(client)
  // An account that is known writes in the place of what it wrote before.
  const isNew = !(await isKnownAccount({ orm, projectId, message, signer }))
  if (isNew) await budgets.write({ client, projectId, bytes: accountBytes })
  return orm.transaction(async (transaction) => {
    const used = await transaction
      .insert(usedNonces)
      .values({ nonce, expiresAt: new Date(exp * 1000) })
      .onConflictDoNothing()
      .returning({ nonce: usedNonces.nonce })
    if (used.length === 0) throw new NonceUsedError()
    const { walletInfo } = body
    const account = await keepAccount({
      orm: transaction,
      projectId,
      message,
      signer,
      owner,
      walletInfo,
      now: now(),
      randomUuid,
    })
    await forgetBeyond({ orm: transaction, owned: ownedAccounts, projectId, owner, bytes: ownerBytes })
    const id = randomUuid()
    const claims = claimsOf({ ...request, message, account })
    const expiresAt = new Date(claims.exp * 1000)
    await transaction.insert(signInSessions).values({ id, accountId: account.id, expiresAt })
    await endBeyond({ orm: transaction, accountId: account.id })
    return { token: await tokens.sign({ kind: 'session', claims: { ...claims, jti: id } }) }
  })
}

/** Ends the sessions of an account beyond so many, those first that would end first. */
async function endBeyond({
  orm,
  accountId,
}: {
  orm: Pick<Orm, 'select' | 'delete'>
  accountId: string
}): Promise<void> {
  const { id, expiresAt } = signInSessions
  const isOfAccount = eq(signInSessions.accountId, accountId)
  const last = orm
    .select({ id })
    .from(signInSessions)
    .where(isOfAccount)
    .orderBy(desc(expiresAt), id)
    .limit(mostSessions)
  await orm.delete(signInSessions).where(and(isOfAccount, notInArray(id, last)))
}

function claimsOf({
  issuer,
  now,
  project,
  message,
  account,
}: Pick<SignInsParameters, 'issuer' | 'now'> & {
  project: Project
  message: SiwxMessage
  account: AccountRow
}): SessionAccount {
  const { chainId, accountAddress, uri, domain, nonce, expirationTime } = message
  const { family, reference } = parseNetworkId(chainId)
  const latest = expirationTime === undefined ? Number.POSITIVE_INFINITY : Math.floor(Date.parse(expirationTime) / 1000)
  return {
    aud: project.id,
    iss: issuer,
    exp: Math.min(Math.floor(now() / 1000) + sessionSeconds, latest),
    projectIdKey: project.id,
    sub: `${chainId}:${accountAddress}`,
    address: accountAddress,
    chainId: familyOf(chainId).isNumbered ? Number(reference) : reference,
    chainIdNamespace: family,
    caip2Network: chainId,
    uri,
    domain,
    projectUuid: projectUuid(project.id),
    profileUuid: account.profileId,
    nonce,
  }
}

/** Reads a session's token, and whether the session is still there. */
async function readSession({
  orm,
  now,
  project,
  token,
  ...parameters
}: SignInsParameters & SignedInRequest): Promise<{ id: string; claims: SessionAccount; account: AccountRow }> {
  const read = v.safeParse(SessionClaims, await tokensOf(parameters).read({ kind: 'session', token: token ?? '' }))
  if (!read.success || read.output.aud !== project.id) throw new SignInTokenError()
  const { jti: id, ...claims } = read.output
  const [found] = await orm
    .select({ account: signedInAccounts })
    .from(signInSessions)
    .innerJoin(signedInAccounts, eq(signedInAccounts.id, signInSessions.accountId))
    .where(and(eq(signInSessions.id, id), gt(signInSessions.expiresAt, new Date(now()))))
  if (found === undefined) throw new SignInTokenError()
  return { id, claims, account: found.account }
}
