import type { ReactNode } from 'react'
import { Drawer } from 'vaul'
import type { HostDialogProps } from './dialog.js'

export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  return (
    <Drawer.Root open={open} onOpenChange={(wanted) => wanted || onClose()}>
      <Drawer.Portal>
        <Drawer.Overlay data-look="backdrop" />
        <Drawer.Content data-look="dialog" aria-describedby={undefined}>
          <Drawer.Title>A dialog</Drawer.Title>
          {children}
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
