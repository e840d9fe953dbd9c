import { act, cleanup, type RenderResult, render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, vi } from 'vitest'
import type { ShownIn } from '../arming.js'
import { shownNumber } from '../shownNumber.js'
import { useArming } from '../useArming.js'

export const root = document.documentElement

/** The browser's and the person's side. */
export const browser: {
  isFocused: boolean
  isOver: boolean
  seen: (isVisible: boolean, isIntersecting?: boolean) => void
  sized: () => void
  settings: object
  following: number
} = { isFocused: false, isOver: false, seen() {}, sized() {}, settings: {}, following: 0 }

type Report = (entries: readonly object[]) => void

const observing = (listen: (report: Report, settings: object) => void) =>
  class {
    constructor(report: Report, settings: object) {
      listen(report, settings)
    }
    observe() {
      browser.following += 1
    }
    disconnect() {
      browser.following -= 1
    }
  }

/** Stands in for the browser and the person, by a clock that the test moves. */
export function beginStage(): void {
  vi.useFakeTimers()
  Object.assign(browser, { isFocused: false, isOver: false, following: 0 })
  vi.spyOn(document, 'hasFocus').mockImplementation(() => browser.isFocused)
  vi.spyOn(root, 'matches').mockImplementation((selector) => selector === ':hover' && browser.isOver)
  const onSeen = (report: Report, settings: object) => {
    browser.settings = settings
    browser.seen = (isVisible, isIntersecting = true) => act(() => report([{}, {}, { isVisible, isIntersecting }]))
  }
  const onSized = (report: Report) => {
    browser.sized = () => act(() => report([]))
  }
  vi.stubGlobal('IntersectionObserver', observing(onSeen))
  vi.stubGlobal('ResizeObserver', observing(onSized))
}

export function endStage(): void {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
/** Something happens, now unless it was heard late. */
export function happen(target: EventTarget, event: Event, lateMs = 0): Event {
  Object.defineProperty(event, 'timeStamp', { value: performance.now() - lateMs })
  act(() => target.dispatchEvent(event))
  return event
}
export const at = { screenX: 700, screenY: 500, clientX: 100, clientY: 200 }
export const pointer = (type: string, more: PointerEventInit = {}) =>
  happen(document.body, new PointerEvent(type, { bubbles: true, pointerType: 'mouse', ...at, ...more }))
export const leave = (pointerType = 'mouse') => happen(root, new PointerEvent('pointerleave', { pointerType }))
export const key = (name: string) => happen(document.body, new KeyboardEvent('keydown', { key: name, bubbles: true }))
export const letGo = (name: string) => happen(document.body, new KeyboardEvent('keyup', { key: name, bubbles: true }))
/** Types the number that the page shows. */
export const typeNumber = () => {
  for (const digit of shownNumber.get() ?? expect.fail('No number is shown.')) key(digit)
}
export const blur = () => happen(window, new Event('blur'))
export const focus = () => happen(window, new Event('focus'))
export const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  happen(document, new Event('visibilitychange'))
}

type Hook = ReturnType<typeof useArming>
export let hook: Hook = { status: 'unseen', takes: () => false }
export const said: string[] = []

interface ScreenProps {
  readonly of?: string
  readonly shownIn?: ShownIn
  readonly says?: string
}

export function Screen({ of = 'first', shownIn = 'frame', says }: ScreenProps) {
  const element = useRef<HTMLDivElement>(null)
  hook = useArming({ element, key: of, shownIn })
  said.push(`${of} ${hook.status}`)
  return (
    <div ref={element}>
      {says}
      <span data-number="" />
    </div>
  )
}

export const click = (more: Partial<MouseEvent> = {}) =>
  hook.takes({ isTrusted: true, detail: 1, timeStamp: performance.now(), ...more })
/** A press of the mouse where it is, and whether it approves. */
export function press(where: PointerEventInit = {}): boolean {
  pointer('pointerdown', where)
  const isTaken = click()
  happen(document.body, new MouseEvent('click', { bubbles: true }))
  return isTaken
}
/** A request that is seen by somebody whose pointer has been over it for as long as it takes. */
export function open(): RenderResult {
  const drawn = render(<Screen />)
  browser.seen(true)
  pointer('pointerover')
  pass(500)
  return drawn
}

/** The mouse comes into the page, and moves there. */
export function move() {
  pointer('pointerover')
  pointer('pointermove', { screenX: 710, clientX: 110 })
}
