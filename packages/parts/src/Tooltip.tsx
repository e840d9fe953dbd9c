import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { part } from './part.js'

export interface TooltipProps {
  text: string
}

const gap = 8

/**
 * A word of explanation of the element that it stands in, a `tooltip-trigger` with one button: for a pointer that rests or a key that stops there; Escape
 * takes it away (WCAG 1.4.13). It may come later than what it explains.
 */
export function Tooltip({ text }: TooltipProps): ReactNode {
  const id = useId()
  const [open, setOpen] = useState(false)
  const bubble = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const trigger = bubble.current?.parentElement
    return trigger ? watch({ trigger, onWanted: setOpen }) : undefined
  }, [])
  useEffect(() => {
    const button = bubble.current?.parentElement?.querySelector('button')
    // What its name says already isn't said twice.
    if (!button || button.getAttribute('aria-label') === text) return
    button.setAttribute('aria-describedby', id)
    return () => button.removeAttribute('aria-describedby')
  }, [id, text])
  useEffect(() => {
    const node = bubble.current
    return open && node?.parentElement ? place({ bubble: node, beside: node.parentElement }) : undefined
  }, [open])
  return (
    <span ref={bubble} id={id} role="tooltip" popover="manual" {...part({ name: 'tooltip', states: { open } })}>
      {text}
    </span>
  )
}

interface Watched {
  readonly trigger: HTMLElement
  readonly onWanted: (wanted: boolean) => void
}

function watch({ trigger, onWanted }: Watched): () => void {
  const watching = new AbortController()
  let open = false
  let pressed = false
  const want = (wanted: boolean) => {
    open = wanted
    onWanted(wanted)
  }
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => trigger.addEventListener(name, listener, { signal: watching.signal })
  on('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'touch') want(true)
  })
  on('pointerleave', () => want(false))
  on('pointerdown', () => {
    pressed = true
    want(false)
  })
  on('focusin', () => {
    // The focus that a press brings needs no explanation: the press has been made.
    if (!pressed) want(true)
    pressed = false
  })
  on('focusout', () => want(false))
  on('click', () => want(false))
  on('keydown', (event) => {
    if (!open || event.key !== 'Escape') return
    event.preventDefault() // this Escape is spent: a dialog around stays open
    want(false)
  })
  // A pointer or focus that was there before this came emits no event. After a touch, `:hover` stays.
  const isPointed =
    trigger.matches(':hover') && trigger.ownerDocument.defaultView?.matchMedia?.('(hover: hover)').matches
  if (isPointed || trigger.querySelector(':focus-visible')) want(true)
  return () => watching.abort()
}

/**
 * Shows the bubble in the top layer, above its trigger, where it covers nothing of what is read next, else under it, and within the window; returns what hides
 * it. A card that grows takes its trigger elsewhere, and the bubble along: it would come to lie over the button, and take its press.
 */
function place({ bubble, beside }: { bubble: HTMLElement; beside: HTMLElement }): () => void {
  const window = bubble.ownerDocument.defaultView
  if (!window || typeof bubble.showPopover !== 'function') return () => {}
  bubble.showPopover()
  const card = beside.closest('[data-part="card"]')
  const stand = () => {
    const at = beside.getBoundingClientRect()
    const { width, height } = bubble.getBoundingClientRect()
    const { left = 0, right: end = Number.POSITIVE_INFINITY } = card?.getBoundingClientRect() ?? {}
    const right = Math.min(end, window.innerWidth) - gap
    const x = Math.max(left + gap, gap, Math.min(at.left + (at.width - width) / 2, right - width))
    const above = at.top - gap - height
    const y = above >= gap ? above : at.bottom + gap
    bubble.style.setProperty('--foyer-tooltip-x', `${Math.round(x)}px`)
    bubble.style.setProperty('--foyer-tooltip-y', `${Math.round(y)}px`)
  }
  // The observer reports the first size too, before that is painted.
  const growing = new ResizeObserver(stand)
  growing.observe(card ?? beside)
  return () => {
    growing.disconnect()
    if (bubble.isConnected) bubble.hidePopover()
  }
}
