import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import type { HostDialogProps } from './dialog.js'

export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  return (
    <Dialog.Root open={open} onOpenChange={(wanted) => wanted || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay data-look="backdrop" />
        <Dialog.Content data-look="dialog" aria-describedby={undefined}>
          <Dialog.Title>A dialog</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
