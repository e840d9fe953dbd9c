import type { Foyer, FoyerState } from '@foyer/core'
import { type Observable, observable } from '@foyer/core/internal'

/** What the modal draws from. */
export interface OpenState {
  readonly open: boolean
  /** Counts the openings: each begins with a fresh card. */
  readonly opening: number
  /** The kit's state; once closed, the one that the visitor saw last, so that the card doesn't change while it fades. */
  readonly state: FoyerState
}

/**
 * The kit's state as the modal shows it. Changes are taken over once all that one event set off has happened: a session that ends
 * and the closing that follows are one change, not two.
 */
export function createOpenState(store: Foyer['store']): Observable<OpenState> {
  let waiting = false
  const shown = observable<OpenState>({ open: store.getState().view.open, opening: 0, state: store.getState() }, () => {
    onChange()
    return store.subscribe(onChange)
  })

  const takeOver = () => {
    waiting = false
    const state = store.getState()
    const { open } = state.view
    const current = shown.get()
    if (!open) {
      if (current.open) shown.set({ ...current, open })
    } else if (!current.open || current.state !== state) {
      shown.set({ open, opening: current.open ? current.opening : current.opening + 1, state })
    }
  }
  const onChange = () => {
    if (waiting) return
    waiting = true
    queueMicrotask(takeOver)
  }

  return shown
}
