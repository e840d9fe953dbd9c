import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
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

/** One time that a view is shown. */
interface Visit {
  readonly number: number
  readonly viewKey: string
}

interface Visits {
  readonly now: Visit
  /** The view that leaves, as it was drawn last. */
  readonly former?: (Visit & { readonly drawn: ReactNode }) | undefined
}

/**
 * Leads from view to view: the old one leaves while the new one comes, in `motion.viewMs` and in the direction of the route (S9.34), and the
 * height eases, so that there is something to see at every moment. What leaves is inert, and what had the focus in it hands it to the new view.
 */
export function Transition({ viewKey, direction = 'next', labelledBy, children }: TransitionProps): ReactNode {
  const [{ now, former }, setVisits] = useState<Visits>({ now: { number: 0, viewKey } })
  const outer = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const leaving = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  const drawn = useRef(children)
  if (viewKey !== now.viewKey)
    setVisits({ now: { number: now.number + 1, viewKey }, former: { ...now, drawn: drawn.current } })
  useEasedHeight({ outer, view, visit: now.number })

  useLayoutEffect(() => {
    drawn.current = children
  })
  useLayoutEffect(() => {
    const node = leaving.current
    if (!former || !node) return
    if (node.contains(activeElementBeside(node))) view.current?.focus({ preventScroll: true })
    node.inert = true // a property, because React 18 and 19 disagree about the attribute
    node.setAttribute('aria-hidden', 'true') // for those who listen with what doesn't know the other yet
    // The old view stays where it was scrolled to; the new one begins at its head, whatever it is that scrolls.
    node.scrollTop = scrolled.current
    for (let each: Element | null = outer.current; each; each = each.parentElement) each.scrollTop = 0
    const leave = () => setVisits((visits) => (visits.now === now ? { now } : visits))
    const timer = setTimeout(() => {
      // A busy browser begins to fade later than it was asked to.
      const fading = node.getAnimations?.().find(({ playState }) => playState === 'running')
      if (fading) fading.finished.then(leave, leave)
      else leave()
    }, motion.viewMs)
    return () => clearTimeout(timer)
  }, [now, former])

  const viewOf = ({ visit, phase, content }: { visit: Visit; phase: string; content: ReactNode }) => (
    // biome-ignore lint/a11y/useSemanticElements: a set of form controls isn't what a view is
    <div
      key={visit.number}
      ref={phase === 'leaving' ? leaving : view}
      role="group"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      {...part({ name: 'view', states: { phase, direction, view: visit.viewKey } })}
    >
      {content}
    </div>
  )
  return (
    <div
      ref={outer}
      onScroll={({ currentTarget }) => {
        scrolled.current = currentTarget.scrollTop
      }}
      {...part({ name: 'views' })}
    >
      {viewOf({ visit: now, phase: now.number > 0 ? 'entering' : 'still', content: children })}
      {former ? viewOf({ visit: former, phase: 'leaving', content: former.drawn }) : null}
    </div>
  )
}

interface EasedHeightParameters {
  outer: React.RefObject<HTMLDivElement | null>
  view: React.RefObject<HTMLDivElement | null>
  /** Another visit is another node to follow. */
  visit: number
}

/** Follows the view's own height, before it's painted, so that the card never jumps, whatever made it grow or shrink. */
function useEasedHeight({ outer, view, visit }: EasedHeightParameters): void {
  const former = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit is another node to follow
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
  }, [visit])
}
