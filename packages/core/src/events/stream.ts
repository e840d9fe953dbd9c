import { createStore } from 'zustand/vanilla'
import type { Clock } from '../clock/clock.js'
import type { Observable } from '../store/observable.js'
import type { KitEvent, TimedEvent } from './event.js'

/** What happened in a kit, one event after another, beside its state: no event renders anything. */
export interface EventStream {
  /** The newest event. */
  readonly events: Observable<TimedEvent | undefined>
  readonly track: (event: KitEvent) => void
  /** Calls back with each event. @returns unsubscribes */
  readonly onEvent: (listener: (event: TimedEvent) => void) => () => void
}

export function createEventStream({ clock }: { readonly clock: Clock }): EventStream {
  const { getState, setState, subscribe } = createStore<TimedEvent | undefined>(() => undefined)
  const waiting: TimedEvent[] = []
  return {
    events: { get: getState, subscribe },
    onEvent: (listener) => subscribe((event) => event && listener(event)),
    track(data) {
      // An event that a listener causes comes after the one that caused it, for every listener.
      if (waiting.push({ timestamp: clock.now(), data }) > 1) return
      for (let next = waiting[0]; next; next = waiting[0]) {
        try {
          setState(next, true)
        } finally {
          waiting.shift()
        }
      }
    },
  }
}
