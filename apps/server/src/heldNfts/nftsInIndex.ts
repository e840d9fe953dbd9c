import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { chainEvents } from '../db/schema/indexer.js'
import type { NftId } from '../nfts/nft.js'
import type { HeldNftPlace } from './heldNftCursor.js'

export interface NftsInIndex {
  orm: Orm
  chainId: string
  /** in lower case */
  address: string
  /** what was listed last */
  after: HeldNftPlace | null
  /** how many receipts are looked at */
  most: number
}

/** Some of the NFTs that an account was given. */
interface NftsOfIndex {
  readonly nfts: readonly HeldNftPlace[]
  /** the receipt that was looked at last; null where there is none after it */
  readonly last: HeldNftPlace | null
}

const isNft = sql`${chainEvents.kind} in ('erc721', 'erc1155')`

/**
 * Lists NFTs that an account was given: in transactions that it signed first, each last received first, and each at its first place. A contract may lie: the chain has the
 * last word. So many receipts are looked at, however many there are.
 */
export async function nftsInIndex({ orm, chainId, address, after, most }: NftsInIndex): Promise<NftsOfIndex> {
  const { kind, contract, tokenId, isOwn, blockNumber, to } = chainEvents
  const order = [isOwn, blockNumber, contract, tokenId, kind] as const
  const rows = await orm
    .select({ kind, contract, tokenId, isOwn, blockNumber })
    .from(chainEvents)
    .where(and(eq(chainEvents.chainId, chainId), eq(to, address), isNft, isAfter(after)))
    .orderBy(...order.map((column) => desc(column)))
    .limit(most)
  const places = rows.flatMap(({ kind: standard, contract: of, tokenId: id, ...place }): readonly HeldNftPlace[] =>
    (standard === 'erc721' || standard === 'erc1155') && of !== null && id !== null
      ? [{ ...place, contract: of, tokenId: BigInt(id), standard }]
      : [],
  )
  const once = [...new Map(places.map((place) => [keyOf(place), place])).values()]
  const over = await elsewhere({ orm, chainId, address, places: once })
  const last = rows.length < most ? null : (places.at(-1) ?? null)
  return { nfts: once.filter((_, index) => !over.has(index)), last }
}

const keyOf = ({ isOwn, blockNumber, contract, tokenId, standard }: HeldNftPlace) =>
  [isOwn, blockNumber, contract, tokenId, standard].join(' ')

function isAfter(place: HeldNftPlace | null): SQL | undefined {
  if (place === null) return undefined
  const { contract, tokenId, isOwn, blockNumber, kind } = chainEvents
  const own = sql`(${isOwn}, ${blockNumber}, ${contract}, ${tokenId}, ${kind})`
  return sql`${own} < (${place.isOwn}::boolean, ${place.blockNumber}::bigint, ${place.contract}::text, ${String(place.tokenId)}::numeric, ${place.standard}::text)`
}

interface Elsewhere extends Pick<NftsInIndex, 'orm' | 'chainId' | 'address'> {
  places: readonly HeldNftPlace[]
}

/** Which of the places aren't those of their NFT: it has an earlier one in the list, or was the only one and has left since. Each is a few rows, however many there are of it. */
async function elsewhere({ orm, chainId, address, places }: Elsewhere): Promise<ReadonlySet<number>> {
  if (places.length === 0) return new Set()
  const isIt = sql`e.chain_id = ${chainId} and e.kind in ('erc721', 'erc1155') and e.contract = place.contract and e.token_id = place.token_id`
  const last = (of: SQL) =>
    sql`(select e.block_number from chain_events e where ${isIt} and ${of} order by e.block_number desc limit 1)`
  const cameAt = (isOwn: boolean) => last(sql`e.to_address = ${address} and e.is_own = ${sql.raw(String(isOwn))}`)
  const isListed = sql`exists (select from chain_events e where ${isIt} and e.to_address = ${address} and (e.is_own, e.block_number) > (place.is_own, place.block_number))`
  const hasLeft = sql`place.kind = 'erc721' and ${last(sql`e.from_address = ${address}`)} > greatest(${cameAt(true)}, ${cameAt(false)})`
  const rows = await orm
    .select({ at: sql<number>`place.at` })
    .from(placesOf(places))
    .where(sql`${isListed} or (${hasLeft})`)
  return new Set(rows.map(({ at }) => Number(at)))
}

/** NFTs as a table that the index is asked about, row by row. */
function placesOf(places: readonly (NftId & Partial<HeldNftPlace>)[]): SQL {
  const rows = places.map(({ contract, tokenId, standard, isOwn = false, blockNumber = 0 }, at) => {
    return { at, contract, token_id: String(tokenId), kind: standard, is_own: isOwn, block_number: blockNumber }
  })
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as place(at int, contract text, token_id numeric, kind text, is_own boolean, block_number bigint)`
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
  const rows = await orm
    .select({
      at: sql<number>`place.at`,
      from: sql<string>`e.from_address`,
      amount: sql<string>`e.amount`,
      sender: sql<string>`t.from_address`,
      recipients: sql<number>`t.recipients`,
    })
    .from(
      sql`${placesOf(ids)} cross join lateral (
        select * from chain_events where chain_id = ${chainId} and to_address = ${address} and kind in ('erc721', 'erc1155')
          and contract = place.contract and token_id = place.token_id
        order by is_own desc, block_number desc limit 1
      ) e join transactions t on t.chain_id = e.chain_id and t.hash = e.hash`,
    )
  return rows.flatMap(({ at, from, amount, sender, recipients }) => {
    const id = ids[Number(at)]
    if (id === undefined) return []
    const { contract, tokenId, standard: kind } = id
    const transaction = { from: sender, recipients: Number(recipients) }
    return [{ contract, tokenId, kind, from, amount: BigInt(amount), transaction }]
  })
}
