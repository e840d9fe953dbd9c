import { isPictureLine, PictureLine, parseLine } from './backupFile.js'
import type { BesideKey, BesideStore } from './besideStore.js'
import { readLines } from './readLines.js'
import { damaged, newer } from './verifyBackup.js'

/** Pictures that a backup has brought into a store. */
export interface RestoredPictures {
  readonly count: number
  /** Takes out again those that weren't there before. */
  undo(): Promise<void>
}

/**
 * Puts the pictures of a backup into a store, before the rows that name them. What is there already stays.
 * @throws BackupError · PictureStoreError, when nothing was brought
 */
export async function restorePictures({
  pictureStore,
  file,
}: {
  pictureStore: BesideStore | undefined
  file: string
}): Promise<RestoredPictures> {
  const brought: BesideKey[] = []
  const undo = async () => {
    for (const key of brought) await pictureStore?.delete(key)
  }
  let count = 0
  try {
    for await (const line of readLines(file)) {
      if (!isPictureLine(line)) continue
      const { picture, content } = parseLine(PictureLine, line) ?? { content: '' }
      if (picture === undefined) throw damaged(file)
      if (pictureStore === undefined) throw newer(file)
      if ((await pictureStore.get(picture)) === null) {
        brought.push(picture)
        await pictureStore.put({ ...picture, bytes: new Uint8Array(Buffer.from(content, 'base64')) })
      }
      count += 1
    }
  } catch (error) {
    await undo()
    throw error
  }
  return { count, undo }
}
