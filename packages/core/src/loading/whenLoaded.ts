import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'

type Queries = Awaited<ReturnType<ReturnType<typeof contextOf>['queries']>>

/** Starts to follow what is fetched once the code for it is there. A chunk that doesn't come is reported. @returns stops */
export function whenLoaded(
  foyer: Foyer,
  { start, failed }: { readonly start: (queries: Queries) => () => void; readonly failed?: (() => void) | undefined },
): () => void {
  const { queries, report } = contextOf(foyer)
  let stopped = false
  let stop = () => {}
  queries().then(
    (loaded) => {
      if (!stopped) stop = start(loaded)
    },
    (error: unknown) => {
      report(error)
      if (!stopped) failed?.()
    },
  )
  return () => {
    stopped = true
    stop()
  }
}
