import type { Orm } from '@foyer/service/db/database'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Chain } from '../chains/chains.js'
import { pictures, nfts as table } from '../db/schema/index.js'
import { inParts } from '../kernel/inParts.js'
import type { Pictures } from '../pictures/pictures.js'
import { isLure } from '../tokens/isSpamToken.js'
import { type NftId, type NftInfo, nftKey } from './nft.js'
import type { NftPicture } from './nftPicture.js'

export interface Nfts {
  /**
   * Reads the known facts of NFTs. What isn't known yet is fetched in the background, and is in the next answer.
   * @param request.account - whose they are, in lower case: what is fetched is of its share
   * @returns by `nftKey`, something for each: at least whether it looks like spam
   */
  of(request: {
    chain: Pick<Chain, 'id'>
    account: string
    ids: readonly NftId[]
  }): Promise<ReadonlyMap<string, NftInfo>>
  /** @returns the picture as it was fetched; null where there is none, or none any more: then it is fetched again */
  picture(request: { chainId: string; contract: string; tokenId: bigint }): Promise<NftPicture | null>
}

export interface NftsParameters {
  orm: Orm
  /** where their pictures are kept */
  kept: Pictures
  /** this server's public address; without it no picture is given */
  publicUrl?: string | undefined
  now: () => number
}

type Row = typeof table.$inferSelect & { readonly contentType: string | null }

const dayMs = 86_400_000
/** When a picture that has gone is fetched again, however often it is asked for. */
const againMs = 60_000

export function createNfts({ orm, kept, publicUrl, now }: NftsParameters): Nfts {
  return {
    async of({ chain, account, ids }) {
      const wanted = new Map(ids.map((id) => [nftKey(id), id]))
      if (wanted.size === 0) return new Map()
      const rows = await load({ orm, chain, ids: [...wanted.values()] })
      const known = new Map(rows.map((row) => [nftKey({ ...row, tokenId: BigInt(row.tokenId) }), row]))
      const at = new Date(now())
      const unknown = [...wanted].filter(([key]) => !known.has(key)).map(([, id]) => id)
      await ask({ orm, chain, account, ids: unknown, at })
      await noteAsked({ orm, rows, at })
      return new Map([...wanted.keys()].map((key) => [key, toInfo({ row: known.get(key), publicUrl })]))
    },
    async picture(asked) {
      const isIt = isNft(asked)
      const { hash, mediaType } = pictures
      const [key] = await orm
        .select({ hash, mediaType })
        .from(table)
        .innerJoin(pictures, eq(hash, table.pictureHash))
        .where(isIt)
      if (key === undefined) return null
      const bytes = await kept.read(key)
      if (bytes !== null) return { digest: key.hash, contentType: key.mediaType, bytes }
      const again = { pictureHash: null, dueAt: new Date(now() + againMs) }
      await orm
        .update(table)
        .set(again)
        .where(and(isIt, eq(table.pictureHash, key.hash)))
      return null
    },
  }
}

function isNft({ chainId, contract, tokenId }: { chainId: string; contract: string; tokenId: bigint }) {
  return and(eq(table.chainId, chainId), eq(table.contract, contract.toLowerCase()), eq(table.tokenId, String(tokenId)))
}

interface Load {
  orm: Orm
  chain: Pick<Chain, 'id'>
  ids: readonly NftId[]
}

/** All of the same contracts with these token ids: some more than are wanted, which do no harm. */
async function load({ orm, chain, ids }: Load): Promise<readonly Row[]> {
  const rows = await orm
    .select({ nft: table, contentType: pictures.mediaType })
    .from(table)
    .leftJoin(pictures, eq(pictures.hash, table.pictureHash))
    .where(
      and(
        eq(table.chainId, chain.id),
        inArray(table.contract, [...new Set(ids.map(({ contract }) => contract.toLowerCase()))]),
        inArray(table.tokenId, [...new Set(ids.map(({ tokenId }) => String(tokenId)))]),
      ),
    )
  return rows.map(({ nft, contentType }) => ({ ...nft, contentType }))
}

async function ask({ orm, chain, account, ids, at }: Load & { account: string; at: Date }): Promise<void> {
  if (ids.length === 0) return
  // In the order of their keys, so that two transactions can't deadlock.
  const inOrder = [...ids].sort((one, other) => (nftKey(one) < nftKey(other) ? -1 : 1))
  const rows = inOrder.map(({ contract, tokenId, standard }) => {
    const id = { chainId: chain.id, contract: contract.toLowerCase(), tokenId: String(tokenId) }
    return { ...id, standard, account, dueAt: at, askedAt: at }
  })
  for (const part of inParts(rows, mostRows))
    await orm
      .insert(table)
      .values([...part])
      .onConflictDoNothing()
}

/** A statement takes a limited number of values. */
const mostRows = 500

/** Once a day is enough to distinguish what is still requested from what isn't. */
async function noteAsked({ orm, rows, at }: { orm: Orm; rows: readonly Row[]; at: Date }): Promise<void> {
  const since = new Date(at.getTime() - dayMs)
  const stale = rows.filter(({ askedAt }) => askedAt < since)
  if (stale.length === 0) return
  const keys = stale.map(({ chainId, contract, tokenId }) => sql`(${chainId}, ${contract}, ${tokenId})`)
  const { chainId, contract, tokenId, askedAt } = table
  // A concurrent transaction that notes the same isn't waited for.
  const free = orm
    .select({ chainId, contract, tokenId })
    .from(table)
    .where(and(sql`(${chainId}, ${contract}, ${tokenId}) in (${sql.join(keys, sql`, `)})`, lt(askedAt, since)))
    .for('update', { skipLocked: true })
  await orm.update(table).set({ askedAt: at }).where(sql`(${chainId}, ${contract}, ${tokenId}) in ${free}`)
}

/** The path of NFTs' pictures at this server. */
export const nftImagePath = '/v1/nfts/:chainId/:contract/:tokenId/image'

function toInfo({ row, publicUrl }: { row: Row | undefined; publicUrl: string | undefined }): NftInfo {
  if (row === undefined) return { flags: { is_spam: false } }
  const { chainId, contract, tokenId, name, contentType } = row
  const path = Object.entries({ chainId, contract, tokenId }).reduce<string>(
    (text, [parameter, value]) => text.replace(`:${parameter}`, encodeURIComponent(value)),
    nftImagePath,
  )
  return {
    ...(name !== null && name !== '' && { name }),
    ...(contentType !== null &&
      publicUrl !== undefined && { content: { preview: { url: `${publicUrl}${path}`, content_type: contentType } } }),
    flags: { is_spam: name !== null && isLure(name) },
  }
}
