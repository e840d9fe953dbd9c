import { useState } from 'react'
import { type PieceState, usePiece } from '../piece.js'
import { useSelect } from '../useSelect.js'
import { useScope } from './scope.js'

/** The props of a host's `button` that is one of the kit's: it opens a dialog, may wait, and has the modal fetched ahead. */
export interface PressProps {
  readonly type: 'button'
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-expanded': boolean
  readonly 'aria-busy': boolean | undefined
  readonly onPointerEnter: () => void
  readonly onPointerDown: () => void
  readonly onFocus: () => void
  readonly onClick: () => void
}

/**
 * Handles presses of a host's button, and says whether the modal could not be fetched. The kit's own do the same in `Trigger`, by itself: in one
 * place the two cost every page 30 bytes that has no button of its own.
 */
export function usePress({ busy, onPress }: { readonly busy?: boolean | undefined; readonly onPress: () => void }): {
  readonly failed: Extract<PieceState<unknown>, { readonly status: 'failed' }> | undefined
  readonly props: PressProps
} {
  const { modal, prefetch } = useScope()
  const open = useSelect((state) => state.view.open)
  const [pressed, setPressed] = useState(false)
  const piece = usePiece(modal)
  const ahead = () => {
    if (prefetch !== 'none') modal.load()
  }
  return {
    failed: pressed && piece.status === 'failed' ? piece : undefined,
    props: {
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-busy': busy,
      onPointerEnter: ahead,
      onPointerDown: modal.load,
      onFocus: ahead,
      onClick() {
        setPressed(true)
        modal.need()
        onPress()
      },
    },
  }
}
