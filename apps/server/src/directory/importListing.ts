import type { SafeFetch } from '../safeFetch/safeFetch.js'
import type { DirectoryStore, Imported } from './directoryStore.js'
import { fetchPictures } from './fetchPictures.js'
import { ListingError } from './ListingError.js'
import { type BadEntry, readListing } from './readListing.js'

export interface ImportListingParameters {
  store: DirectoryStore
  /** the list, as JSON */
  json: string
  /** whether wallets that the list doesn't have go */
  replace: boolean
  /** whether one bad entry refuses the whole list */
  strict: boolean
  /** fetches the pictures that the entries name; without it they keep those that they have */
  fetchWith?: SafeFetch | undefined
  /** called for every entry or picture that is refused */
  onBad: (bad: BadEntry) => void
  signal: AbortSignal
}

/** What an import did, pictures included. */
export interface ImportedListing extends Imported {
  readonly pictures: number
  readonly skipped: number
}

/**
 * Takes a list in, whole or not at all: the wallets are one transaction. Taking the same list in again changes nothing.
 * @throws {@link ListingError} for what is no list, for a list with bad entries where it was to be strict, and for one
 * without a good entry that was to replace everything
 */
export async function importListing({
  store,
  json,
  replace,
  strict,
  fetchWith,
  onBad,
  signal,
}: ImportListingParameters): Promise<ImportedListing> {
  const { wallets, pictures, bad } = readListing(json)
  for (const entry of bad) onBad(entry)
  if (strict && bad.length > 0) throw new ListingError({ code: 'bad_entries' })
  if (replace && wallets.length === 0) throw new ListingError({ code: 'empty' })
  const imported = await store.import({ wallets, replace })
  const asked = wallets.flatMap(({ id, image_id }) => {
    const url = pictures.get(id)
    return url === undefined ? [] : [{ id, imageId: image_id ?? id, url }]
  })
  const fetched = fetchWith === undefined ? [] : await fetchPictures({ asked, safeFetch: fetchWith, onBad, signal })
  if (fetched.length > 0) await store.putPictures(fetched)
  return { ...imported, pictures: fetched.length, skipped: bad.length }
}
