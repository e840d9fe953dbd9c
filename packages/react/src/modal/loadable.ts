/** What has been fetched of something that comes with its first use. */
export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly value: T }

export interface Loadable<T> {
  get(): Loaded<T>
  subscribe(listener: () => void): () => void
  /** Begins to fetch, or begins again after a failure; while it runs or is done, nothing. Never throws. */
  load(): void
}

const loading = { status: 'loading' } as const
const failed = { status: 'failed' } as const

/**
 * Something that is fetched once, whose fetching can be watched, and which can be fetched again when it failed.
 *
 * @param parameters.fetch - gets it; a second call after a failure really tries again
 * @param parameters.report - is told of each failure
 */
export function createLoadable<T>({
  fetch,
  report,
}: {
  readonly fetch: () => Promise<T>
  readonly report: (error: unknown) => void
}): Loadable<T> {
  const listeners = new Set<() => void>()
  let loaded: Loaded<T> = loading
  let underWay = false
  const settle = (next: Loaded<T>) => {
    loaded = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => loaded,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      if (underWay || loaded.status === 'ready') return
      underWay = true
      if (loaded.status === 'failed') settle(loading)
      fetch().then(
        (value) => {
          underWay = false
          settle({ status: 'ready', value })
        },
        (error: unknown) => {
          underWay = false
          settle(failed)
          report(error)
        },
      )
    },
  }
}
