import {
  type Arming,
  type ArmingEvent,
  type ArmingStatus,
  firstArming,
  isAttendedTo,
  isCalm,
  isFramed,
  isLargeEnough,
  nextArming,
  type ShownIn,
  statusOf,
} from './arming.js'
import { modifiers } from './modifiers.js'
import { isApart, watchReading } from './reading.js'
import { asksNumber } from './ShownDigits.js'
import { shownNumber } from './shownNumber.js'
import { type Simple, sizeOfPage, type Told } from './told.js'
import { shadowOf } from './view.js'
import { watchPointer } from './watchPointer.js'

/** Follows whether a press counts. */
export interface ArmingWatch {
  /** Checks whether a click approves: a person's, whose press began while it was armed; or that of what reads the page aloud, which has no press. */
  takes(click: Pick<MouseEvent, 'isTrusted' | 'detail' | 'timeStamp'>): boolean
  stop(): void
}

export interface ArmingParameters {
  /** The element that shows all that is decided. */
  readonly element: HTMLElement
  readonly shownIn: ShownIn
  /** Told of each change; `firstStatus` is what it begins with. */
  readonly onStatus: (status: ArmingStatus) => void
}

/** The status before anything is known. */
export const firstStatus = (shownIn: ShownIn): ArmingStatus => (shownIn === 'window' ? 'unread' : 'unseen')

export function watchArming({ element, shownIn, onStatus }: ArmingParameters): ArmingWatch {
  let arming: Arming = firstArming({
    ...{ shownIn, at: performance.now() },
    isLarge: isLargeEnough(shownIn, sizeOfPage()),
    isHere: !isAttendedTo(shownIn) && document.documentElement.matches(':hover'),
    isFocused: document.hasFocus(),
  })
  let said = firstStatus(shownIn)
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = () => {
    const at = performance.now()
    const status = statusOf(arming, at)
    clearTimeout(timer)
    const leftMs = arming.calmAt - at
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
  const ending = new AbortController()
  const now = (type: Simple) => dispatch({ type, at: performance.now() })
  const told: Told = { shownIn, element, dispatch, now, signal: ending.signal }
  // Where a press is says first whether it can be one.
  watchPointer(told)
  watchPresses(told)
  watchFront(told)
  if (isAttendedTo(shownIn)) {
    watchKeys(told)
    keepFocus({ ...told, isPressed: () => arming.isPressed })
  }
  const stopSeeing = shownIn === 'window' ? watchRead(told) : watchSeen(told)
  say()
  return {
    takes: ({ isTrusted, detail, timeStamp }) =>
      isTrusted && detail < 2 && (arming.isPressed || (detail === 0 && isCalm(arming, { at: timeStamp, by: 'any' }))),
    stop() {
      clearTimeout(timer)
      ending.abort()
      stopSeeing()
    },
  }
}

/** When a press happened counts, not when a busy page came to it: other pages can keep this one busy. */
function watchPresses({ dispatch, now, signal }: Told): void {
  const root = document.documentElement
  const onKey = (event: KeyboardEvent) => {
    if (isPress(event)) dispatch({ type: 'pressed', by: 'key', at: event.timeStamp })
  }
  const onDown = ({ timeStamp: at }: Event) => dispatch({ type: 'pressed', by: 'pointer', at })
  const onLetGo = (event: KeyboardEvent) => isPress(event) && dispatch({ type: 'letGo', at: event.timeStamp })
  root.addEventListener('pointerdown', onDown, { signal, capture: true })
  root.addEventListener('keydown', onKey, { signal, capture: true })
  root.addEventListener('keyup', onLetGo, { signal, capture: true })
  root.addEventListener('click', () => now('released'), { signal })
}

/** Whether a key presses a button; each time, where it is held. */
const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '

/** Whether the page is in front. */
function watchFront({ now, signal }: Told): void {
  const onVisible = () => {
    if (document.visibilityState === 'hidden') now('blurred')
    else if (document.hasFocus()) now('focused')
    else now('moved')
  }
  window.addEventListener('blur', () => now('blurred'), { signal })
  window.addEventListener('focus', () => now('focused'), { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
}

/** How long after something of a pointer or a key the focus goes on because of it, in milliseconds, where it has gone on once: a tap gives it once the finger is lifted. */
const becauseMs = 100

/**
 * Has a press that counts for nothing leave the focus where it is: whoever is told to press a button and to type what stands above it would be at the button with the first
 * of both, and the next key would press it.
 */
function keepFocus({ element, isPressed, signal }: Told & { readonly isPressed: () => boolean }): void {
  const onDown = (event: Event) => {
    const [target] = event.composedPath()
    if (isPressed() || !(target instanceof Element && target.closest('button'))) return
    event.preventDefault()
    // Nor is it left in a field, into which the number would be typed.
    const { activeElement } = shadowOf(element) ?? document
    if (activeElement instanceof HTMLInputElement) activeElement.blur()
  }
  document.documentElement.addEventListener('mousedown', onDown, { signal, capture: true })
}

/**
 * Somebody who isn't at a pointer types the number that the page shows; or what reads the page aloud takes the focus on, which comes by neither a pointer nor a key.
 */
function watchKeys({ element, now, signal }: Told): void {
  const root = document.documentElement
  let lastAt = Number.NEGATIVE_INFINITY
  // However late: another page can keep this one busy.
  let isBegun = false
  const note = (event: Event) => {
    lastAt = performance.now()
    const isHeld = event instanceof KeyboardEvent && modifiers.includes(event.key)
    if (event.type.endsWith('down') && !isHeld) isBegun = true
  }
  const onFocus = (event: Event) => {
    const [reached] = event.composedPath()
    if (!(reached instanceof HTMLElement) || reached.tabIndex < 0) return
    const isBecause = isBegun || performance.now() - lastAt < becauseMs
    isBegun = false
    if (!isBecause) now('reached')
  }
  for (const type of ['pointerdown', 'pointerup', 'mousedown', 'keydown', 'keyup'] as const)
    root.addEventListener(type, note, { signal, capture: true })
  // A focus that goes from one element of a shadow tree to another is told within that tree alone.
  element.getRootNode().addEventListener('focusin', onFocus, { signal })
  // Where it isn't asked for, it was typed for another part of the page.
  shownNumber.onKey((isWhole) => now(isWhole && asksNumber(element) ? 'typed' : 'wrote'), signal)
}

/** Of a window, all that it asks has to have been in view. @returns what ends it */
function watchRead({ element, now }: Told): () => void {
  const onRead = (isRead: boolean) => now(isRead ? 'seen' : 'covered')
  return watchReading({ element, onRead, onChanged: () => now('moved') }).stop
}

/** Whether a change is one of what is asked. */
const isOfWords = ({ target, type, addedNodes, removedNodes }: MutationRecord): boolean =>
  !isApart(target) && (type !== 'childList' || [...addedNodes, ...removedNodes].some((node) => !isApart(node)))

/** Of a frame, the browser is asked whether it is really seen; elsewhere whether it is in view. @returns what ends it */
function watchSeen({ element, shownIn, now }: Told): () => void {
  const isFrame = isFramed(shownIn)
  const onSeen = (entries: readonly IntersectionObserverEntry[]) => {
    const entry = entries.at(-1)
    const isSeen = entry?.isIntersecting === true && (!isFrame || Reflect.get(entry, 'isVisible') === true)
    now(isSeen ? 'seen' : 'covered')
  }
  // Layout may put a part of a pixel beyond an edge.
  const settings = isFrame ? { threshold: 1, ...{ trackVisibility: true, delay: 100 } } : { threshold: 0.98 }
  const seen = new IntersectionObserver(onSeen, settings)
  const sized = new ResizeObserver(() => now('moved'))
  // Other words may be as large.
  const said = new MutationObserver((changes) => {
    if (changes.some(isOfWords)) now('moved')
  })
  seen.observe(element)
  sized.observe(element)
  said.observe(element, { subtree: true, childList: true, characterData: true })
  return () => {
    seen.disconnect()
    sized.disconnect()
    said.disconnect()
  }
}
