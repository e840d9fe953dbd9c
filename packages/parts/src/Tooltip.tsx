import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { part } from './part.js'

export interface TooltipProps {
  text: string
  variant?: 'shade' | 'fill' | undefined
  /** Draws the element that is explained; it puts the given id into its `aria-describedby`. */
  children: (describedBy: string) => ReactNode
}

const gap = 8

/** A word of explanation for a pointer that rests or a key that stops there; Escape takes it away (WCAG 1.4.13). */
export function Tooltip({ text, variant = 'shade', children }: TooltipProps): ReactNode {
  const id = useId()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (!open || !trigger.current || !bubble.current) return
    return place({ bubble: bubble.current, beside: trigger.current })
  }, [open])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return
    event.preventDefault() // this Escape is spent: a dialog around stays open
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control that it holds
    <span
      ref={trigger}
      onPointerEnter={(event) => event.pointerType !== 'touch' && setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onPointerDown={() => {
        pressed.current = true
        setOpen(false)
      }}
      onFocus={() => {
        // The focus that a press brings needs no explanation: the press has been made.
        if (!pressed.current) setOpen(true)
        pressed.current = false
      }}
      onClick={() => setOpen(false)}
      onBlur={() => setOpen(false)}
      onKeyDown={onKeyDown}
      {...part({ name: 'tooltip-trigger' })}
    >
      {children(id)}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        {...part({ name: 'tooltip', states: { variant, open } })}
      >
        {text}
      </span>
    </span>
  )
}

/** Shows the bubble in the top layer, under its trigger or above it, within the window; returns what hides it. */
function place({ bubble, beside }: { bubble: HTMLElement; beside: HTMLElement }): () => void {
  const window = bubble.ownerDocument.defaultView
  if (!window || typeof bubble.showPopover !== 'function') return () => {}
  bubble.showPopover()
  const at = beside.getBoundingClientRect()
  const size = bubble.getBoundingClientRect()
  const middle = at.left + at.width / 2 - size.width / 2
  const left = Math.min(Math.max(gap, middle), Math.max(gap, window.innerWidth - size.width - gap))
  const below = at.bottom + gap
  const fits = below + size.height + gap <= window.innerHeight
  bubble.style.setProperty('--foyer-tooltip-x', `${Math.round(left)}px`)
  bubble.style.setProperty('--foyer-tooltip-y', `${Math.round(fits ? below : at.top - gap - size.height)}px`)
  return () => {
    if (bubble.isConnected) bubble.hidePopover()
  }
}
