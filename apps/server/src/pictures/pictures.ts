import { and, count, eq, inArray, isNull, lt, notExists, or, sql, sum } from 'drizzle-orm'
import * as v from 'valibot'
import type { Orm } from '../db/database.js'
import { nfts, suppliedPictures, pictures as table } from '../db/schema/index.js'
import { PictureStoreError } from './PictureStoreError.js'
import type { PictureKey, PictureStore } from './pictureStore.js'

/** What the rooms keep their pictures with: the rows, and the store of their content, in the order in which a crash loses nothing. */
export interface Pictures {
  /**
   * Keeps a picture: for an hour, and then as long as something shows it.
   * @throws {@link PictureStoreError}; nothing of it is kept then
   */
  keep(picture: PictureKey & { readonly bytes: Uint8Array }): Promise<void>
  /** @returns null where the content is gone; from then on it counts as not stored @throws {@link PictureStoreError} */
  read(key: PictureKey): Promise<Uint8Array | null>
  /** How many there are, and their bytes together. */
  kept(): Promise<{ readonly pictures: number; readonly bytes: number }>
  /** Deletes what nothing has shown for an hour. @throws {@link PictureStoreError}; the next call goes on */
  forget(): Promise<void>
}

/** So long after it was kept a picture needs nothing that shows it. */
const graceMs = 3_600_000
/** After so long, another server takes what one has begun to delete and not finished; no store takes longer. */
const leaseMs = 600_000
const batch = 50
const atOnce = 8

const Kept = v.object({ pictures: v.number(), bytes: v.nullable(v.pipe(v.string(), v.transform(Number))) })

export function createPictures({ orm, store, now }: { orm: Orm; store: PictureStore; now: () => number }): Pictures {
  return {
    async keep({ hash, mediaType, bytes }) {
      const keptAt = new Date(now())
      // The row is first: should the server end before the content is there, `forget` knows what to delete.
      const taken = await orm
        .insert(table)
        .values({ hash, mediaType, size: bytes.length, keptAt })
        .onConflictDoUpdate({
          target: table.hash,
          set: { keptAt, leavingAt: null },
          setWhere: mayTake(now()),
        })
        .returning({ mediaType: table.mediaType })
      const [row] = taken
      if (row === undefined) throw new PictureStoreError({ fault: 'leaving' })
      await store.put({ hash, mediaType: row.mediaType, bytes })
      await orm.update(table).set({ isStored: true }).where(eq(table.hash, hash))
    },
    async read(key) {
      const bytes = await store.get(key)
      if (bytes === null) await orm.update(table).set({ isStored: false }).where(eq(table.hash, key.hash))
      return bytes
    },
    async kept() {
      const [all] = await orm.select({ pictures: count(), bytes: sum(table.size) }).from(table)
      const { pictures, bytes } = v.parse(Kept, all)
      return { pictures, bytes: bytes ?? 0 }
    },
    async forget() {
      for (let taken = batch; taken === batch; ) taken = await forgetSome({ orm, store, now })
    },
  }
}

/** @returns how many there were */
async function forgetSome({ orm, store, now }: { orm: Orm; store: PictureStore; now: () => number }): Promise<number> {
  const at = new Date(now())
  const unshown = orm
    .select({ hash: table.hash })
    .from(table)
    .where(and(lt(table.keptAt, new Date(now() - graceMs)), mayTake(now()), ...shownBy(orm).map(notExists)))
    .limit(batch)
    .for('update', { skipLocked: true })
  const leaving = await orm
    .update(table)
    .set({ leavingAt: at, isStored: false })
    .where(inArray(table.hash, unshown))
    .returning({ hash: table.hash, mediaType: table.mediaType })
  // The content is first here, so that none is left that no row names.
  for (let from = 0; from < leaving.length; from += atOnce) {
    await Promise.all(leaving.slice(from, from + atOnce).map((key) => store.delete(key)))
  }
  const hashes = leaving.map(({ hash }) => hash)
  if (hashes.length > 0) await orm.delete(table).where(and(inArray(table.hash, hashes), eq(table.leavingAt, at)))
  return leaving.length
}

/** Whether no other server is deleting it. */
const mayTake = (now: number) => sql`(${or(isNull(table.leavingAt), lt(table.leavingAt, new Date(now - leaseMs)))})`

/** What shows a picture: everything that refers to one. */
const shownBy = (orm: Orm) => [
  orm.select({ one: sql`1` }).from(nfts).where(eq(nfts.pictureHash, table.hash)),
  orm.select({ one: sql`1` }).from(suppliedPictures).where(eq(suppliedPictures.hash, table.hash)),
]
