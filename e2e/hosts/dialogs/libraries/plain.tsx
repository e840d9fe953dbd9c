import { type ReactNode, useEffect } from 'react'
import type { HostDialogProps } from './dialog.js'

declare global {
  /** How often the page's shortcut was pressed. */
  var shortcuts: number
}

globalThis.shortcuts = 0

/** A page's own, as many write it: what is beside it is made inert, a press elsewhere and Escape close it, and the page has a shortcut for each key. */
export default function HostDialog({ open, onClose, children }: HostDialogProps): ReactNode {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const own = document.querySelector('#host')
    const others = open ? [...document.body.children].filter((each) => each !== own) : []
    for (const each of others) each.setAttribute('inert', '')
    for (const capture of [true, false]) document.addEventListener('keydown', onKey, { capture, signal })
    function onKey({ key }: KeyboardEvent) {
      if (key === 'k') globalThis.shortcuts += 1
      if (key === 'Escape') onClose()
    }
    const onPress = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('[role="dialog"]')) onClose()
    }
    // One press is all that opens it.
    for (const type of open ? (['mousedown', 'touchstart', 'click'] as const) : [])
      setTimeout(() => document.addEventListener(type, onPress, { signal }))
    return () => {
      listening.abort()
      for (const each of others) each.removeAttribute('inert')
    }
  }, [open, onClose])
  return open ? (
    <div role="dialog" aria-label="A dialog" data-look="dialog">
      {children}
    </div>
  ) : null
}
