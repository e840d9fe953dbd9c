import { useSyncExternalStore } from 'react'
import { absent, type Piece, type PieceState } from './piece.js'

/** Follows a piece; on a server, and while a page is hydrated, it is absent. */
export function usePiece<T>({ subscribe, get }: Piece<T>): PieceState<T> {
  return useSyncExternalStore<PieceState<T>>(subscribe, get, () => absent)
}
