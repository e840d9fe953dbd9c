import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import type { HostDialogProps } from './dialog.js'

export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  return (
    <Dialog.Root open={open} onOpenChange={(wanted) => wanted || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup data-look="dialog">
          <Dialog.Title>A dialog</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
