import type { Piece, PieceState } from '@foyer/core/internal'
import { useSyncExternalStore } from 'react'

export { createPiece, type Piece, type PieceState } from '@foyer/core/internal'

/** Every piece before it is loaded, and on a server. */
const absent: PieceState<never> = { status: 'absent' }

/** Follows a piece; on a server, and while a page is hydrated, it is absent. */
export function usePiece<T>({ subscribe, get }: Piece<T>): PieceState<T> {
  return useSyncExternalStore<PieceState<T>>(subscribe, get, () => absent)
}
