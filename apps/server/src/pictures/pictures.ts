import type { Orm } from '@foyer/service/db/database'
import { and, count, eq, inArray, isNull, lt, notExists, or, sql, sum } from 'drizzle-orm'
import * as v from 'valibot'
import { nfts, suppliedPictures, pictures as table } from '../db/schema/index.js'
import { PictureStoreError } from './PictureStoreError.js'
import type { PictureKey, PictureStore } from './pictureStore.js'

/** The rooms' store of pictures: the rows, and the store of their content, in the order in which a crash loses nothing. */
export interface Pictures {
  /**
   * Keeps a picture: for an hour, and then as long as something shows it.
   * @param picture.account - in whose share it counts unless it is there already; the operator's own if left out
   * @throws {@link PictureStoreError}; nothing of it is kept then
   */
  keep(picture: PictureKey & { readonly bytes: Uint8Array; readonly account?: string | undefined }): Promise<void>
  /** @returns null where the content is gone; from then on it counts as not stored @throws {@link PictureStoreError} */
  read(key: PictureKey): Promise<Uint8Array | null>
  /** Counts the pictures, and their bytes together: of an account's share, or in all. */
  kept(of?: { readonly account: string }): Promise<{ readonly pictures: number; readonly bytes: number }>
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
    async keep({ hash, mediaType, bytes, account }) {
      const keptAt = new Date(now())
      // The row is first: should the server end before the content is there, `forget` knows what to delete.
      const taken = await orm
        .insert(table)
        .values({ hash, mediaType, size: bytes.length, account, keptAt })
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
    async kept(of) {
      const isOf = of === undefined ? undefined : eq(table.account, of.account)
      const [all] = await orm
        .select({ pictures: count(), bytes: sum(table.size) })
        .from(table)
        .where(isOf)
      const { pictures, bytes } = v.parse(Kept, all)
      return { pictures, bytes: bytes ?? 0 }
    },
    async forget() {
      const failed: unknown[] = []
      for (let taken = batch; taken === batch; ) {
        const ended = await forgetSome({ orm, store, now })
        taken = ended.taken
        failed.push(...ended.failed)
        // A store that deletes none is away; one that deletes some has pictures that it can't delete.
        if (ended.failed.length === taken) break
      }
      if (failed.length > 0) throw failed[0]
    },
  }
}

/** @returns how many there were, and why some could not be deleted: they are tried again once their lease is over */
async function forgetSome(request: { orm: Orm; store: PictureStore; now: () => number }) {
  const { orm, store, now } = request
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
  const gone: string[] = []
  const failed: unknown[] = []
  // The content is first here, so that none is left that no row names.
  for (let from = 0; from < leaving.length; from += atOnce) {
    const some = leaving.slice(from, from + atOnce)
    const ended = await Promise.allSettled(some.map((key) => store.delete(key)))
    for (const [index, end] of ended.entries()) {
      if (end.status === 'rejected') failed.push(end.reason)
      else gone.push(some[index]?.hash ?? '')
    }
  }
  if (gone.length > 0) await orm.delete(table).where(and(inArray(table.hash, gone), eq(table.leavingAt, at)))
  return { taken: leaving.length, failed }
}

/** Whether no other server is deleting it. */
const mayTake = (now: number) => sql`(${or(isNull(table.leavingAt), lt(table.leavingAt, new Date(now - leaseMs)))})`

/** Returns the queries of all that shows a picture: everything that refers to one. */
const shownBy = (orm: Orm) => [
  orm.select({ one: sql`1` }).from(nfts).where(eq(nfts.pictureHash, table.hash)),
  orm.select({ one: sql`1` }).from(suppliedPictures).where(eq(suppliedPictures.hash, table.hash)),
]
