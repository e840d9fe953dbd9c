import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Chain } from '../chains/chains.js'
import { chainEvents, transactions } from '../db/schema/indexer.js'
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
  /** Whether the account sent the transaction itself. */
  readonly isOwn: boolean
}

/**
 * The last word about each spender of a token, each NFT and each operator, those that the account gave itself first: anyone can write
 * events in its name.
 */
export async function approvalsInIndex(request: {
  orm: Orm
  chainId: string
  /** in lower case */
  address: string
  most: number
}): Promise<readonly ApprovalInIndex[]> {
  const { orm, chainId, address, most } = request
  const { kind, contract, tokenId, to, from, amount, ordinal } = chainEvents
  const { blockNumber, position } = transactions
  // An NFT has one spender at a time; a token, and a collection, may have several.
  const oneOfSeveral = sql<string>`case when ${tokenId} is null then ${to} else '' end`
  const last = orm
    .selectDistinctOn([kind, contract, tokenId, oneOfSeveral], {
      kind,
      contract,
      tokenId,
      spender: to,
      amount,
      blockNumber,
      isOwn: sql<boolean>`${transactions.from} = ${chainEvents.from}`.as('is_own'),
    })
    .from(chainEvents)
    .innerJoin(
      transactions,
      and(eq(transactions.chainId, chainEvents.chainId), eq(transactions.hash, chainEvents.hash)),
    )
    .where(and(eq(chainEvents.chainId, chainId), eq(from, address), sql`${kind} in ('approval', 'approvalForAll')`))
    .orderBy(kind, contract, tokenId, oneOfSeveral, desc(blockNumber), desc(position), desc(ordinal))
    .as('last')
  const rows = await orm
    .select()
    .from(last)
    .where(and(gt(last.amount, '0'), ne(last.spender, zeroAddress)))
    .orderBy(desc(last.isOwn), desc(last.blockNumber), last.contract, last.spender)
    .limit(most)
  return rows.flatMap(({ kind: event, contract: of, tokenId: id, spender, isOwn }) => {
    if (of === null) return []
    const ofToken = id === null ? 'token' : 'nft'
    return [
      {
        kind: event === 'approvalForAll' ? 'collection' : ofToken,
        contract: of,
        tokenId: BigInt(id ?? 0),
        spender,
        isOwn,
      } as const,
    ]
  })
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
