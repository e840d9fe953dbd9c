import { fitsPixels } from '../directory/picturePixels.js'
import { pictureTypeOf, pictureTypes, type ReadPicture } from '../directory/pictures.js'
import { hashOf } from '../pictures/pictureStore.js'

/** A picture as it was fetched. */
export interface NftPicture {
  readonly contentType: string
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in hex */
  readonly digest: string
}

export const nftPictureTypes: readonly string[] = [...pictureTypes, 'image/gif', 'image/avif']

/** @returns null for what is no picture by content, has more pixels than are shown, or is an SVG with more than drawing @throws DrawingsBusyError */
export async function readNftPicture(request: ReadPicture): Promise<NftPicture | null> {
  const { bytes } = request
  const moving = movingTypeOf(bytes)
  const contentType = moving ?? (await pictureTypeOf(request))
  if (contentType === null || (moving !== null && !fitsPixels({ type: moving, bytes }))) return null
  return { contentType, bytes, digest: hashOf(bytes) }
}

function movingTypeOf(bytes: Uint8Array): 'image/gif' | 'image/avif' | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  return /^....ftypavi[fs]/s.test(text) ? 'image/avif' : null
}
