import { onDemand } from '@foyer/core'
import { type Observable, observable } from '@foyer/core/internal'
import { useSyncExternalStore } from 'react'

/** How far a piece of the page that is fetched when needed has come. */
export type PieceState<T> =
  | { readonly status: 'absent' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly content: T }

/** A piece of the page that is fetched when needed, once; one that didn't come is fetched anew by the next `load`. */
export interface Piece<T> extends Observable<PieceState<T>> {
  readonly load: () => void
}

/** Every piece before it is loaded, and on a server. */
export const absent: PieceState<never> = { status: 'absent' }

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
  const { get, set, subscribe } = observable<PieceState<T>>(absent)
  return {
    get,
    subscribe,
    load() {
      const { status } = get()
      if (status === 'loading' || status === 'ready') return
      set({ status: 'loading' })
      fetch().then(
        (content) => set({ status: 'ready', content }),
        (error: unknown) => {
          set({ status: 'failed' })
          report(error)
        },
      )
    },
  }
}

/** Follows a piece; on a server, and while a page is hydrated, it is absent. */
export function usePiece<T>({ subscribe, get }: Piece<T>): PieceState<T> {
  return useSyncExternalStore<PieceState<T>>(subscribe, get, () => absent)
}
