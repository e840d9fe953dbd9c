import type { Picture } from './pictures.js'

/** Pictures that were asked for lately. */
export interface PictureCache {
  get(key: string): Picture | undefined
  set(key: string, picture: Picture): void
  clear(): void
}

/** Holds as many bytes as it may; beyond, those not asked for the longest go. */
export function createPictureCache({ mostBytes }: { mostBytes: number }): PictureCache {
  const pictures = new Map<string, Picture>()
  let bytes = 0
  const remove = (key: string) => {
    bytes -= pictures.get(key)?.bytes.length ?? 0
    pictures.delete(key)
  }
  return {
    get(key) {
      const picture = pictures.get(key)
      if (picture === undefined) return undefined
      pictures.delete(key) // so that the oldest stay first
      pictures.set(key, picture)
      return picture
    },
    set(key, picture) {
      remove(key)
      pictures.set(key, picture)
      bytes += picture.bytes.length
      for (const oldest of pictures.keys()) {
        if (bytes <= mostBytes) break
        remove(oldest)
      }
    },
    clear() {
      pictures.clear()
      bytes = 0
    },
  }
}
