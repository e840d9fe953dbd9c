import { createSharedReads } from '../cache/sharedReads.js'
import type { Clock } from '../clock.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { Fetched, SafeFetch } from '../safeFetch/safeFetch.js'
import type { Ens } from './ens.js'
import { normalizeName } from './labelRule.js'
import { NameNotFoundError, NameUnreadableError } from './refusals.js'
import type { Registry } from './registry.js'
import type { Zone } from './zone.js'

/** The pictures that the owners of names chose. */
export interface Avatars {
  /**
   * @param request.name - in any of the ways to write it
   * @throws {@link NameNotFoundError} where there is no picture, or none that can be had · {@link NameUnreadableError} ·
   * ChainUnavailableError
   */
  of(request: { name: string; signal: AbortSignal }): Promise<Fetched>
}

export interface AvatarsParameters {
  /** null where the server gives no names */
  own: { readonly zone: Zone; readonly registry: Pick<Registry, 'find'> } | null
  /** null where no ENS is configured */
  ens: Pick<Ens, 'textOf'> | null
  safeFetch: SafeFetch
  clock: Clock
}

/** With so many pictures of at most this size, at most 32 MB are kept. */
const mostPictures = 32
const maxBytes = 1024 * 1024

/** A host that is asked once in a while can't count visitors. */
const lifetimeMs = 5 * 60_000
const staleMs = 24 * 60 * 60_000
const timeoutMs = 20_000

/** A picture's address is a stranger's word, so it is only ever fetched by way of `safeFetch`, and not for each visitor. */
export function createAvatars({ own, ens, safeFetch, clock }: AvatarsParameters): Avatars {
  const addressOf = async ({ name, signal }: { name: string; signal: AbortSignal }): Promise<string | null> => {
    const label = own?.zone.labelOf(name) ?? null
    if (own !== null && label !== null) return (await own.registry.find(label))?.avatar ?? null
    return ens === null ? null : ens.textOf({ name, key: 'avatar', signal })
  }
  const read = async ({ name, signal }: { name: string; signal: AbortSignal }) => {
    try {
      const url = await addressOf({ name, signal })
      const picture = url === null ? null : await fetchPicture({ safeFetch, url, signal })
      return picture === null ? [] : [[name, picture] as const]
    } catch (cause) {
      throw signal.aborted ? new NameUnreadableError({ cause }) : cause
    }
  }
  const pictures = createSharedReads<string, Fetched>({
    keyOf: (name) => name,
    load: async ({ items, signal }) => new Map((await Promise.all(items.map((name) => read({ name, signal })))).flat()),
    ...{ lifetimeMs, staleMs, timeoutMs, most: mostPictures, clock },
  })
  return {
    async of({ name: text, signal }) {
      const name = normalizeName(text)
      const picture = name === null ? undefined : (await pictures.of({ items: [name], signal })).get(name)
      if (picture === undefined) throw new NameNotFoundError()
      return picture
    },
  }
}

interface FetchPicture {
  safeFetch: SafeFetch
  url: string
  signal: AbortSignal
}

/** @returns null for what can't be had: to whoever looks at a page that is a name without a picture */
async function fetchPicture({ safeFetch, url, signal }: FetchPicture): Promise<Fetched | null> {
  try {
    return await safeFetch({ url, accept: ['image/*'], maxBytes, signal })
  } catch (error) {
    if (error instanceof SafeFetchError) return null
    throw error
  }
}
