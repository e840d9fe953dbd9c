import { type ReactNode, useEffect, useState } from 'react'
import { useScope } from './scope.js'
import { usePiece } from './usePiece.js'
import { useSelect } from './useSelect.js'

/** The modal above the page: fetched when it first opens, there from then on. */
export function Overlay(): ReactNode {
  const { foyer, modal } = useScope()
  const open = useSelect((state) => state.view.open)
  const piece = usePiece(modal)
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  // Asked for as the state changes: an effect would wait for React to have drawn the page anew.
  useEffect(() => {
    if (foyer.store.getState().view.open) modal.load()
    return foyer.subscribe(
      ({ view }) => view.open,
      (isOpen) => isOpen && modal.load(),
    )
  }, [foyer, modal])
  // Nothing can be shown, so nothing is open; the button that was pressed says why.
  useEffect(() => {
    if (piece.status === 'failed') foyer.close()
  }, [piece, foyer])
  return wanted && piece.status === 'ready' ? (
    <piece.content.Modal foyer={foyer} translated={piece.content.translated} />
  ) : null
}
