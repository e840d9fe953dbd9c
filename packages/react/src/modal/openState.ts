import type { Foyer, FoyerState } from '@foyer/core'

/** What the modal draws from. */
export interface OpenState {
  readonly open: boolean
  /** Counts the openings: each begins with a fresh card. */
  readonly opening: number
  /** The kit's state; once closed, the one that the visitor saw last, so that the card doesn't change while it fades. */
  readonly state: FoyerState
}

export interface OpenStateSource {
  get(): OpenState
  subscribe(listener: () => void): () => void
}

/**
 * The kit's state as the modal shows it. Changes are taken over once all that one event set off has happened: a session that ends
 * and the closing that follows are one change, not two.
 */
export function createOpenState(store: Foyer['store']): OpenStateSource {
  const listeners = new Set<() => void>()
  let current: OpenState = { open: store.getState().view.open, opening: 0, state: store.getState() }
  let stop: (() => void) | undefined
  let waiting = false

  const takeOver = () => {
    waiting = false
    const state = store.getState()
    const { open } = state.view
    if (open) {
      if (current.open && current.state === state) return
      current = { open, opening: current.open ? current.opening : current.opening + 1, state }
    } else {
      if (!current.open) return
      current = { ...current, open }
    }
    for (const listener of [...listeners]) listener()
  }
  const onChange = () => {
    if (waiting) return
    waiting = true
    queueMicrotask(takeOver)
  }

  return {
    get: () => current,
    subscribe(listener) {
      if (listeners.size === 0) {
        stop = store.subscribe(onChange)
        onChange()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop?.()
      }
    },
  }
}
