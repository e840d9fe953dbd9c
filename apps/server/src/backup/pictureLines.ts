import { parseLine } from '@foyer/service/backup/backupFile'
import type { BroughtBeside, RestoreBeside, SaveBeside } from '@foyer/service/backup/beside'
import { damaged, readLines } from '@foyer/service/backup/verifyBackup'
import type { Orm } from '@foyer/service/db/database'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { PictureKey, PictureStore } from '../pictures/pictureStore.js'

/** The content of a picture. What a row names and no line has was gone already. */
const PictureLine = v.strictObject({
  picture: v.object({ hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), mediaType: v.string() }),
  /** in base64 */
  content: v.string(),
})
type PictureLine = v.InferOutput<typeof PictureLine>

const isLine = (line: string): boolean => line.startsWith('{"picture":')

const PictureKeys = v.object({ rows: v.array(v.object({ hash: v.string(), mediaType: v.string() })) })

/** The contents of the rows of this moment, some at once; those between are few enough that the database needn't wait long. */
export const savePictures = (pictureStore: PictureStore): SaveBeside =>
  async function* (transaction) {
    await transaction.execute(
      sql`declare backup_pictures no scroll cursor for
          select hash, media_type as "mediaType" from pictures where is_stored order by hash`,
    )
    for (;;) {
      const { rows } = v.parse(PictureKeys, await transaction.execute(sql`fetch 8 from backup_pictures`))
      if (rows.length === 0) return
      const found = rows.map(async (picture) => {
        const bytes = await pictureStore.get(picture)
        const line = (content: Uint8Array): PictureLine => ({
          picture,
          content: Buffer.from(content).toString('base64'),
        })
        return bytes === null ? [] : [JSON.stringify(line(bytes))]
      })
      yield (await Promise.all(found)).flat()
    }
  }

interface RestorePictures {
  readonly pictureStore: PictureStore
  readonly file: string
}

/** Puts the pictures of a backup into the store. What is there already stays. @throws BackupError · PictureStoreError */
export const restorePictures = ({ pictureStore, file }: RestorePictures): RestoreBeside => ({
  isLine,
  async bring() {
    const brought: PictureKey[] = []
    let lines = 0
    const undo = async () => {
      for (const key of brought) await pictureStore.delete(key)
    }
    try {
      for await (const line of readLines(file)) {
        if (!isLine(line)) continue
        const { picture, content } = parseLine(PictureLine, line) ?? { content: '' }
        if (picture === undefined) throw damaged(file)
        if ((await pictureStore.get(picture)) === null) {
          brought.push(picture)
          await pictureStore.put({ ...picture, bytes: new Uint8Array(Buffer.from(content, 'base64')) })
        }
        lines += 1
      }
    } catch (error) {
      await undo()
      throw error
    }
    return { lines, undo, ...forgetUnnamed(pictureStore) }
  },
})

/** Takes out of the store what rows named before they were replaced, and none names after. */
function forgetUnnamed(pictureStore: PictureStore): Omit<BroughtBeside, 'lines' | 'undo'> {
  let before: readonly PictureKey[] = []
  let named = new Set<string>()
  return {
    async before(transaction) {
      before = await picturesOf(transaction)
    },
    async after(transaction) {
      named = new Set((await picturesOf(transaction)).map(({ hash }) => hash))
    },
    async keep() {
      const unnamed = before.filter(({ hash }) => !named.has(hash))
      for (const key of unnamed) await pictureStore.delete(key)
      return unnamed.length
    },
  }
}

const picturesOf = async (transaction: Pick<Orm, 'execute'>) =>
  v.parse(PictureKeys, await transaction.execute(sql`select hash, media_type as "mediaType" from pictures`)).rows
