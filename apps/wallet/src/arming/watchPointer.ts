import { isAttendedTo, isLargeEnough, type Size } from './arming.js'
import { createPassing } from './passing.js'
import {
  firstStillness,
  isWhereItWas,
  knownScale,
  nextStillness,
  type PointerPlace,
  type Stillness,
  scaleUntilKnown,
  withoutAnchor,
} from './stillness.js'
import { hasNoPointer, sizeOfPage, type Told } from './told.js'
import { onScroll } from './view.js'

const types = ['pointerover', 'pointermove', 'pointerdown', 'pointerup'] as const

/** Follows where the pointer is, and by that where the page is on the screen. */
export function watchPointer(told: Told): void {
  if (told.shownIn === 'window') watchMovement(told)
  else watchStillness(told)
}

/** How many pixels the pointer moves at least: a hand's, not those of a page that is drawn anew under it. */
const leastMovement = 2

/** Follows whether a pointer or a finger is at what is asked. */
interface Attendance {
  /** @returns whether it is; undefined where a pointer has only come, and it is as before */
  at(event: PointerEvent): boolean | undefined
  /** What is asked is scrolled. */
  scrolled(): void
  /** It stands still, and has for a while. @returns as of a pointer */
  rested(): boolean
  /** The pointer is out of the page. */
  left(): void
  /** What lies above may be another now. */
  forget(): void
}

/**
 * A pointer has to have moved, from one place to another, and to have been over what is asked: a page that comes up under it is told a first place alone, and
 * something that lies above it, and leaves its button free, is what the pointer is over there.
 */
function createAttendance(element: Element): Attendance {
  const passing = createPassing(element)
  let first: PointerPlace | undefined
  let hasMoved = false
  let isScrolled = false
  const left = () => {
    first = undefined
    hasMoved = false
    passing.left()
  }
  return {
    at(event) {
      if (isFinger(event)) {
        if (event.type === 'pointerdown') passing.touch(event)
        return passing.isTouched()
      }
      // With a button held a page is told of places too at which another window lies above it.
      if (event.buttons !== 0 || event.type === 'pointerup') passing.left()
      else {
        for (const each of placesOf(event)) passing.at(each)
        if (!isScrolled) passing.rested()
      }
      first ??= event
      hasMoved ||= Math.hypot(event.screenX - first.screenX, event.screenY - first.screenY) >= leastMovement
      // Whether a finger or keys have said that somebody is there doesn't count for a pointer.
      return hasMoved || event.type === 'pointerdown' ? hasMoved && passing.isWhole() : undefined
    },
    scrolled() {
      isScrolled = true
    },
    rested() {
      isScrolled = false
      passing.rested()
      return hasMoved && passing.isWhole()
    },
    left,
    forget() {
      left()
      passing.forget()
    },
  }
}

/** The places since the last event: a browser tells several at once, and a low window may lie between two of them. */
function placesOf(event: PointerEvent): readonly PointerEvent[] {
  const places = event.getCoalescedEvents?.() ?? []
  return places.length > 0 ? places : [event]
}

/** How long words that were scrolled stand still before they count, in milliseconds. */
const restMs = 100

/** Follows where its words stand: a text is scrolled to where the pointer has shown that nothing lies above it; in another width all rows are others. */
function watchRows({ element, now, signal }: Told, attendance: Attendance): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let width = window.innerWidth
  const onRest = () => attendance.rested() && now('entered')
  const onScrolled = () => {
    attendance.scrolled()
    clearTimeout(timer)
    timer = setTimeout(onRest, restMs)
  }
  const onSize = () => {
    // The bar of a telephone and a dialog that grows change the height alone.
    if (width === window.innerWidth) return
    width = window.innerWidth
    attendance.forget()
    now('left')
  }
  onScroll(element, onScrolled, signal)
  window.addEventListener('resize', onSize, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** In a window somebody is there since it has the focus. */
function watchMovement(told: Told): void {
  const { element, dispatch, now, signal } = told
  const root = document.documentElement
  const attendance = createAttendance(element)
  watchRows(told, attendance)
  let place = placeOfWindow()
  const onPlace = () => {
    const next = placeOfWindow()
    if (next === place) return
    place = next
    attendance.forget()
    now('moved')
  }
  const onPointer = (event: PointerEvent) => {
    onPlace()
    const isThere = attendance.at(event)
    if (isThere !== undefined) now(isThere ? 'entered' : 'left')
  }
  for (const type of types) root.addEventListener(type, onPointer, { signal, capture: true })
  root.addEventListener(
    'pointerleave',
    (event) => {
      if (isFinger(event)) return
      // A window that a page keeps above others comes, grows and goes without a word of it here.
      attendance.forget()
      now('left')
    },
    { signal },
  )
  for (const type of ['blur', 'focus'] as const) window.addEventListener(type, attendance.forget, { signal })
  document.addEventListener('visibilitychange', attendance.forget, { signal })
  window.addEventListener(
    'resize',
    () => dispatch({ type: 'resized', isLarge: isLargeEnough('window', sizeOfPage()), at: performance.now() }),
    { signal },
  )
}

/** A pen that is down tells no more of its way than a finger does; one that hovers is a pointer. */
const isFinger = ({ pointerType, buttons, type }: PointerEvent): boolean =>
  pointerType === 'touch' || (pointerType === 'pen' && (buttons !== 0 || type === 'pointerup'))

const placeOfWindow = (): string => `${window.screenX} ${window.screenY}`

/** A frame isn't told where it stands; the places of its pointer say whether that is another, and at which scale it is drawn. */
function watchStillness(told: Told): void {
  const { shownIn, element, dispatch, now, signal } = told
  const root = document.documentElement
  const attendance = isAttendedTo(shownIn) ? createAttendance(element) : undefined
  if (attendance) watchRows(told, attendance)
  const known: Record<'mouse' | 'touch', Stillness> = {
    mouse: firstStillness(window.devicePixelRatio),
    touch: firstStillness(window.devicePixelRatio),
  }
  let last: PointerPlace | undefined
  let isLarge = isLargeEnough(shownIn, sizeOfPage())
  let by: 'mouse' | 'finger' = hasNoPointer() ? 'finger' : 'mouse'
  const onSize = () => {
    const scales = [known.mouse, known.touch].flatMap((each) => knownScale(each) ?? [])
    const scale = scales.length > 0 ? Math.min(...scales) : scaleUntilKnown(window.devicePixelRatio, by)
    const next = isLargeEnough(shownIn, sizeAt(scale))
    if (next !== isLarge) dispatch({ type: 'resized', isLarge: next, at: performance.now() })
    isLarge = next
  }
  const onPlace = (event: PointerEvent) => {
    const kind = event.pointerType === 'touch' ? 'touch' : 'mouse'
    const { stillness, finding } = nextStillness(known[kind], event, window.devicePixelRatio)
    known[kind] = stillness
    // A pen may come down as a finger does.
    if (event.pointerType === 'touch' || event.pointerType === 'pen') by = 'finger'
    if (kind === 'mouse') {
      const isPress = event.type === 'pointerdown' || event.type === 'pointerup'
      if (isPress && !isWhereItWas(last, event)) now('moved')
      last = event
    }
    // A finger tells one place a press, which by itself shows nothing.
    if (finding === 'moved' || (finding === 'unsure' && kind === 'mouse')) now('moved')
    onSize()
    const isThere = attendance ? attendance.at(event) : kind === 'mouse' || undefined
    if (isThere !== undefined) now(isThere ? 'entered' : 'left')
  }
  for (const type of types) root.addEventListener(type, onPlace, { signal, capture: true })
  root.addEventListener(
    'pointerleave',
    (event) => {
      if (event.pointerType === 'touch') return
      known.mouse = withoutAnchor(known.mouse)
      last = undefined
      // A frame isn't told of what comes over the page around meanwhile.
      attendance?.forget()
      now('left')
    },
    { signal },
  )
  if (attendance) window.addEventListener('blur', attendance.forget, { signal })
  const onScale = () => {
    if (known.mouse.pixelRatio !== window.devicePixelRatio)
      known.mouse = known.touch = firstStillness(window.devicePixelRatio)
    now('moved')
    onSize()
  }
  window.addEventListener('resize', onScale, { signal })
  watchPixelRatio(onScale, signal)
  onSize()
}

const sizeAt = (scale: number): Size => ({ width: window.innerWidth * scale, height: window.innerHeight * scale })

/** A zoom of the page around changes nothing else that a frame is told of. */
function watchPixelRatio(onOther: () => void, signal: AbortSignal): void {
  const query = window.matchMedia?.(`(resolution: ${window.devicePixelRatio}dppx)`)
  query?.addEventListener(
    'change',
    () => {
      onOther()
      watchPixelRatio(onOther, signal)
    },
    { signal, once: true },
  )
}
