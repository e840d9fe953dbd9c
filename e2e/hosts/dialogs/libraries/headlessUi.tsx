import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react'
import type { ReactNode } from 'react'
import type { HostDialogProps } from './dialog.js'

export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose}>
      <div data-look="backdrop" />
      <DialogPanel data-look="dialog">
        <DialogTitle>A dialog</DialogTitle>
        {children}
      </DialogPanel>
    </Dialog>
  )
}
