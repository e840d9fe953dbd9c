import { ChunkLoadError } from '../errors/FoyerError.js'
import { createStore, type Store } from '../store/store.js'

/** The state of a piece of the page that is fetched when needed. */
export type PieceState<T> =
  | { readonly status: 'absent' }
  | { readonly status: 'loading' }
  | {
      readonly status: 'failed'
      /** It was needed and failed twice, and there is a network: a browser may keep a module that didn't come until the page is loaded anew, and a server has what was deployed since. */
      readonly isLost: boolean
    }
  | { readonly status: 'ready'; readonly content: T }

/** A piece of the page that is fetched when needed, once; one that didn't come is fetched anew by the next. Its first state is what a server renders. */
export interface Piece<T> extends Omit<Store<PieceState<T>>, 'setState'> {
  /** Fetches it ahead. */
  readonly load: () => void
  /** As `load`, where the visitor waits for it. */
  readonly need: () => void
  /** As `load`, to wait for; what draws the piece isn't notified. @throws ChunkLoadError */
  readonly fetch: () => Promise<T>
}

/** Makes a piece that is absent until `load` or `need`. */
export function createPiece<T>({
  chunk,
  load,
  report,
}: {
  readonly chunk: string
  readonly load: () => Promise<T>
  /** Called with a ChunkLoadError where a fetch failed. */
  readonly report: (error: unknown) => void
}): Piece<T> {
  const fetch = onDemand({ chunk, load })
  let isNeeded = false
  let wasMissed = false
  const { setState, ...store } = createStore<PieceState<T>>({ status: 'absent' })
  const ahead = () => {
    const { status } = store.getState()
    if (status === 'loading' || status === 'ready') return
    setState({ status: 'loading' })
    fetch().then(
      (content) => setState({ status: 'ready', content }),
      (error: unknown) => {
        setState({ status: 'failed', isLost: isNeeded && wasMissed && navigator.onLine })
        wasMissed ||= isNeeded
        isNeeded = false
        report(error)
      },
    )
  }
  return {
    ...store,
    fetch,
    load: ahead,
    need() {
      isNeeded = true
      ahead()
    },
  }
}

/**
 * Loads a piece of the kit once, when it is first called for. A failed load isn't kept, so the next call loads again.
 *
 * @throws ChunkLoadError where the piece can't be had
 * @example
 * const views = onDemand({ chunk: 'views', load: () => import('./views.js') })
 */
export function onDemand<T>({
  chunk,
  load,
}: {
  readonly chunk: string
  readonly load: () => Promise<T>
}): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError({ chunk, cause })
    })
    return loading
  }
}
