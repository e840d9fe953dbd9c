import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ArmingStatus, ShownIn } from './arming.js'
import { enlarge } from './enlarge.js'
import { type ArmingWatch, firstStatus, watchArming } from './watchArming.js'

/** Whether this browser says what lies over a frame (IntersectionObserver v2). @see W3C Intersection Observer, trackVisibility */
export const knowsCovers = (window: Window): boolean => {
  const entry: unknown = Reflect.get(window, 'IntersectionObserverEntry')
  return typeof entry === 'function' && 'isVisible' in entry.prototype
}

/** Whether a press counts, and why not. */
export interface Armed {
  readonly status: ArmingStatus
  readonly takes: ArmingWatch['takes']
}

/**
 * Follows whether what an element shows may be decided, and arms what it holds.
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
}): Armed {
  const [said, setSaid] = useState<{ readonly of: string; readonly status: ArmingStatus }>()
  const watch = useRef<ArmingWatch | undefined>(undefined)
  // Before anything can be pressed: what another request was armed by counts for none.
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const onStatus = (status: ArmingStatus) => {
      setSaid({ of: key, status })
      if (shownIn === 'window' && status === 'small') enlarge(window)
    }
    const watching = watchArming({ element: current, shownIn, onStatus })
    watch.current = watching
    return () => {
      watch.current = undefined
      watching.stop()
    }
  }, [element, key, shownIn])
  return {
    status: said?.of === key ? said.status : firstStatus(shownIn),
    takes: (click) => watch.current?.takes(click) ?? false,
  }
}
