import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type ArmingStatus, type ArmingWatch, type ShownIn, watchArming } from './arming.js'

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
}): { readonly status: ArmingStatus; readonly takes: ArmingWatch['takes'] } {
  const [said, setSaid] = useState<{ readonly of: string; readonly status: ArmingStatus }>()
  const watch = useRef<ArmingWatch | undefined>(undefined)
  // Before anything can be pressed: what another request was armed by counts for none.
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const watching = watchArming({ element: current, shownIn, onStatus: (status) => setSaid({ of: key, status }) })
    watch.current = watching
    return () => {
      watch.current = undefined
      watching.stop()
    }
  }, [element, key, shownIn])
  return {
    status: said?.of === key ? said.status : 'unseen',
    takes: (click) => watch.current?.takes(click) ?? false,
  }
}
