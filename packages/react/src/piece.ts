import type { Piece, PieceState } from '@foyer/core/internal'
import { useEffect, useSyncExternalStore } from 'react'

export { createPiece, type Piece, type PieceState } from '@foyer/core/internal'

/** Follows a piece; on a server, and while a page is hydrated, it is absent. */
export function usePiece<T>({ subscribe, getState, getInitialState }: Piece<T>): PieceState<T> {
  return useSyncExternalStore(subscribe, getState, getInitialState)
}

/** Follows a piece, which is fetched once it is needed. */
export function useNeeded<T>({ piece, needed }: { readonly piece: Piece<T>; readonly needed: boolean }): PieceState<T> {
  const { need } = piece
  useEffect(() => {
    if (needed) need()
  }, [needed, need])
  return usePiece(piece)
}
