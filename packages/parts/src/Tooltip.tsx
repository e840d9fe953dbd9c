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

/** Shows the bubble in the top layer, under its trigger or above it, within its card and the window; returns what hides it. */
function place({ bubble, beside }: { bubble: HTMLElement; beside: HTMLElement }): () => void {
  const window = bubble.ownerDocument.defaultView
  if (!window || typeof bubble.showPopover !== 'function') return () => {}
  bubble.showPopover()
  const at = beside.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const card = beside.closest('[data-part="card"]')?.getBoundingClientRect()
  const right = Math.min(card?.right ?? Number.POSITIVE_INFINITY, window.innerWidth) - gap
  const bottom = Math.min(card?.bottom ?? Number.POSITIVE_INFINITY, window.innerHeight) - gap
  const x = Math.max((card?.left ?? 0) + gap, gap, Math.min(at.left + (at.width - width) / 2, right - width))
  const below = at.bottom + gap
  const y = below + height <= bottom ? below : Math.max((card?.top ?? 0) + gap, gap, at.top - gap - height)
  bubble.style.setProperty('--foyer-tooltip-x', `${Math.round(x)}px`)
  bubble.style.setProperty('--foyer-tooltip-y', `${Math.round(y)}px`)
  return () => {
    if (bubble.isConnected) bubble.hidePopover()
  }
}
