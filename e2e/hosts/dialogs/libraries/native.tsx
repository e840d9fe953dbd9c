import { type ReactNode, useEffect, useRef } from 'react'
import type { HostDialogProps } from './dialog.js'

/** The browser's own. */
export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog ref={dialog} aria-label="A dialog" onCancel={onClose}>
      {children}
    </dialog>
  )
}
