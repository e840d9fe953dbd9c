import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { activeElementBeside } from './dialog/focus.js'
import type { Direction } from './Header.js'
import { motion } from './motion.js'
import { part } from './part.js'

export interface TransitionProps {
  /** Names the view; another name begins a change. */
  viewKey: string
  direction?: Direction | undefined
  /** The id of what names the view for those who listen: the header's title. */
  labelledBy?: string | undefined
  children: ReactNode
}

/**
 * Leads from view to view: the old one leaves, the new one comes, each in `motion.viewMs` and in the direction of the route
 * (S9.34), while the height eases. What leaves is inert. If it had the focus, the new view gets it.
 */
export function Transition({ viewKey, direction = 'next', labelledBy, children }: TransitionProps): ReactNode {
  const [shown, setShown] = useState({ viewKey, entered: false })
  const outer = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const focusMoves = useRef(false)
  const drawn = useRef(children)
  const leaving = viewKey !== shown.viewKey
  useEasedHeight({ outer, view, viewKey: shown.viewKey })

  useLayoutEffect(() => {
    if (!leaving) drawn.current = children
  })
  useEffect(() => {
    const node = view.current
    if (!leaving || !node) return
    focusMoves.current = node.contains(activeElementBeside(node))
    node.inert = true // a property, because React 18 and 19 disagree about the attribute
    const timer = setTimeout(() => setShown({ viewKey, entered: true }), motion.viewMs)
    return () => {
      clearTimeout(timer)
      node.inert = false
    }
  }, [leaving, viewKey])
  useEffect(() => {
    if (!shown.entered || !focusMoves.current) return
    focusMoves.current = false
    view.current?.focus({ preventScroll: true })
  }, [shown])

  const phase = leaving ? 'leaving' : shown.entered ? 'entering' : 'still'
  return (
    <div ref={outer} {...part({ name: 'views' })}>
      {/* biome-ignore lint/a11y/useSemanticElements: a set of form controls isn't what a view is */}
      <div
        key={shown.viewKey}
        ref={view}
        role="group"
        tabIndex={-1}
        aria-labelledby={labelledBy}
        {...part({ name: 'view', states: { phase, direction, view: shown.viewKey } })}
      >
        {leaving ? drawn.current : children}
      </div>
    </div>
  )
}

interface EasedHeightParameters {
  outer: React.RefObject<HTMLDivElement | null>
  view: React.RefObject<HTMLDivElement | null>
  viewKey: string
}

/** Follows the view's own height, before it's painted, so that the card never jumps, whatever made it grow or shrink. */
function useEasedHeight({ outer, view, viewKey }: EasedHeightParameters): void {
  const former = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another node to follow
  useLayoutEffect(() => {
    const frame = outer.current
    const node = view.current
    const window = frame?.ownerDocument.defaultView
    if (!frame || !node || !window?.ResizeObserver) return
    let running: Animation | undefined
    const observer = new window.ResizeObserver(() => {
      const from = running?.playState === 'running' ? frame.offsetHeight : former.current
      running?.cancel()
      const to = frame.offsetHeight // not the drawn rectangle, which the card's own scaling makes smaller
      former.current = to
      if (from === undefined || Math.abs(from - to) < 1) return
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
      running = frame.animate(
        [
          { blockSize: `${from}px`, overflow: 'clip' },
          { blockSize: `${to}px`, overflow: 'clip' },
        ],
        { duration: motion.heightMs, easing: 'ease' },
      )
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [viewKey])
}
