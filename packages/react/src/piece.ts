import { onDemand } from '@foyer/core'

/** How far a piece of the page that is fetched when needed has come. */
export type PieceState<T> =
  | { readonly status: 'absent' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly content: T }

/** A piece of the page that is fetched when needed, once; one that didn't come is fetched anew by the next `load`. */
export interface Piece<T> {
  state(): PieceState<T>
  subscribe(listener: () => void): () => void
  load(): void
}

/** What every piece is before it's asked for, and on a server. */
export const absent: PieceState<never> = { status: 'absent' }

export function createPiece<T>({
  chunk,
  load,
  report,
}: {
  readonly chunk: string
  readonly load: () => Promise<T>
  /** Hears of a fetch that failed: a ChunkLoadError. */
  readonly report: (error: unknown) => void
}): Piece<T> {
  const fetch = onDemand({ chunk, load })
  const listeners = new Set<() => void>()
  let state: PieceState<T> = absent
  const become = (next: PieceState<T>) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      if (state.status === 'loading' || state.status === 'ready') return
      become({ status: 'loading' })
      fetch().then(
        (content) => become({ status: 'ready', content }),
        (error: unknown) => {
          become({ status: 'failed' })
          report(error)
        },
      )
    },
  }
}
