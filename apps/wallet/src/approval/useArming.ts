import { type RefObject, useEffect, useState } from 'react'
import { type Arming, type ArmingEvent, armingMs, nextArming } from './arming.js'

/** Where an approval is shown: in a page of its own, or in a frame under another page, which could lay something over it. */
export type ShownIn = 'window' | 'frame'

/** Whether this browser says what lies over a frame (IntersectionObserver v2). @see W3C Intersection Observer, trackVisibility */
export const knowsCovers = (window: Window): boolean => {
  const entry: unknown = Reflect.get(window, 'IntersectionObserverEntry')
  return typeof entry === 'function' && 'isVisible' in entry.prototype
}

/**
 * Follows whether an element is seen, and arms what it holds.
 * @param key - another key begins anew
 */
export function useArming({
  element,
  key,
  shownIn,
}: {
  readonly element: RefObject<HTMLElement | null>
  readonly key: string
  readonly shownIn: ShownIn
}): Arming['status'] {
  const [arming, setArming] = useState<Arming>({ status: 'unseen' })
  useEffect(() => {
    const { current } = element
    if (!current || key === '') return
    setArming({ status: 'unseen' })
    let timer: ReturnType<typeof setTimeout> | undefined
    const dispatch = (event: ArmingEvent) => setArming((former) => nextArming(former, event))
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => dispatch({ type: 'passed', at: performance.now() }), armingMs + 10)
    }
    const onSeen = (isSeen: boolean) => {
      dispatch(isSeen ? { type: 'seen', at: performance.now() } : { type: 'covered' })
      if (isSeen) settle()
      else clearTimeout(timer)
    }
    const onMoved = () => {
      dispatch({ type: 'moved', at: performance.now() })
      settle()
    }
    const seen = new IntersectionObserver((entries) => onSeen(isSeen(entries.at(-1), shownIn)), settings(shownIn))
    const sized = new ResizeObserver(onMoved)
    seen.observe(current)
    sized.observe(current)
    return () => {
      clearTimeout(timer)
      seen.disconnect()
      sized.disconnect()
    }
  }, [element, key, shownIn])
  return arming.status
}

/** Of a frame, the browser is asked whether it is really seen; of a page of its own, whether it is in view. */
const settings = (shownIn: ShownIn): IntersectionObserverInit =>
  shownIn === 'frame' ? { threshold: 1, ...{ trackVisibility: true, delay: 100 } } : { threshold: 1 }

function isSeen(entry: IntersectionObserverEntry | undefined, shownIn: ShownIn): boolean {
  if (!entry?.isIntersecting) return false
  return shownIn === 'window' || Reflect.get(entry, 'isVisible') === true
}
