import { ClickAwayListener, Dialog, DialogTitle } from '@mui/material'
import type { ReactNode } from 'react'
import type { HostDialogProps } from './dialog.js'

export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose}>
      <ClickAwayListener onClickAway={onClose}>
        <div>
          <DialogTitle>A dialog</DialogTitle>
          {children}
        </div>
      </ClickAwayListener>
    </Dialog>
  )
}
