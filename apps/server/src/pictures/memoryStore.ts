import { nameOf, type PictureStore } from './pictureStore.js'

/** For a server whose database is in memory too: both end with the process. */
export function createMemoryStore(): PictureStore {
  const kept = new Map<string, Uint8Array>()
  return {
    get: async (key) => kept.get(nameOf(key)) ?? null,
    put: async ({ bytes, ...key }) => void kept.set(nameOf(key), new Uint8Array(bytes)),
    delete: async (key) => void kept.delete(nameOf(key)),
  }
}
