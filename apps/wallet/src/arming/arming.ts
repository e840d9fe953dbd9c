/**
 * Where a press decides: in a window of the wallet's own; in a frame under a page that is vouched for, over which a third page may lay a window; in a frame under any
 * page, which could hide or move it, and gains nothing but a sign-in of its own; or, of what signs nothing, anywhere.
 */
export type ShownIn = 'window' | 'vouched' | 'frame' | 'anywhere'

/** Whether somebody has to have been at what is asked, as something may lie above it that no browser tells of. */
export const isAttendedTo = (shownIn: ShownIn): boolean => shownIn === 'window' || shownIn === 'vouched'

/** Whether it is under another page, of which the browser says what covers it there. */
export const isFramed = (shownIn: ShownIn): boolean => shownIn === 'frame' || shownIn === 'vouched'

/** Whether a press counts: it does only after all that it decides was seen, large enough and still, by somebody who is there, for a while [F11]. */
export interface Arming {
  readonly shownIn: ShownIn
  /** Of a frame, the browser says that nothing covers, fades or cuts it; of a window, all that is asked has been in view. */
  readonly isSeen: boolean
  /** It is at least as large as `leastSizes` has it. */
  readonly isLarge: boolean
  /** The pointer is over it, or a finger was on it; where it is attended to, it has been over what is asked. */
  readonly isHere: boolean
  /** Where it is attended to, the number that it shows was typed, or what reads it aloud has taken the focus on, since it came and since the last press of a pointer. */
  readonly isReached: boolean
  /** The focus is in the page. */
  readonly isFocused: boolean
  /** When a press may begin, if nothing comes between: in milliseconds, by the page's own clock. */
  readonly calmAt: number
  /** A press is under way that began while it was armed. */
  readonly isPressed: boolean
}

/** How long it must have been without a change, in milliseconds. A window comes to the front in the time of a press: it takes longer to see that it has. */
export const calmMs = { frame: 500, vouched: 500, anywhere: 500, window: 1_000 } as const satisfies Record<
  ShownIn,
  number
>

/** How long after a press, or after the pointer has come, in milliseconds: longer than the pause within a double press. */
export const pressMs = 500

/** The least width and height at which a request can be read: of a frame in pixels of the screen, of a window in those of the page. */
export const leastSizes = {
  frame: { width: 300, height: 320 },
  vouched: { width: 300, height: 320 },
  anywhere: { width: 0, height: 0 },
  window: { width: 320, height: 480 },
} as const satisfies Record<ShownIn, Size>

export interface Size {
  readonly width: number
  readonly height: number
}

/** Half a pixel of it may be lost to rounding. */
export const isLargeEnough = (shownIn: ShownIn, { width, height }: Size): boolean =>
  width > leastSizes[shownIn].width - 0.5 && height > leastSizes[shownIn].height - 0.5

export type ArmingEvent = { readonly at: number } & (
  | { readonly type: 'seen' | 'covered' }
  /** Its place on the screen has changed, or what it shows. */
  | { readonly type: 'moved' }
  | { readonly type: 'resized'; readonly isLarge: boolean }
  /** Somebody is there: by a pointer over it; where it is attended to, by one that has been over what is asked. */
  | { readonly type: 'entered' }
  /** The number that the page shows was typed. */
  | { readonly type: 'typed' }
  /** Something else was, into no field: it may be meant for another window. */
  | { readonly type: 'wrote' }
  /** The focus has gone on by neither a key nor a pointer, as what reads a page aloud has it do. */
  | { readonly type: 'reached' }
  | { readonly type: 'left' }
  /** The window is in front, with the focus in this page. */
  | { readonly type: 'focused' }
  /** Another window is, or another tab, or another part of the page around. */
  | { readonly type: 'blurred' }
  /** A press begins, wherever in the page. */
  | { readonly type: 'pressed'; readonly by: 'pointer' | 'key' }
  /** A key that presses is let go. */
  | { readonly type: 'letGo' }
  /** The action that it was pressed for is done. */
  | { readonly type: 'released' }
)

/** Of a request that has just come. */
export const firstArming = ({
  at,
  ...there
}: Pick<Arming, 'shownIn' | 'isLarge' | 'isHere' | 'isFocused'> & { readonly at: number }): Arming => ({
  ...there,
  calmAt: at + calmMs[there.shownIn],
  isSeen: false,
  isReached: false,
  isPressed: false,
})

/** Pure: every rule of arming is here. */
export function nextArming(arming: Arming, event: ArmingEvent): Arming {
  /** From now on, or from what came later than it was heard. */
  const anew = (change: Partial<Arming>, ms: number = calmMs[arming.shownIn]): Arming => ({
    ...arming,
    isPressed: false,
    calmAt: Math.max(arming.calmAt, event.at + ms),
    ...change,
  })
  const isWindow = arming.shownIn === 'window'
  switch (event.type) {
    case 'covered':
      return anew({ isSeen: false }, pressMs)
    case 'seen':
      return arming.isSeen ? arming : anew({ isSeen: true }, pressMs)
    case 'moved':
      return anew({})
    case 'resized':
      return anew({ isLarge: event.isLarge })
    case 'entered':
      return arming.isHere ? arming : anew({ isHere: true }, pressMs)
    case 'reached':
    case 'typed':
      // What has the focus is given it as well where its window comes to the front.
      if (arming.isReached || (event.type === 'reached' && event.at < arming.calmAt)) return arming
      return anew({ isReached: true }, pressMs)
    case 'wrote':
      return arming.isReached ? anew({ isReached: false }) : arming
    case 'left':
      return isAttendedTo(arming.shownIn) && !arming.isHere ? arming : anew({ isHere: false }, pressMs)
    case 'focused':
      // A frame's first press brings the focus as well, after it has begun; a window that comes to the front has nobody in it yet.
      return anew({
        isFocused: true,
        isReached: false,
        ...(isWindow ? { isHere: false } : { isPressed: arming.isPressed }),
      })
    case 'blurred':
      // What lies above now may lie under the pointer: only its next movement in this page says where it is.
      return anew({ isFocused: false, isHere: false, isReached: false })
    case 'pressed': {
      const isByPointer = event.by === 'pointer'
      // The second half of a double press is none, whatever took the first.
      return anew(
        {
          isPressed: isCalm(arming, event),
          // A press by itself says that a pointer is there, and not that it has been over what is asked.
          isHere: arming.isHere || (isByPointer && !isAttendedTo(arming.shownIn)),
          // A press that counts for nothing leaves the focus at its button, which no key has gone to.
          isReached: arming.isReached && !isByPointer,
        },
        pressMs,
      )
    }
    case 'letGo':
      // The space bar clicks as it is let go, without a press: what was held while the request settled isn't armed by that.
      return arming.isPressed ? arming : anew({}, pressMs)
    case 'released':
      return { ...arming, isPressed: false }
  }
}

/** What a press is made by; `any` where that isn't told, as of what reads the page aloud. */
type PressedBy = 'pointer' | 'key' | 'any'

/** Whether a press may begin at that time. */
export const isCalm = (arming: Arming, { at, by }: { readonly at: number; readonly by: PressedBy }): boolean =>
  arming.isSeen && arming.isLarge && isAttended(arming, by) && at >= arming.calmAt

/**
 * Somebody is there: a pointer that has been over what is asked, or keys that have typed what stands here alone, as those that are meant for another window come here
 * too where it lies above this one. A window has the focus as well; a frame is reached by a pointer without it.
 */
function isAttended({ shownIn, isHere, isFocused, isReached }: Arming, by: PressedBy): boolean {
  if (!isAttendedTo(shownIn)) return isHere || isFocused
  const isByKeys = isFocused && isReached && by !== 'pointer'
  return isByKeys || (isHere && (isFocused || shownIn !== 'window'))
}

/** Returns the status shown at that time: while it is pressed it stays as it was. */
export function statusOf(arming: Arming, at: number): 'unseen' | 'unread' | 'small' | 'away' | 'settling' | 'armed' {
  const isWindow = arming.shownIn === 'window'
  if (!arming.isLarge) return 'small'
  if (!arming.isSeen) return isWindow ? 'unread' : 'unseen'
  if (arming.isPressed || isCalm(arming, { at, by: 'any' })) return 'armed'
  return isAttendedTo(arming.shownIn) && !isAttended(arming, 'any') ? 'away' : 'settling'
}

/** `unseen` and `small` of a frame; `unread` and `small` of a window; `away` where nobody was at what is asked; and in each `settling` until it is `armed`. */
export type ArmingStatus = ReturnType<typeof statusOf>
