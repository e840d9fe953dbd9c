import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { part } from '../part.js'
import { Card } from './Card.js'
import { DialogContext } from './DialogContext.js'
import { tabTarget } from './focus.js'
import { useModalDialog } from './useModalDialog.js'

/** Why a dialog should close. Whether it does is its owner's decision. */
export type CloseReason = 'escape' | 'backdrop' | 'close-button'

export interface DialogProps {
  open: boolean
  /** The id of the element that names the dialog: the header's title. */
  labelledBy: string
  describedBy?: string | undefined
  /** The visitor asked to close, in one of three ways; nothing closes by itself. */
  onRequestClose: (reason: CloseReason) => void
  /** Refuses: the card shakes for `motion.shakeMs` (S9.32), or stands still as long under reduced motion. */
  shaking?: boolean | undefined
  /** Its owner takes `shaking` back. */
  onShakeEnd?: (() => void) | undefined
  /** Where the focus goes on closing if the element that had it before is gone. */
  returnFocusTo?: (() => Element | null) | undefined
  /** A further part name of the card, for a host's styles. */
  partName?: string | undefined
  children: ReactNode
}

/**
 * The modal: a native `<dialog>` in the top layer, which makes the page behind inert. The focus goes to the card, stays
 * within, and returns to where it was; the page doesn't scroll meanwhile.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { open, labelledBy, describedBy, onRequestClose, returnFocusTo } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const pressedBackdrop = useRef(false)
  useModalDialog({ dialog, card, open, request: onRequestClose, returnFocusTo })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault() // else the browser asks once, and the second time closes without asking
      onRequestClose('escape')
    } else if (event.key === 'Tab' && card.current) {
      const target = tabTarget({ within: card.current, backwards: event.shiftKey })
      if (!target) return
      event.preventDefault()
      target.focus()
    }
  }
  // A press that begins in the card and ends outside (a selection, a drag) is no press on the backdrop.
  const onClick = (event: MouseEvent) => {
    if (pressedBackdrop.current && event.target === dialog.current) onRequestClose('backdrop')
  }

  return (
    <DialogContext.Provider value={onRequestClose}>
      <dialog
        ref={dialog}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-modal="true"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          pressedBackdrop.current = event.target === dialog.current
        }}
        onClick={onClick}
        onCancel={(event) => {
          if (event.target !== dialog.current) return // a file chooser's own cancel rises up to here
          event.preventDefault()
          onRequestClose('escape')
        }}
        {...part({ name: 'dialog', states: { open } })}
      >
        <Card {...props} cardRef={card} />
      </dialog>
    </DialogContext.Provider>
  )
}
