import {
  FloatingFocusManager,
  FloatingOverlay,
  FloatingPortal,
  useDismiss,
  useFloating,
  useInteractions,
  useRole,
} from '@floating-ui/react'
import type { ReactNode } from 'react'
import type { HostDialogProps } from './dialog.js'

export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  const { refs, context } = useFloating({ open, onOpenChange: (wanted) => wanted || onClose() })
  const { getFloatingProps } = useInteractions([useDismiss(context, { escapeKey: true }), useRole(context)])
  if (!open) return null
  return (
    <FloatingPortal>
      <FloatingOverlay lockScroll>
        <FloatingFocusManager context={context} outsideElementsInert>
          <div ref={refs.setFloating} data-look="dialog" {...getFloatingProps({ 'aria-label': 'A dialog' })}>
            {children}
          </div>
        </FloatingFocusManager>
      </FloatingOverlay>
    </FloatingPortal>
  )
}
