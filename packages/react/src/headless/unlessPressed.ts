import type { FoyerContext, Observable } from '@foyer/core/internal'

/** The delay of a press after its finger was lifted, in milliseconds: where a page can be zoomed a browser waits for another tap. */
const pressWithinMs = 350

/**
 * A value that stands while a finger or the mouse is down anywhere in the page, and for 350 ms: what changes meanwhile is passed on after it. What is drawn by it
 * stays where it is as it is pressed, so that no press is lost, and none is for what no one has seen.
 */
export function unlessPressed<Value>(
  { get, subscribe }: Observable<Value>,
  { clock }: Pick<FoyerContext, 'clock'>,
): Observable<Value> {
  let shown = get()
  return {
    get: () => shown,
    subscribe(listener) {
      const listening = new AbortController()
      const { signal } = listening
      let isPressed = false
      let forget = () => {}
      const show = () => {
        if (isPressed || Object.is(shown, get())) return
        shown = get()
        listener()
      }
      const press = () => {
        forget()
        isPressed = true
      }
      // What was pressed before anyone looked isn't what this is drawn for.
      const release = () => {
        if (!isPressed) return
        forget()
        forget = clock.setTimeout(() => {
          isPressed = false
          show()
        }, pressWithinMs)
      }
      addEventListener('pointerdown', press, { capture: true, signal })
      addEventListener('pointerup', release, { capture: true, signal })
      addEventListener('pointercancel', release, { capture: true, signal })
      const stop = subscribe(show)
      show()
      return () => {
        stop()
        forget()
        listening.abort()
      }
    },
  }
}
