import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, gt, inArray, isNotNull, lte, max, or, type SQL, sql } from 'drizzle-orm'
import { pictures, nfts as table } from '../db/schema/index.js'
import type { Pictures } from '../pictures/pictures.js'

/** The most that is kept of NFTs. */
export interface NftRoom {
  /** so many NFTs are remembered, and as many pictures */
  readonly most: number
  /** so many bytes of pictures are kept */
  readonly mostBytes: number
}

export const usualRoom: NftRoom = { most: 20_000, mostBytes: 4 * 1024 * 1024 * 1024 }

/** Anyone can hand out as many NFTs as they like, each with a large picture: those of one account take this part of the room. */
const shares = 16
/** Returns the room left after what leaves for the next, which makes room for some more. */
const left = ({ most, mostBytes }: NftRoom): NftRoom => ({ most: most * (15 / 16), mostBytes: mostBytes * (15 / 16) })

const shareOf = ({ most, mostBytes }: NftRoom): NftRoom => ({ most: most / shares, mostBytes: mostBytes / shares })

interface MakeRoom {
  orm: Orm
  kept: Pictures
  room: NftRoom
}

/**
 * Whether another picture may be fetched. Where none may, the NFTs that were asked for least recently are forgotten with theirs, which may
 * make room only when those have been kept for an hour.
 * @param request.account - whose picture it would be, in its share; in all, if left out
 * @throws PictureStoreError
 */
export async function makeRoom({ orm, kept, room, account }: MakeRoom & { account?: string }): Promise<boolean> {
  const of = account === undefined ? undefined : { account }
  const part = of === undefined ? room : shareOf(room)
  const isThere = async () => {
    const { pictures: count, bytes } = await kept.kept(of)
    return count < part.most && bytes < part.mostBytes
  }
  if (await isThere()) return true
  await leaveBeyond({ orm, room: left(part), isOf: of && eq(pictures.account, of.account) })
  await kept.forget()
  return isThere()
}

/** Forgets the NFTs whose pictures are beyond those that were asked for last and fit. */
async function leaveBeyond({ orm, room, isOf }: { orm: Orm; room: NftRoom; isOf: SQL | undefined }): Promise<void> {
  const { hash, size } = pictures
  const askedAt = max(table.askedAt)
  const order = sql`order by ${askedAt} desc, ${hash}`
  const ranked = orm
    .select({
      hash,
      bytes: sql<string>`sum(${size}) over (${order})`.as('bytes'),
      nth: sql<string>`row_number() over (${order})`.as('nth'),
    })
    .from(table)
    .innerJoin(pictures, eq(hash, table.pictureHash))
    .where(and(isNotNull(table.pictureHash), isOf))
    .groupBy(hash, size)
    .as('ranked')
  const beyond = orm
    .select({ hash: ranked.hash })
    .from(ranked)
    .where(or(gt(ranked.bytes, String(Math.floor(room.mostBytes))), gt(ranked.nth, String(Math.floor(room.most)))))
  await orm.delete(table).where(inArray(table.pictureHash, beyond))
}

/** Forgets the NFTs beyond the number kept, those first that were asked for least recently: of each account, then of all. */
export async function forgetBeyond({ orm, room }: { orm: Orm; room: NftRoom }): Promise<void> {
  const { chainId, contract, tokenId, account, askedAt } = table
  const nth = sql<string>`row_number() over (partition by ${account} order by ${askedAt} desc)`
  const ranked = orm
    .select({ chainId, contract, tokenId, nth: nth.as('nth') })
    .from(table)
    .as('ranked')
  const beyond = orm
    .select({ chainId: ranked.chainId, contract: ranked.contract, tokenId: ranked.tokenId })
    .from(ranked)
    .where(gt(ranked.nth, String(Math.ceil(shareOf(room).most))))
  await orm.delete(table).where(sql`(${chainId}, ${contract}, ${tokenId}) in ${beyond}`)
  const [last] = await orm.select({ askedAt }).from(table).orderBy(desc(askedAt)).offset(room.most).limit(1)
  if (last !== undefined) await orm.delete(table).where(lte(askedAt, last.askedAt))
}
