import type { ArmingEvent, ShownIn, Size } from './arming.js'
import { scaleUntilKnown } from './stillness.js'

/** What happens at a time, and is nothing more. */
export type Simple = Exclude<ArmingEvent['type'], 'pressed' | 'resized'>

/** What the parts of a watch tell it by. */
export interface Told {
  readonly shownIn: ShownIn
  /** The element that shows all that is decided. */
  readonly element: HTMLElement
  readonly dispatch: (event: ArmingEvent) => void
  /** Something happens now. */
  readonly now: (type: Simple) => void
  readonly signal: AbortSignal
}

/** How large the page is, in its own pixels. */
export const sizeOfPage = (): Size => ({ width: window.innerWidth, height: window.innerHeight })

/** Fingers alone point here: they move nothing before they press. */
export const hasNoPointer = (): boolean => window.matchMedia?.('(any-hover: none)').matches === true

/** How large a frame is before anything has pointed at it: what a finger alone will point at is measured on the screen, as far as that is known by then. */
export function sizeOfFrame(): Size {
  const { width, height } = sizeOfPage()
  const scale = hasNoPointer() ? scaleUntilKnown(window.devicePixelRatio, 'finger') : 1
  return { width: width * scale, height: height * scale }
}
