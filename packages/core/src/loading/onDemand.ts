import { ChunkLoadError } from '../errors/FoyerError.js'

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
