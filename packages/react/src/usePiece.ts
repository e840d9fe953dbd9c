import { useSyncExternalStore } from 'react'
import { absent, type Piece, type PieceState } from './piece.js'

/** Follows a piece; on a server, and while a page is hydrated, it is absent. */
export function usePiece<T>({ subscribe, state }: Piece<T>): PieceState<T> {
  return useSyncExternalStore(subscribe, state, () => absent)
}
