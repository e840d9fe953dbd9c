import type { ReactNode } from 'react'

/** A host's dialog, as its library has it. */
export interface HostDialogProps {
  readonly open: boolean
  /** The library wants it closed. */
  readonly onClose: () => void
  readonly children: ReactNode
}
