import type { ArmingEvent, ShownIn, Size } from './arming.js'

/** What happens at a time, and is nothing more. */
export type Simple = Exclude<ArmingEvent['type'], 'pressed' | 'resized'>

/** What the parts of a watch tell it by. */
export interface Told {
  readonly shownIn: ShownIn
  readonly dispatch: (event: ArmingEvent) => void
  /** Something happens now. */
  readonly now: (type: Simple) => void
  readonly signal: AbortSignal
}

/** How large the page is, in its own pixels. */
export const sizeOfPage = (): Size => ({ width: window.innerWidth, height: window.innerHeight })
