import type { AskedFor } from '@foyer/core/words'
import { leastSizes } from '../arming/arming.js'

/** The request, and the frame that would ask it. */
export interface AskingFrame {
  /** Undefined where the request may have any effect. */
  readonly asksFor: AskedFor | undefined
  /** Approving takes a separate step. */
  readonly isDeliberate: boolean
  /** Approving it signs something; else it is only read. */
  readonly signs: boolean
  /** The operator answers for the script of the page around. */
  readonly isVouched: boolean
  /** The browser says what lies over a frame. */
  readonly knowsCovers: boolean
  /** The browser keeps nothing for the frame: the window signs. */
  readonly isStorageBlocked: boolean
  /** As the frame measures now. */
  readonly width: number
  readonly height: number
}

/**
 * Pure: decides whether the frame asks the visitor, or a window of the wallet's own, in which no page hides anything. In
 * a frame no check is enough: the browser calls visible what a mask hides. So a frame asks for a sign-in at the page's own
 * domain, which that page could hide its text of for nothing; and for all else that takes no separate step, where the
 * operator answers for the page's script.
 * @see F11
 */
export function whoAsks({
  asksFor,
  isDeliberate,
  signs,
  isVouched,
  knowsCovers,
  isStorageBlocked,
  width,
  height,
}: AskingFrame): 'frame' | 'window' {
  if (!signs) return 'frame'
  if (isStorageBlocked || isDeliberate) return 'window'
  if (asksFor === 'signIn') return 'frame'
  const isLarge = width >= leastSizes.frame.width && height >= leastSizes.frame.height
  return isVouched && knowsCovers && isLarge ? 'frame' : 'window'
}
