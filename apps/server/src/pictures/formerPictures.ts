import { and, eq, exists, isNotNull, isNull, like, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import { directoryPictures, nftImages, nfts, pictures, suppliedPictures } from '../db/schema/index.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'
import { hashOf } from './pictureStore.js'
import type { Pictures } from './pictures.js'

/**
 * The release before this one keeps pictures as rows, and may run beside it. Its rows are read as long as they are there, copied one by one,
 * and deleted a day after: by then its servers are gone. With the next release this file goes, and the tables.
 */
export interface FormerPicturesParameters {
  orm: Orm
  kept: Pictures
  clock: Clock
  log: Pick<Log, 'warn'>
}

const everyMs = 600_000
const unshownMs = 3_600_000
const beside = 86_400_000

const { hash, isStored, keptAt } = pictures

export function createFormerPictures({ orm, kept, clock, log }: FormerPicturesParameters): BackgroundWork {
  const round = async (signal: AbortSignal) => {
    await dropUnshown({ orm, clock })
    await copySupplied({ orm, kept, signal })
    await copyNftImages({ orm, kept, signal })
    await link(orm)
    await dropCopied({ orm, clock })
  }
  return createRepeatedWork({ name: 'pictures of the former release', everyMs, clock, log, round })
}

/** The picture that the former release keeps of an NFT; null without one. */
export async function formerNftPicture({ orm, isNft }: { orm: Orm; isNft: SQL | undefined }) {
  const [row] = await orm
    .select({ digest: nftImages.hash, contentType: nftImages.contentType, bytes: nftImages.bytes })
    .from(nfts)
    .innerJoin(nftImages, eq(nftImages.hash, nfts.imageHash))
    .where(isNft)
  return row ?? null
}

/** What the former release keeps under a name of the directory: while it is there, it is the newer one. */
export async function formerSupplied({ orm, kind, id }: { orm: Orm; kind: string; id: string }) {
  const is = and(eq(directoryPictures.kind, kind), eq(directoryPictures.id, id))
  const [row] = await orm.select().from(directoryPictures).where(is)
  return row === undefined ? null : { ...row, bytes: bytesOf(row) }
}

const bytesOf = ({ content }: { content: string }) => new Uint8Array(Buffer.from(content, 'base64'))

/** A picture is stored just before the NFT that shows it. */
async function dropUnshown({ orm, clock }: Pick<FormerPicturesParameters, 'orm' | 'clock'>): Promise<void> {
  const isOld = lt(nftImages.storedAt, new Date(clock.now() - unshownMs))
  await orm.delete(nftImages).where(and(isOld, notExists(shows(orm))))
}

const shows = (orm: Orm) => orm.select({ one: sql`1` }).from(nfts).where(eq(nfts.imageHash, nftImages.hash))

type Copy = Pick<FormerPicturesParameters, 'orm' | 'kept'> & { signal: AbortSignal }

async function copyNftImages({ orm, kept, signal }: Copy): Promise<void> {
  const copied = orm
    .select({ hash })
    .from(pictures)
    .where(and(eq(hash, nftImages.hash), isStored))
  const left = await orm
    .select({ hash: nftImages.hash })
    .from(nftImages)
    .where(and(exists(shows(orm)), notExists(copied)))
  for (const each of left) {
    signal.throwIfAborted()
    const [row] = await orm.select().from(nftImages).where(eq(nftImages.hash, each.hash))
    if (row !== undefined) await kept.keep({ hash: row.hash, mediaType: row.contentType, bytes: row.bytes })
  }
}

async function copySupplied({ orm, kept, signal }: Copy): Promise<void> {
  const { kind, id, digest } = directoryPictures
  const left = await orm
    .select({ kind, id })
    .from(directoryPictures)
    .where(notExists(copyOf({ orm })))
  for (const name of left) {
    signal.throwIfAborted()
    const row = await formerSupplied({ orm, ...name })
    if (row === null) continue
    const copy = hashOf(row.bytes)
    await kept.keep({ hash: copy, mediaType: row.mediaType, bytes: row.bytes })
    // Nothing, if this release has put another one in its place meanwhile.
    const still = orm
      .select({ kind, id, hash: sql<string>`${copy}`.as('hash') })
      .from(directoryPictures)
      .where(and(eq(kind, name.kind), eq(id, name.id), eq(digest, row.digest)))
      .for('update')
    const target = [suppliedPictures.kind, suppliedPictures.id]
    await orm
      .insert(suppliedPictures)
      .select(still)
      .onConflictDoUpdate({ target, set: { hash: copy } })
  }
}

/** The same content under the same name: a digest of the former release is the first half of the hash. */
const copyOf = ({ orm, and: more }: { orm: Orm; and?: SQL | undefined }) =>
  orm
    .select({ hash: suppliedPictures.hash })
    .from(suppliedPictures)
    .innerJoin(pictures, and(eq(hash, suppliedPictures.hash), isStored))
    .where(
      and(
        eq(suppliedPictures.kind, directoryPictures.kind),
        eq(suppliedPictures.id, directoryPictures.id),
        like(suppliedPictures.hash, sql`${directoryPictures.digest} || '%'`),
        more,
      ),
    )

async function link(orm: Orm): Promise<void> {
  const copied = orm
    .select({ hash })
    .from(pictures)
    .where(and(eq(hash, nfts.imageHash), isStored, isNull(pictures.leavingAt)))
  const isUnlinked = and(isNull(nfts.pictureHash), isNotNull(nfts.imageHash), exists(copied))
  await orm
    .update(nfts)
    .set({ pictureHash: sql`${nfts.imageHash}` })
    .where(isUnlinked)
}

async function dropCopied({ orm, clock }: Pick<FormerPicturesParameters, 'orm' | 'clock'>): Promise<void> {
  const isPast = and(isStored, lt(keptAt, new Date(clock.now() - beside)))
  const copied = orm
    .select({ hash })
    .from(pictures)
    .where(and(eq(hash, nftImages.hash), isPast))
  await orm.delete(nftImages).where(exists(copied))
  await orm.delete(directoryPictures).where(exists(copyOf({ orm, and: isPast })))
}
