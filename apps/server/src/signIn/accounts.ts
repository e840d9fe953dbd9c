import { createHash } from 'node:crypto'
import { parseNetworkId } from '@foyer/core/chain'
import type { SiwxMessage } from '@foyer/core/siwx'
import type { AppKitAccount, AuthWalletInfo } from '@foyer/core/wire'
import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, sql } from 'drizzle-orm'
import { signedInAccounts as table } from '../db/schema/index.js'
import { familyOf } from '../families/families.js'
import type { Owned } from '../owners/shares.js'

/** An account as the database holds it. */
export type AccountRow = typeof table.$inferSelect

/** The account that signs in, and the project. */
interface SignedIn {
  readonly projectId: string
  readonly message: SiwxMessage
  /** who signed: a key's account is one on all networks, a contract's is one on its own (X6) */
  readonly signer: 'key' | 'contract'
}

/** Returns the columns by which an account is the same one as before. */
const identityOf = ({ projectId, message: { chainId, accountAddress }, signer }: SignedIn) => ({
  projectId,
  family: parseNetworkId(chainId).family,
  address: familyOf(chainId).addresses.key(accountAddress),
  onlyChainId: signer === 'contract' ? chainId : '',
})

/** Whether an account has signed in before. */
export async function isKnownAccount({ orm, ...signedIn }: SignedIn & { orm: Pick<Orm, 'select'> }): Promise<boolean> {
  const { projectId, family, address, onlyChainId } = identityOf(signedIn)
  const isIt = and(
    eq(table.projectId, projectId),
    eq(table.family, family),
    eq(table.address, address),
    eq(table.onlyChainId, onlyChainId),
  )
  const found = await orm.select({ id: table.id }).from(table).where(isIt)
  return found.length > 0
}

/** Writes that an account signed in: its first time makes it, and any other changes when and by what. */
export async function keepAccount(
  request: SignedIn & {
    orm: Orm
    /** whose share it takes */
    owner: string
    walletInfo: AuthWalletInfo | null | undefined
    now: number
    randomUuid: () => string
  },
): Promise<AccountRow> {
  const { orm, message, owner, walletInfo, now, randomUuid } = request
  const { chainId } = message
  const time = new Date(now)
  const connectionMethod = connectionMethodOf(walletInfo)
  const renewed = { chainId, owner, lastSignedInAt: time, updatedAt: time, connectionMethod }
  const [row] = await orm
    .insert(table)
    .values({
      id: randomUuid(),
      profileId: randomUuid(),
      ...identityOf(request),
      createdAt: time,
      ...renewed,
    })
    .onConflictDoUpdate({
      target: [table.projectId, table.family, table.address, table.onlyChainId],
      set: { ...renewed, connectionMethod: sql`coalesce(excluded.connection_method, ${table.connectionMethod})` },
    })
    .returning()
  if (row === undefined) throw new Error('The database kept no account.')
  return row
}

/** The bytes of a project's share that the accounts from one network may take. */
export const ownerBytes: number = 16 * 1024 * 1024

/** The size of an account without metadata, with what belongs to its row and its sessions, in bytes. */
export const accountBytes = 1024

/** @returns what they take beside the rest of an account */
export const metadataBytes = (metadata: Readonly<Record<string, unknown>> | null): number =>
  metadata === null ? 0 : Buffer.byteLength(JSON.stringify(metadata))

/** With their sessions; the newest leave last. */
export const ownedAccounts: Owned = {
  table,
  id: table.id,
  projectId: table.projectId,
  owner: table.owner,
  size: table.size,
  order: desc(table.updatedAt),
}

/** Returns how it connects, without a visitor's identity elsewhere, such as an e-mail address, or pictures. */
function connectionMethodOf(walletInfo: AuthWalletInfo | null | undefined): Readonly<Record<string, string>> | null {
  if (!walletInfo) return null
  if (walletInfo.type === 'social') return { type: 'social', social: walletInfo.social }
  return { type: walletInfo.type, ...(walletInfo.name === undefined ? {} : { name: walletInfo.name }) }
}

/** An account in the wire's words. Each is the main one of its own profile. */
export function toAppKitAccount(request: AccountRow): AppKitAccount {
  const { id, chainId, address, profileId, createdAt, connectionMethod, metadata, lastSignedInAt, updatedAt } = request
  return {
    uuid: id,
    caip2_chain: chainId,
    address,
    profile_uuid: profileId,
    created_at: createdAt.toISOString(),
    is_main_account: true,
    verification_status: null,
    connection_method: connectionMethod,
    metadata,
    last_signed_in_at: lastSignedInAt.toISOString(),
    signed_up_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

/** A project's UUID, which follows from its id (RFC 9562, version 8). */
export function projectUuid(projectId: string): string {
  const hash = createHash('sha256').update(`foyer project ${projectId}`).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
