import { randomUUID } from 'node:crypto'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import { and, asc, eq, exists, or } from 'drizzle-orm'
import { nfts, pictures, suppliedPictures } from '../db/schema/index.js'
import { createBucketStore } from './bucketStore.js'
import { createFolderStore, sweepDrafts } from './folderStore.js'
import { createMemoryStore } from './memoryStore.js'
import { PictureStoreError } from './PictureStoreError.js'
import { hashOf, type PictureStore, type PicturesConfig } from './pictureStore.js'

export interface CreatePictureStoreParameters {
  config: PicturesConfig
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
}

export function createPictureStore({ config, clock, random }: CreatePictureStoreParameters): PictureStore {
  if (config.kind === 'memory') return createMemoryStore()
  return config.kind === 'folder' ? createFolderStore(config) : createBucketStore({ config, clock, random })
}

/**
 * The store, tried: what can't be written to is known at start, and so is a store that isn't the one in which the other servers of this
 * database keep their pictures. One that doesn't answer holds nothing up.
 * @throws {@link PictureStoreError} where it is refused or full
 */
export async function openPictureStore({
  config,
  clock,
  random,
  orm,
  log,
}: CreatePictureStoreParameters & { orm: Orm; log: Pick<Log, 'warn'> }): Promise<PictureStore> {
  const store = createPictureStore({ config, clock, random })
  try {
    if (config.kind === 'folder') await sweepDrafts({ path: config.path, now: clock.now() })
    await tryOut(store)
    if (!(await holdsWhatIsKept({ store, orm }))) log.warn({ pictures: config.kind }, elsewhere)
  } catch (error) {
    if (!(error instanceof PictureStoreError) || error.fault !== 'away') throw error
    log.warn({ error }, 'the place of the pictures is away: they are missing until it is back')
  }
  return store
}

const elsewhere =
  "the pictures of this database aren't in this server's place for them: servers on one database need the same PICTURES_DIR on a shared disk, or the same PICTURES_URL. NFTs' pictures are fetched again; the operator's are drawn until they are supplied again"

/** Under a name of its own, so that servers that start at once don't delete each other's. */
async function tryOut(store: PictureStore): Promise<void> {
  const bytes = new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" id="${randomUUID()}"/>`)
  const key = { hash: hashOf(bytes), mediaType: 'image/svg+xml' }
  await store.put({ ...key, bytes })
  const back = await store.get(key)
  await store.delete(key)
  if (back === null) throw new PictureStoreError({ fault: 'refused' })
}

/** By one picture that is there for long. */
async function holdsWhatIsKept({ store, orm }: { store: PictureStore; orm: Orm }): Promise<boolean> {
  const { hash, mediaType, keptAt } = pictures
  const supplied = orm
    .select({ hash: suppliedPictures.hash })
    .from(suppliedPictures)
    .where(eq(suppliedPictures.hash, hash))
  const shown = orm.select({ hash: nfts.pictureHash }).from(nfts).where(eq(nfts.pictureHash, hash))
  const isShown = and(eq(pictures.isStored, true), or(exists(supplied), exists(shown)))
  const [oldest] = await orm.select({ hash, mediaType }).from(pictures).where(isShown).orderBy(asc(keptAt)).limit(1)
  return oldest === undefined || (await store.get(oldest)) !== null
}
