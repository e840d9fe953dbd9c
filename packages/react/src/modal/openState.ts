import { type Foyer, type FoyerState, isConnected } from '@foyer/core'
import { type Observable, observable, same } from '@foyer/core/internal'
import { closedView, currentRoute } from '@foyer/core/view'

/** The state that the modal draws from. */
export interface OpenState {
  readonly open: boolean
  /** The card of the next opening is drawn ahead, out of sight. */
  readonly ready: boolean
  /** Counts the cards: each opening has a fresh one. */
  readonly opening: number
  /**
   * The kit's state; once closed, the one that the visitor saw last, so that the card doesn't change while it fades, and then the one that the next
   * opening will most likely have.
   */
  readonly state: FoyerState
}

export interface OpenStateSource extends Observable<OpenState> {
  /** Has the card of the next opening drawn ahead, once nothing of the last is seen any more. */
  readonly makeReady: () => void
}

/**
 * The kit's state as the modal shows it. An opening is taken over at once, other changes once all that one event set off has happened: a session that ends
 * and the closing that follows are one change, not two.
 */
export function createOpenState(store: Foyer['store']): OpenStateSource {
  let waiting = false
  let taken = store.getState()
  const shown = observable<OpenState>({ open: taken.view.open, ready: false, opening: 0, state: taken }, () => {
    onChange()
    return store.subscribe(onChange)
  })

  const takeOver = () => {
    waiting = false
    const state = store.getState()
    const { open } = state.view
    const current = shown.get()
    if (open === current.open && taken === state) return
    taken = state
    if (open) {
      const isDrawn = current.open || (current.ready && currentRoute(state.view).view === 'Connect')
      shown.set({
        open,
        ready: false,
        opening: current.opening + (isDrawn ? 0 : 1),
        // What was drawn ahead of the same isn't drawn again.
        state: current.ready && same(state, current.state) ? current.state : state,
      })
    } else if (current.open) shown.set({ ...current, open })
    else if (current.ready) shown.set({ ...current, ...prepared(state) })
  }
  const onChange = () => {
    if (waiting) return
    waiting = true
    // An opening is drawn with what else the page draws of the press, in one go.
    if (store.getState().view.open && !shown.get().open) takeOver()
    else queueMicrotask(takeOver)
  }

  return {
    ...shown,
    makeReady() {
      const { open, ready, opening } = shown.get()
      taken = store.getState()
      if (!open && !ready) shown.set({ open, opening: opening + 1, ...prepared(taken) })
    },
  }
}

/** Returns the most likely next opening. A connected visitor's begins with questions to chains and servers: it is drawn when it opens. */
function prepared(state: FoyerState): Pick<OpenState, 'ready' | 'state'> {
  if (isConnected(state)) return { ready: false, state }
  const view = { ...closedView, open: true, shakes: state.view.shakes }
  return { ready: true, state: { ...state, view, connectorFilter: undefined, snackbar: undefined } }
}
