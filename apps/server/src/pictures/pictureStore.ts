import { createHash } from 'node:crypto'
import type { CredentialsConfig } from './bucketCredentials.js'

/** A picture's name in every store: what it is, not whose. */
export interface PictureKey {
  /** SHA-256 of the content, in hex */
  readonly hash: string
  readonly mediaType: string
}

/**
 * The store of pictures' content: a folder, a bucket, or the memory. What a picture is of, and who shows it, are rows.
 * Every call throws PictureStoreError where the store can't do it; a `put` that failed has left nothing.
 */
export interface PictureStore {
  /** @returns null for what isn't there, or isn't what its name says */
  get(key: PictureKey): Promise<Uint8Array | null>
  /** Resolves when it lasts. To put the same again changes nothing. */
  put(picture: PictureKey & { readonly bytes: Uint8Array }): Promise<void>
  /** Does nothing where it isn't there. */
  delete(key: PictureKey): Promise<void>
}

/** The place where pictures are kept. */
export type PicturesConfig =
  | { readonly kind: 'memory' }
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'bucket'
      readonly bucket: string
      /** before each object's name, without slashes at its ends; empty for none */
      readonly prefix: string
      /** of a service that isn't Amazon's, without a slash at its end */
      readonly endpoint?: string | undefined
      readonly region: string
      readonly credentials: CredentialsConfig
    }

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

/** @returns `ab/abcd….png`: a few hundred folders, and names that a person can open */
export function nameOf({ hash, mediaType }: PictureKey): string {
  const ending = endings[mediaType]
  // Both are ours, and become a path: what isn't as expected is a fault of the server.
  if (ending === undefined || !/^[0-9a-f]{64}$/.test(hash)) throw new TypeError('No picture has such a name.')
  return `${hash.slice(0, 2)}/${hash}.${ending}`
}

export const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** @returns null for another content than its name says, such as a file that someone has changed */
export const intact = ({ hash, bytes }: { hash: string; bytes: Uint8Array }): Uint8Array | null =>
  hashOf(bytes) === hash ? bytes : null
