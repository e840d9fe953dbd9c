/** Whether an approval's button may be pressed: it is only after it was seen, whole and still, for a while [F11]. */
export type Arming =
  | { readonly status: 'unseen' }
  | { readonly status: 'settling'; readonly since: number }
  | { readonly status: 'armed' }

/** How long it must have been seen without a change, in milliseconds. */
export const armingMs = 500

export type ArmingEvent =
  /** The browser says that nothing covers, fades or moves it. */
  | { readonly type: 'seen'; readonly at: number }
  | { readonly type: 'covered' }
  /** Its place or its size has changed, or the request has. */
  | { readonly type: 'moved'; readonly at: number }
  | { readonly type: 'passed'; readonly at: number }

/** Pure: every rule of arming is here. */
export function nextArming(arming: Arming, event: ArmingEvent): Arming {
  switch (event.type) {
    case 'covered':
      return { status: 'unseen' }
    case 'seen':
      return arming.status === 'unseen' ? { status: 'settling', since: event.at } : arming
    case 'moved':
      return arming.status === 'unseen' ? arming : { status: 'settling', since: event.at }
    case 'passed':
      return arming.status === 'settling' && event.at - arming.since >= armingMs ? { status: 'armed' } : arming
  }
}
