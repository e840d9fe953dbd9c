import type { Orm } from '@foyer/service/db/database'
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { chainEvents, transactions } from '../db/schema/indexer.js'
import type { NftId } from '../nfts/nft.js'
import type { HeldNftPlace } from './heldNftCursor.js'

/** An NFT that an account was given and, as far as the index knows, still has. */
export interface NftInIndex extends NftId {
  /** The last block in which it was given some. */
  readonly blockNumber: number
}

export interface NftsInIndex {
  orm: Orm
  chainId: string
  /** in lower case */
  address: string
  /** what was listed last */
  after: HeldNftPlace | null
  most: number
}

/** By bytes, so that every database has the same order whatever its language is. */
const contractBytes = sql`${chainEvents.contract} collate "C"`

/** Lists the NFTs that an account was given more of than it gave, last received first. A contract may lie: the chain has the last word. */
export async function nftsInIndex({ orm, chainId, address, after, most }: NftsInIndex): Promise<readonly NftInIndex[]> {
  const { kind, contract, tokenId, amount, from, to } = chainEvents
  const lastIn = sql<string | number>`max(${transactions.blockNumber}) filter (where ${to} = ${address})`
  const held = sql`sum(case when ${to} = ${address} then ${amount} else 0 end) - sum(case when ${from} = ${address} then ${amount} else 0 end) > 0`
  const rows = await orm
    .select({ kind, contract, tokenId, blockNumber: lastIn })
    .from(chainEvents)
    .innerJoin(transactions, isSame())
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        sql`${kind} in ('erc721', 'erc1155')`,
        or(eq(to, address), eq(from, address)),
      ),
    )
    .groupBy(kind, contract, tokenId)
    .having(and(held, isAfter({ lastIn, place: after })))
    .orderBy(desc(lastIn), asc(contractBytes), asc(tokenId), asc(kind))
    .limit(most)
  return rows.flatMap(({ kind: standard, contract: of, tokenId: id, blockNumber }) => {
    if ((standard !== 'erc721' && standard !== 'erc1155') || of === null || id === null) return []
    return [{ contract: of, tokenId: BigInt(id), standard, blockNumber: Number(blockNumber) }]
  })
}

const isSame = () => and(eq(transactions.chainId, chainEvents.chainId), eq(transactions.hash, chainEvents.hash))

function isAfter({ lastIn, place }: { lastIn: SQL; place: HeldNftPlace | null }): SQL | undefined {
  if (place === null) return undefined
  const { blockNumber, contract, tokenId, standard } = place
  const { kind, tokenId: id } = chainEvents
  const later = sql`(${contractBytes}, ${id}, ${kind}) > (${contract}::text collate "C", ${tokenId}::numeric, ${standard}::text)`
  return sql`(${lastIn} < ${blockNumber}::bigint or (${lastIn} = ${blockNumber}::bigint and ${later}))`
}

/** The receipt of an NFT by an account, for the rules of spam. */
export interface NftReceipt {
  readonly contract: string
  readonly tokenId: bigint
  readonly kind: NftId['standard']
  /** who gave it */
  readonly from: string
  readonly amount: bigint
  readonly transaction: { readonly from: string; readonly recipients: number }
}

/** The last time that an account was given each of these. */
export async function lastReceipts({
  orm,
  chainId,
  address,
  ids,
}: Pick<NftsInIndex, 'orm' | 'chainId' | 'address'> & { ids: readonly NftId[] }): Promise<readonly NftReceipt[]> {
  if (ids.length === 0) return []
  const { kind, contract, tokenId, amount, from, to } = chainEvents
  const rows = await orm
    .selectDistinctOn([kind, contract, tokenId], {
      kind,
      contract,
      tokenId,
      amount,
      from,
      sender: transactions.from,
      recipients: transactions.recipients,
    })
    .from(chainEvents)
    .innerJoin(transactions, isSame())
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        eq(to, address),
        sql`${kind} in ('erc721', 'erc1155')`,
        inArray(contract, [...new Set(ids.map((id) => id.contract))]),
        inArray(tokenId, [...new Set(ids.map((id) => String(id.tokenId)))]),
      ),
    )
    .orderBy(kind, contract, tokenId, desc(transactions.blockNumber), desc(transactions.position))
  return rows.flatMap(
    ({ kind: standard, contract: of, tokenId: id, amount: given, from: giver, sender, recipients }) => {
      if ((standard !== 'erc721' && standard !== 'erc1155') || of === null || id === null) return []
      const transaction = { from: sender, recipients }
      return [{ contract: of, tokenId: BigInt(id), kind: standard, from: giver, amount: BigInt(given), transaction }]
    },
  )
}
