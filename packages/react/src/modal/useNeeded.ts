import { useEffect } from 'react'
import type { Piece, PieceState } from '../piece.js'
import { usePiece } from '../usePiece.js'

/** Fetches what is needed here, and again by itself when the network comes back after a failure. */
export function useNeeded<T>({ piece, online }: { readonly piece: Piece<T>; readonly online: boolean }): PieceState<T> {
  const state = usePiece(piece)
  useEffect(() => {
    if (online || piece.get().status === 'absent') piece.load()
  }, [piece, online])
  return state
}
