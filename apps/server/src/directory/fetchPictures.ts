import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { mostPictureBytes, type Picture, type PictureName, pictureTypes, readPicture } from './pictures.js'
import type { BadEntry } from './readListing.js'

export interface FetchPicturesParameters {
  /** by wallet id, with the id that the picture is asked for by */
  asked: readonly { readonly id: string; readonly imageId: string; readonly url: string }[]
  safeFetch: SafeFetch
  /** called for every picture that is refused */
  onBad: (bad: BadEntry) => void
  signal: AbortSignal
}

/** Enough to be done with a thousand in a minute, and few enough not to be taken for an attack. */
const atOnce = 6

/** Fetches pictures of wallets. One that can't be had is reported and left out. Rejects only when the signal aborts. */
export async function fetchPictures({
  asked,
  safeFetch,
  onBad,
  signal,
}: FetchPicturesParameters): Promise<(PictureName & Picture)[]> {
  const taken: (PictureName & Picture)[] = []
  const waiting = asked.values()
  const work = async () => {
    for (const { id, imageId, url } of waiting) {
      const picture = await fetchPicture({ url, safeFetch, signal })
      if (typeof picture === 'string') onBad({ id, field: 'image_url', problem: picture })
      else taken.push({ kind: 'wallet', id: imageId, ...picture })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return taken
}

/** @returns the reason where it can't be fetched */
async function fetchPicture({
  url,
  safeFetch,
  signal,
}: Pick<FetchPicturesParameters, 'safeFetch' | 'signal'> & { url: string }): Promise<Picture | string> {
  try {
    const { bytes } = await safeFetch({ url, accept: pictureTypes, maxBytes: mostPictureBytes, signal })
    return readPicture(bytes) ?? 'is no picture that is taken: PNG, WebP, JPEG, or an SVG that only draws'
  } catch (error) {
    if (error instanceof SafeFetchError) return error.message
    throw error
  }
}
