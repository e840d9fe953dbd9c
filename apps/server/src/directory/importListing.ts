import { readFile, stat } from 'node:fs/promises'
import type { Drawings } from '../drawings/drawings.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import type { DirectoryStore, Imported } from './directoryStore.js'
import { ListingError, unreadable } from './ListingError.js'
import { mostPictureBytes, type Picture, type PictureName, pictureTypes, readPicture } from './pictures.js'
import { type BadEntry, readListing } from './readListing.js'

/** The means by which pictures are fetched and read. */
interface Fetching {
  readonly safeFetch: SafeFetch
  readonly drawings: Drawings
}

export interface ImportListingParameters {
  store: DirectoryStore
  /** the list, as JSON */
  json: string
  /** whether wallets that the list doesn't have go */
  replace: boolean
  /** whether one bad entry refuses the whole list */
  strict: boolean
  /** what fetches and reads the pictures that the entries name; without it they keep those that they have */
  fetchWith?: Fetching | undefined
  /** called for every entry or picture that is refused */
  onBad: (bad: BadEntry) => void
  signal: AbortSignal
}

/** Counts of what an import did, pictures included. */
export interface ImportedListing extends Imported {
  readonly pictures: number
  readonly skipped: number
}

/**
 * Takes a list in, whole or not at all: the wallets are one transaction. Taking the same list in again changes nothing.
 * @throws {@link ListingError} for what is no list, for a list with bad entries where it was to be strict, and for one
 * without a good entry that was to replace everything
 */
export async function importListing(request: ImportListingParameters): Promise<ImportedListing> {
  const { store, json, replace, strict, fetchWith, onBad, signal } = request
  const { wallets, pictures, bad } = readListing(json)
  for (const entry of bad) onBad(entry)
  if (strict && bad.length > 0) throw new ListingError({ code: 'bad_entries' })
  if (replace && wallets.length === 0) throw new ListingError({ code: 'empty' })
  const imported = await store.import({ wallets, replace })
  const asked = wallets.flatMap(({ id, image_id }) => {
    const url = pictures.get(id)
    return url === undefined ? [] : [{ id, imageId: image_id ?? id, url }]
  })
  const fetched = fetchWith === undefined ? [] : await fetchPictures({ ...fetchWith, asked, onBad, signal })
  if (fetched.length > 0) await store.putPictures(fetched)
  return { ...imported, pictures: fetched.length, skipped: bad.length }
}

interface FetchPictures extends Fetching, Pick<ImportListingParameters, 'onBad' | 'signal'> {
  /** by wallet id, with the id that the picture is asked for by */
  asked: readonly { readonly id: string; readonly imageId: string; readonly url: string }[]
}

/** Enough to be done with a thousand in a minute, and few enough not to be taken for an attack. */
const atOnce = 6

/** Fetches pictures of wallets. One that can't be had is reported and left out. Rejects only when the signal aborts. */
async function fetchPictures({ asked, onBad, ...fetching }: FetchPictures): Promise<(PictureName & Picture)[]> {
  const taken: (PictureName & Picture)[] = []
  const waiting = asked.values()
  const work = async () => {
    for (const { id, imageId, url } of waiting) {
      const picture = await fetchPicture({ url, ...fetching })
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
  drawings,
  signal,
}: Pick<FetchPictures, 'safeFetch' | 'drawings' | 'signal'> & { url: string }): Promise<Picture | string> {
  try {
    const { bytes } = await safeFetch({ url, accept: pictureTypes, maxBytes: mostPictureBytes, signal })
    const picture = await readPicture({ bytes, drawings, owners: ['directory'] })
    return picture ?? 'is no picture that is taken: PNG, WebP, JPEG, or an SVG that only draws'
  } catch (error) {
    if (error instanceof SafeFetchError) return error.message
    throw error
  }
}

const mostBytes = 20 * 1024 * 1024

/**
 * Reads a list from a file, or from an address that a third party gave the operator.
 * @throws {@link ListingError} · SafeFetchError
 */
export async function readSource(request: {
  source: string
  safeFetch: SafeFetch
  signal: AbortSignal
}): Promise<string> {
  const { source, safeFetch, signal } = request
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    const accept = ['application/json', 'text/plain']
    const { bytes } = await safeFetch({ url: source, accept, maxBytes: mostBytes, signal })
    return new TextDecoder().decode(bytes)
  }
  const { size } = await stat(source).catch(unreadable)
  if (size > mostBytes) throw new ListingError({ code: 'too_large' })
  return readFile(source, 'utf8').catch(unreadable)
}
