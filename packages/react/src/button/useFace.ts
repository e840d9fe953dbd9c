import { accountOf, type Family } from '@foyer/core'
import { useEffect } from 'react'
import type { Piece, PieceState } from '../piece.js'
import { type Scope, useScope } from '../scope.js'
import { usePiece } from '../usePiece.js'
import { useSelect } from '../useSelect.js'

type Face = Scope['face'] extends Piece<infer T> ? T : never

/** Is an account connected; and the piece that draws it, fetched as soon as one is on its way. */
export function useFace(family: Family | undefined): { readonly connected: boolean; readonly piece: PieceState<Face> } {
  const { face } = useScope()
  const { near, connected } = useSelect((state) => {
    const { status, connection } = accountOf(state, family)
    return { near: status !== 'disconnected', connected: connection !== undefined }
  })
  useEffect(() => {
    if (near) face.load()
  }, [near, face])
  return { connected, piece: usePiece(face) }
}
