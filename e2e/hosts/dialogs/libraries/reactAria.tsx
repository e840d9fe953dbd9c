import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { HostDialogProps } from './dialog.js'

export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  return (
    <ModalOverlay isOpen={open} isDismissable onOpenChange={(wanted) => wanted || onClose()} data-look="backdrop">
      <Modal data-look="dialog">
        <Dialog>
          <Heading slot="title">A dialog</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
