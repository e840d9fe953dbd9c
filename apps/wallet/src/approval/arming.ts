/** Whether an approval's button may be pressed: it is only after it was seen, whole and still, by somebody who is there, for a while [F11]. */
export interface Arming {
  /** The browser says that nothing covers, fades or cuts it. */
  readonly isSeen: boolean
  /** A mouse is over the page; or a finger was on it. */
  readonly isOver: boolean
  /** The keyboard's focus is in the page. */
  readonly isFocused: boolean
  /** When it began, or began anew: in milliseconds, by the page's own clock. */
  readonly since: number
  /** A press is under way that began while it was armed. */
  readonly isPressed: boolean
}

/** How long it must have been seen without a change, in milliseconds: longer than the pause within a double press. */
export const armingMs = 500

export type ArmingEvent = { readonly at: number } & (
  | { readonly type: 'seen' | 'covered' }
  /** Its place or its size has changed. */
  | { readonly type: 'moved' }
  | { readonly type: 'entered' | 'left' }
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
export const firstArming = (there: Pick<Arming, 'isOver' | 'isFocused' | 'since'>): Arming => ({
  ...there,
  isSeen: false,
  isPressed: false,
})

/** Pure: every rule of arming is here. */
export function nextArming(arming: Arming, event: ArmingEvent): Arming {
  /** From now on, or from what came later than it was heard. */
  const anew = (change: Partial<Arming>): Arming => ({
    ...arming,
    isPressed: false,
    since: Math.max(arming.since, event.at),
    ...change,
  })
  switch (event.type) {
    case 'covered':
      return anew({ isSeen: false })
    case 'seen':
      return arming.isSeen ? arming : anew({ isSeen: true })
    case 'moved':
      return anew({})
    case 'entered':
      return arming.isOver ? arming : anew({ isOver: true })
    case 'left':
      return anew({ isOver: false })
    case 'focused':
      // A frame's first press brings the focus as well, after it has begun.
      return anew({ isFocused: true, isPressed: arming.isPressed })
    case 'blurred':
      // What lies above now may lie under the pointer: only its next movement in this page says where it is.
      return anew({ isFocused: false, isOver: false })
    case 'pressed':
      // The second half of a double press is none, whatever took the first.
      return anew({
        isPressed: isCalm(arming, event.at),
        isOver: arming.isOver || event.by === 'pointer',
      })
    case 'letGo':
      // The space bar clicks as it is let go, without a press: what was held while the request settled isn't armed by that.
      return arming.isPressed ? arming : anew({})
    case 'released':
      return { ...arming, isPressed: false }
  }
}

/** Whether a press may begin at that time. */
export const isCalm = ({ isSeen, isOver, isFocused, since }: Arming, at: number): boolean =>
  isSeen && (isOver || isFocused) && at - since >= armingMs

/** Returns the status shown at that time: while it is pressed it stays as it was. */
export function statusOf(arming: Arming, at: number): 'unseen' | 'settling' | 'armed' {
  if (!arming.isSeen) return 'unseen'
  return arming.isPressed || isCalm(arming, at) ? 'armed' : 'settling'
}

export type ArmingStatus = ReturnType<typeof statusOf>
