import { type ReactNode, useRef } from 'react'
import { part } from '../part.js'
import { Card } from './Card.js'
import type { DialogProps } from './Dialog.js'
import { DialogContext } from './DialogContext.js'
import { useRegionFocus } from './useRegionFocus.js'

/**
 * The same card in the page's flow, where it's no dialog but a region of the page: no backdrop, no trap, no lock, and no focus taken from
 * elsewhere; one that was in it stays in it.
 */
export function EmbeddedDialog(props: Omit<DialogProps, 'returnFocusTo'>): ReactNode {
  const { open, labelledBy, describedBy, onRequestClose } = props
  const region = useRef<HTMLElement>(null)
  useRegionFocus({ region, open })
  if (!open) return null
  return (
    <DialogContext.Provider value={onRequestClose}>
      <section
        ref={region}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        {...part({ name: 'dialog', states: { open, embedded: true } })}
      >
        <Card {...props} />
      </section>
    </DialogContext.Provider>
  )
}
