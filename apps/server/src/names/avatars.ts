import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { Fetched, SafeFetch } from '../safeFetch/safeFetch.js'
import type { Ens } from './ens.js'
import { createMemory } from './memory.js'
import { NameNotFoundError } from './refusals.js'
import type { Registry } from './registry.js'
import type { Zone } from './zone.js'

/** The pictures that the owners of names chose. */
export interface Avatars {
  /**
   * @param request.name - normalised
   * @throws {@link NameNotFoundError} where there is no picture, or none that can be had · ChainUnavailableError
   */
  of(request: { name: string; signal: AbortSignal }): Promise<Fetched>
}

export interface AvatarsParameters {
  /** null where the server gives no names */
  own: { readonly zone: Zone; readonly registry: Pick<Registry, 'find'> } | null
  /** null where no ENS is configured */
  ens: Pick<Ens, 'textOf'> | null
  safeFetch: SafeFetch
  now: () => number
}

/** With so many pictures of at most this size, at most 32 MB are kept. */
const mostPictures = 32
const maxBytes = 1024 * 1024

/** For longer where there is one: a host that is asked once in a while can't count visitors. */
const keptMs = { picture: 60 * 60_000, none: 60_000 } as const

/** A picture's address is a stranger's word, so it is only ever fetched by way of `safeFetch`, and not for each visitor. */
export function createAvatars({ own, ens, safeFetch, now }: AvatarsParameters): Avatars {
  const freshMs = (picture: Fetched | null) => (picture === null ? keptMs.none : keptMs.picture)
  const memory = createMemory<Fetched | null>({ freshMs, most: mostPictures, now })
  const addressOf = async ({ name, signal }: { name: string; signal: AbortSignal }): Promise<string | null> => {
    const label = own?.zone.labelOf(name) ?? null
    if (own !== null && label !== null) return (await own.registry.find(label))?.avatar ?? null
    return ens === null ? null : ens.textOf({ name, key: 'avatar', signal })
  }
  const read = async (name: string): Promise<Fetched | null> => {
    // Others wait for it too, so it doesn't end with the one who asked first; it has its own time limits.
    const { signal } = new AbortController()
    const url = await addressOf({ name, signal })
    return url === null ? null : fetchPicture({ safeFetch, url, signal })
  }
  return {
    async of({ name, signal }) {
      const picture = await memory.recall({ key: name, read: () => read(name), signal })
      if (picture === null) throw new NameNotFoundError()
      return picture
    },
  }
}

/** @returns null for what can't be had: to whoever looks at a page that is a name without a picture */
async function fetchPicture({
  safeFetch,
  url,
  signal,
}: {
  safeFetch: SafeFetch
  url: string
  signal: AbortSignal
}): Promise<Fetched | null> {
  try {
    return await safeFetch({ url, accept: ['image/*'], maxBytes, signal })
  } catch (error) {
    if (error instanceof SafeFetchError) return null
    throw error
  }
}
