import { createHash } from 'node:crypto'
import type { Drawings } from '../drawings/drawings.js'
import { hashOf } from '../pictures/pictureStore.js'
import { fitsPixels } from './picturePixels.js'

/** The kinds of those whose picture it is: each kind has ids of its own. */
export const pictureKinds = ['wallet', 'asset', 'currency', 'token'] as const

export type PictureKind = (typeof pictureKinds)[number]

/** Which picture. */
export interface PictureName {
  readonly kind: PictureKind
  readonly id: string
}

/** A picture as it is sent. */
export interface Picture {
  readonly mediaType: PictureType
  readonly bytes: Uint8Array
  /** changes with the bytes; of a supplied one their SHA-256, in hex */
  readonly digest: string
}

/** Larger pictures are no icons. */
export const mostPictureBytes = 256 * 1024

export const pictureTypes = ['image/png', 'image/webp', 'image/jpeg', 'image/svg+xml'] as const

export type PictureType = (typeof pictureTypes)[number]

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** The reader of SVGs, and in whose turn it reads, by which name: {@link Drawings}. */
export interface ReadPicture {
  readonly bytes: Uint8Array
  readonly drawings: Pick<Drawings, 'isStill'>
  readonly owners: readonly string[]
  readonly name?: string | undefined
}

/**
 * Determines a media type by content: a host's header or a file's name isn't trusted.
 * @returns null for what is none of {@link pictureTypes}, has more pixels than are shown, or is an SVG that does more than draw
 * @throws DrawingsBusyError
 */
export async function pictureTypeOf({ bytes, drawings, owners, name }: ReadPicture): Promise<PictureType | null> {
  const type = pixelTypeOf(bytes)
  if (type !== null) return fitsPixels({ type, bytes }) ? type : null
  return (await drawings.isStill({ bytes, owners, name })) ? 'image/svg+xml' : null
}

function pixelTypeOf(bytes: Uint8Array) {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return ascii(bytes, 0, 3) === '\xff\xd8\xff' ? 'image/jpeg' : null
}

/** @returns null for what is no picture, or too large a one @throws DrawingsBusyError */
export async function readPicture(request: ReadPicture): Promise<Picture | null> {
  const { bytes } = request
  const mediaType = bytes.length > mostPictureBytes ? null : await pictureTypeOf(request)
  return mediaType === null ? null : { mediaType, bytes, digest: hashOf(bytes) }
}

export function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}
