import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  type Arming,
  type ArmingEvent,
  type ArmingStatus,
  armingMs,
  firstArming,
  isCalm,
  nextArming,
  statusOf,
} from './arming.js'

/** Where an approval is shown: in a page of its own, or in a frame under another page, which could lay something over it. */
export type ShownIn = 'window' | 'frame'

/** Follows whether what an element shows is seen, and by whom. */
export interface ArmingWatch {
  /** Checks whether a click approves: a person's, whose press began while it was armed; or that of what reads the page aloud, which has no press. */
  takes(click: Pick<MouseEvent, 'isTrusted' | 'detail' | 'timeStamp'>): boolean
  stop(): void
}

/** @param onStatus - told of each change; unseen is what it begins with */
export function watchArming({
  element,
  shownIn,
  onStatus,
}: {
  readonly element: HTMLElement
  readonly shownIn: ShownIn
  readonly onStatus: (status: ArmingStatus) => void
}): ArmingWatch {
  const root = document.documentElement
  let arming: Arming = firstArming({
    isOver: root.matches(':hover'),
    isFocused: document.hasFocus(),
    since: performance.now(),
  })
  let said: ArmingStatus = 'unseen'
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = () => {
    const at = performance.now()
    const status = statusOf(arming, at)
    clearTimeout(timer)
    const leftMs = arming.since + armingMs - at
    if (leftMs > 0) timer = setTimeout(say, leftMs)
    if (status !== said) onStatus(status)
    said = status
  }
  const dispatch = (event: ArmingEvent) => {
    const next = nextArming(arming, event)
    if (next === arming) return
    arming = next
    say()
  }
  const now = (type: Exclude<ArmingEvent['type'], 'pressed'>) => dispatch({ type, at: performance.now() })

  let last: PointerEvent | undefined
  const onMouse = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    if (last && isMovedUnder(last, event)) now('moved')
    last = event
    now('entered')
  }
  // When it happened, not when a busy page came to it: whoever has pages around can keep them busy.
  const onPress = (by: 'pointer' | 'key', { timeStamp }: Event) => dispatch({ type: 'pressed', by, at: timeStamp })
  const ending = new AbortController()
  const after = { signal: ending.signal }
  const first = { ...after, capture: true }
  for (const type of ['pointerover', 'pointermove', 'pointerdown'] as const) root.addEventListener(type, onMouse, first)
  root.addEventListener('pointerdown', (event) => onPress('pointer', event), first)
  root.addEventListener('keydown', (event) => isPress(event) && onPress('key', event), first)
  root.addEventListener('keyup', (event) => isPress(event) && dispatch({ type: 'letGo', at: event.timeStamp }), first)
  root.addEventListener('click', () => now('released'), after)
  root.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && now('left'), after)
  window.addEventListener('blur', () => now('blurred'), after)
  window.addEventListener('focus', () => now('focused'), after)
  window.addEventListener('resize', () => now('moved'), after)
  document.addEventListener(
    'visibilitychange',
    () => now(document.visibilityState === 'hidden' ? 'blurred' : document.hasFocus() ? 'focused' : 'moved'),
    after,
  )
  const onSeen = (entries: readonly IntersectionObserverEntry[]) =>
    now(isSeen(entries.at(-1), shownIn) ? 'seen' : 'covered')
  const seen = new IntersectionObserver(onSeen, settings(shownIn))
  const sized = new ResizeObserver(() => now('moved'))
  seen.observe(element)
  sized.observe(element)
  return {
    takes: ({ isTrusted, detail, timeStamp }) =>
      isTrusted && detail < 2 && (arming.isPressed || (detail === 0 && isCalm(arming, timeStamp))),
    stop() {
      clearTimeout(timer)
      ending.abort()
      seen.disconnect()
      sized.disconnect()
    },
  }
}

/** Whether this browser says what lies over a frame (IntersectionObserver v2). @see W3C Intersection Observer, trackVisibility */
export const knowsCovers = (window: Window): boolean => {
  const entry: unknown = Reflect.get(window, 'IntersectionObserverEntry')
  return typeof entry === 'function' && 'isVisible' in entry.prototype
}

/** Of a frame, the browser is asked whether it is really seen; of a page of its own, whether it is in view, but for the part of a pixel that layout may put beyond an edge. */
const settings = (shownIn: ShownIn): IntersectionObserverInit =>
  shownIn === 'frame' ? { threshold: 1, ...{ trackVisibility: true, delay: 100 } } : { threshold: 0.98 }

function isSeen(entry: IntersectionObserverEntry | undefined, shownIn: ShownIn): boolean {
  if (!entry?.isIntersecting) return false
  return shownIn === 'window' || Reflect.get(entry, 'isVisible') === true
}

/** Whether a key presses a button; each time, where it is held. */
const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '

/** Whether the page has been moved under a mouse that rests: a frame isn't told, but one of the two places is another. Where the mouse moves both are, at any scale of page and screen. */
function isMovedUnder(last: PointerEvent, { screenX, screenY, clientX, clientY }: PointerEvent): boolean {
  const onScreen = Math.hypot(screenX - last.screenX, screenY - last.screenY)
  const inPage = Math.hypot(clientX - last.clientX, clientY - last.clientY)
  return (onScreen < 1 && inPage > 2) || (inPage === 0 && onScreen > 2)
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
