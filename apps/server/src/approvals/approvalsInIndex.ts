import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Chain } from '../chains/chains.js'
import { chainEvents, droppedApprovals } from '../db/schema/indexer.js'
import type { HistoryEngine } from '../history/engines/engine.js'
import { zeroAddress } from '../indexer/chainEvent.js'
import { decodeLog } from '../indexer/decodeLog.js'
import { readTransactions } from '../indexer/readChain.js'

/** An approval that nothing took back, as far as the index knows. */
export interface ApprovalInIndex {
  /** `token`: an amount of an ERC-20; `nft`: one ERC-721; `collection`: all of an ERC-721's or ERC-1155's */
  readonly kind: 'token' | 'nft' | 'collection'
  /** in lower case, as all addresses */
  readonly contract: string
  /** of an `nft` */
  readonly tokenId: bigint
  readonly spender: string
  /** Whether the account signed the transaction, or its operation in it. */
  readonly isOwn: boolean
}

/** How many of an account's newest approvals of a kind are looked at: those that it signed itself, those by listed tokens, and any. */
const looked = { own: 2_000, listed: 500, any: 500 } as const

/**
 * The last word about each spender of a token, each NFT and each operator, as far as the newest go; those that the account gave itself first, then those of listed tokens, which
 * write none but an account's own: anyone can have another contract write events in its name, and those that they write hide none of the others.
 * @returns and whether that is all
 */
export async function approvalsInIndex(request: {
  orm: Orm
  chainId: string
  /** in lower case */
  address: string
  /** of the tokens that the network's list has, in lower case */
  listed: readonly string[]
  most: number
}): Promise<{ readonly approvals: readonly ApprovalInIndex[]; readonly isWhole: boolean }> {
  const { orm, chainId, address, listed, most } = request
  const { isOwn, contract, amount } = chainEvents
  const isOfAccount = and(eq(droppedApprovals.chainId, chainId), eq(droppedApprovals.address, address))
  const [own, granted, any, dropped] = await Promise.all([
    readNewest({ ...request, which: eq(isOwn, true), most: looked.own }),
    listed.length === 0
      ? []
      : readNewest({ ...request, which: and(inArray(contract, [...listed]), gt(amount, '0')), most: looked.listed }),
    readNewest({ ...request, which: eq(isOwn, false), most: looked.any }),
    orm.select().from(droppedApprovals).where(isOfAccount),
  ])
  const said = new Map<string, ApprovalRow>()
  const newest = [...own, ...granted, ...any].toSorted(compareNewest)
  for (const row of newest) if (!said.has(keyOf(row))) said.set(keyOf(row), row)
  const isListed = new Set(listed)
  const rank = (row: ApprovalRow) => (row.isOwn ? 0 : isListed.has(row.contract ?? '') ? 1 : 2)
  const open = [...said.values()].filter(({ amount: left, to }) => left !== '0' && to !== zeroAddress)
  open.sort((one, other) => rank(one) - rank(other) || compareNewest(one, other))
  const approvals = open.slice(0, most).flatMap(toApproval)
  const isCut = own.length === looked.own || granted.length === looked.listed || any.length === looked.any
  return { approvals, isWhole: !isCut && dropped.length === 0 && open.length <= most }
}

type ApprovalRow = typeof chainEvents.$inferSelect

interface ReadNewest extends Pick<Parameters<typeof approvalsInIndex>[0], 'orm' | 'chainId' | 'address'> {
  which: SQL | undefined
  most: number
}

function readNewest({ orm, chainId, address, which, most }: ReadNewest): Promise<readonly ApprovalRow[]> {
  const { kind, from, blockNumber, position, ordinal } = chainEvents
  return orm
    .select()
    .from(chainEvents)
    .where(
      and(eq(chainEvents.chainId, chainId), eq(from, address), sql`${kind} in ('approval', 'approvalForAll')`, which),
    )
    .orderBy(desc(blockNumber), desc(position), desc(ordinal))
    .limit(most)
}

const compareNewest = (one: ApprovalRow, other: ApprovalRow) =>
  other.blockNumber - one.blockNumber || other.position - one.position || other.ordinal - one.ordinal

/** An NFT has one spender at a time; a token, and a collection, may have several. */
const keyOf = ({ kind, contract, tokenId, to }: ApprovalRow) => [kind, contract, tokenId ?? to].join(' ')

function toApproval({ kind, contract, tokenId, to: spender, isOwn }: ApprovalRow): readonly ApprovalInIndex[] {
  if (contract === null) return []
  const ofToken = tokenId === null ? 'token' : 'nft'
  const what = kind === 'approvalForAll' ? 'collection' : ofToken
  return [{ kind: what, contract, tokenId: BigInt(tokenId ?? 0), spender, isOwn }]
}

export interface ApprovalsOfEngine {
  chain: Pick<Chain, 'request'>
  engine: Pick<HistoryEngine, 'approvals'>
  /** in lower case */
  account: string
  most: number
  /** whose question it is, as `clientKey` gives it */
  client: string
  signal: AbortSignal
}

/**
 * The last word about each spender of a token, each NFT and each operator, as an engine has the account's events; those that the account
 * gave itself first, which the network's node says.
 * @returns and whether that is all
 * @throws ProviderError · UpstreamError · InconsistentNodeError
 */
export async function approvalsOfEngine(request: ApprovalsOfEngine): Promise<{
  readonly approvals: readonly ApprovalInIndex[]
  readonly isWhole: boolean
}> {
  const { chain, engine, account, most, client, signal } = request
  if (engine.approvals === undefined) return { approvals: [], isWhole: false }
  const { logs, isWhole } = await engine.approvals({ account, client, signal })
  const last = new Map<string, { readonly approval: Omit<ApprovalInIndex, 'isOwn'>; readonly hash: string }>()
  for (const log of logs) {
    for (const { kind, contract, tokenId, from, to: spender, amount } of decodeLog(log)) {
      if (from !== account || contract === null || (kind !== 'approval' && kind !== 'approvalForAll')) continue
      // An NFT has one spender at a time; a token, and a collection, may have several.
      const key = [kind, contract, tokenId ?? spender].join(' ')
      last.delete(key) // so that the newest stay last
      if (amount === 0n || spender === zeroAddress) continue
      const what = kind === 'approvalForAll' ? 'collection' : tokenId === null ? 'token' : 'nft'
      const approval = { kind: what, contract, tokenId: tokenId ?? 0n, spender } as const
      last.set(key, { approval, hash: log.transactionHash })
    }
  }
  const newest = [...last.values()].reverse().slice(0, most)
  const hashes = [...new Set(newest.map(({ hash }) => hash))]
  const sent = new Set(
    (await readTransactions({ chain, hashes, signal })).filter(({ from }) => from === account).map(({ hash }) => hash),
  )
  const approvals = newest.map(({ approval, hash }) => ({ ...approval, isOwn: sent.has(hash) }))
  approvals.sort((one, other) => Number(other.isOwn) - Number(one.isOwn))
  return { approvals, isWhole: isWhole && last.size <= most }
}
