import { contextOf, type FoyerContext, type Queries } from '../context.js'

/**
 * Starts to follow what is fetched once the code for it is there. A chunk that doesn't come is reported, and `failed` called with what fetches it
 * again. @returns stops
 */
export function whenLoaded(
  foyer: object,
  {
    start,
    failed,
    code = contextOf(foyer).queries,
  }: {
    readonly start: (queries: Queries) => () => void
    readonly failed?: ((retry: () => void) => void) | undefined
    /** Fetches it. */
    readonly code?: FoyerContext['queries']
  },
): () => void {
  let stopped = false
  let stop = () => {}
  const load = () => {
    if (stopped) return
    code().then(
      (loaded) => {
        if (!stopped) stop = start(loaded)
      },
      (error: unknown) => {
        contextOf(foyer).report(error)
        if (!stopped) failed?.(load)
      },
    )
  }
  load()
  return () => {
    stopped = true
    stop()
  }
}
